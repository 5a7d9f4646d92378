#include "library.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>

#include "CSpelling.h"

static pthread_once_t once = PTHREAD_ONCE_INIT;
static struct firefly_spelling_functions functions;
static char problem[256];

static void load(void) {
  // These functions are identical in all versions.
  static const char *const names[] = {
      "libhunspell-1.7.so.0", "libhunspell-1.8.so.0", "libhunspell-1.6.so.0"};
  void *library = NULL;
  for (size_t i = 0; library == NULL && i < sizeof names / sizeof *names; i++) {
    library = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
  }
  if (library == NULL) {
    snprintf(problem, sizeof problem, "libhunspell is not installed");
    return;
  }
#define RESOLVE(name)                                                             \
  if ((functions.name = (__typeof__(functions.name))dlsym(library, #name)) == NULL) { \
    snprintf(problem, sizeof problem, "libhunspell has no %s", #name);            \
  }
  SPELLING_FUNCTIONS(RESOLVE)
#undef RESOLVE
}

const struct firefly_spelling_functions *firefly_spelling(void) {
  return firefly_spelling_problem() == NULL ? &functions : NULL;
}

const char *firefly_spelling_problem(void) {
  pthread_once(&once, load);
  return problem[0] != 0 ? problem : NULL;
}
