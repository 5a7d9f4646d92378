#include "CHTML.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>
#include <stdio.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static struct firefly_html_functions functions;
static char problem[256];

#ifdef FIREFLY_REAL_HEADERS
// The places of the members that are declared by hand in CHTML.h.
_Static_assert(offsetof(xmlSAXHandler, startElement) == 14 * sizeof(void *), "startElement");
_Static_assert(offsetof(xmlSAXHandler, endElement) == 15 * sizeof(void *), "endElement");
_Static_assert(offsetof(xmlSAXHandler, characters) == 17 * sizeof(void *), "characters");
_Static_assert(
    offsetof(xmlSAXHandler, ignorableWhitespace) == 18 * sizeof(void *), "ignorableWhitespace");
_Static_assert(offsetof(xmlSAXHandler, cdataBlock) == 25 * sizeof(void *), "cdataBlock");
#endif
// The number of bytes of libxml2's structure, which it copies.
_Static_assert(sizeof(xmlSAXHandler) == 32 * sizeof(void *), "xmlSAXHandler");

static void load(void) {
  // These functions are identical in both versions.
  static const char *const names[] = {"libxml2.so.2", "libxml2.so.16"};
  void *library = NULL;
  for (size_t i = 0; library == NULL && i < sizeof names / sizeof *names; i++) {
    library = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
  }
  if (library == NULL) {
    snprintf(problem, sizeof problem, "libxml2 is not installed");
    return;
  }
#define RESOLVE(name)                                                             \
  if ((functions.name = (__typeof__(functions.name))dlsym(library, #name)) == NULL) { \
    snprintf(problem, sizeof problem, "libxml2 has no %s", #name);                \
  }
  HTML_FUNCTIONS(RESOLVE)
#undef RESOLVE
  if (problem[0] == 0) functions.xmlInitParser();
}

const struct firefly_html_functions *firefly_html(void) {
  return firefly_html_problem() == NULL ? &functions : NULL;
}

const char *firefly_html_problem(void) {
  pthread_once(&once, load);
  return problem[0] != 0 ? problem : NULL;
}
