#include "CPostgres.h"

static void prepare(const struct firefly_postgres_functions *library) { (void)library; }

FIREFLY_DEFINE_LIBRARY(
    postgres, FIREFLY_POSTGRES_FUNCTIONS, "libpq", prepare, "libpq.so.5")
