#include "CGzip.h"

static void prepare(const struct firefly_gzip_functions *library) { (void)library; }

FIREFLY_DEFINE_LIBRARY(gzip, GZIP_FUNCTIONS, "zlib", prepare, "libz.so.1")
