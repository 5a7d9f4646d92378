#include "library.h"

static void prepare(const struct firefly_spelling_functions *library) { (void)library; }

// These functions are identical in all versions.
FIREFLY_DEFINE_LIBRARY(
    spelling, SPELLING_FUNCTIONS, "libhunspell", prepare, "libhunspell-1.7.so.0",
    "libhunspell-1.8.so.0", "libhunspell-1.6.so.0")
