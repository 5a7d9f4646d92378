#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>

#include "CPostgres.h"

static pthread_once_t once = PTHREAD_ONCE_INIT;
static struct firefly_postgres_functions functions;
static char problem[256];

static void load(void) {
  void *library = dlopen("libpq.so.5", RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) {
    snprintf(problem, sizeof problem, "libpq is not installed");
    return;
  }
#define RESOLVE(name)                                                                   \
  if ((functions.name = (__typeof__(functions.name))dlsym(library, #name)) == NULL) {   \
    snprintf(problem, sizeof problem, "libpq has no %s", #name);                        \
  }
  FIREFLY_POSTGRES_FUNCTIONS(RESOLVE)
#undef RESOLVE
}

const struct firefly_postgres_functions *firefly_postgres(void) {
  return firefly_postgres_problem() == NULL ? &functions : NULL;
}

const char *firefly_postgres_problem(void) {
  pthread_once(&once, load);
  return problem[0] != 0 ? problem : NULL;
}
