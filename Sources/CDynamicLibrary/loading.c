#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

#include "CDynamicLibrary.h"

void firefly_load_functions(
    const char *const *files, const char *title, const char *const *names, void *functions,
    char problem[FIREFLY_PROBLEM_SIZE]) {
  void *library = NULL;
  for (; library == NULL && *files != NULL; files++) library = dlopen(*files, RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) {
    snprintf(problem, FIREFLY_PROBLEM_SIZE, "%s is not installed", title);
    return;
  }
  for (size_t index = 0; names[index] != NULL; index++) {
    void *function = dlsym(library, names[index]);
    if (function == NULL) {
      snprintf(problem, FIREFLY_PROBLEM_SIZE, "%s has no %s", title, names[index]);
      return;
    }
    memcpy((char *)functions + index * sizeof function, &function, sizeof function);
  }
}
