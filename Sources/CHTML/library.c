#include "CHTML.h"

#include <stddef.h>

#ifdef FIREFLY_REAL_HEADERS
// The offsets of the members that CHTML.h declares.
_Static_assert(offsetof(xmlSAXHandler, startElement) == 14 * sizeof(void *), "startElement");
_Static_assert(offsetof(xmlSAXHandler, endElement) == 15 * sizeof(void *), "endElement");
_Static_assert(offsetof(xmlSAXHandler, characters) == 17 * sizeof(void *), "characters");
_Static_assert(
    offsetof(xmlSAXHandler, ignorableWhitespace) == 18 * sizeof(void *), "ignorableWhitespace");
_Static_assert(offsetof(xmlSAXHandler, cdataBlock) == 25 * sizeof(void *), "cdataBlock");
#endif
// libxml2 copies a structure of this size.
_Static_assert(sizeof(xmlSAXHandler) == 32 * sizeof(void *), "xmlSAXHandler");

static void prepare(const struct firefly_html_functions *library) { library->xmlInitParser(); }

// These functions are identical in both versions.
FIREFLY_DEFINE_LIBRARY(
    html, HTML_FUNCTIONS, "libxml2", prepare, "libxml2.so.2", "libxml2.so.16")
