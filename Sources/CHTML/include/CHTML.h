#ifndef FIREFLY_CHTML_H
#define FIREFLY_CHTML_H

// libxml2's HTML parser, loaded on first use; its functions may be called from any thread.

#include "CDynamicLibrary.h"

#ifdef FIREFLY_REAL_HEADERS
#include <libxml/HTMLparser.h>
#else
typedef unsigned char xmlChar;
typedef struct _xmlParserCtxt xmlParserCtxt;
typedef enum { XML_CHAR_ENCODING_UTF8 = 1 } xmlCharEncoding;
enum {
  HTML_PARSE_NOERROR = 1 << 5,
  HTML_PARSE_NOWARNING = 1 << 6,
  HTML_PARSE_NONET = 1 << 11,
  HTML_PARSE_IGNORE_ENC = 1 << 21
};

// The other members, which are not used, are also pointers to functions.
typedef struct _xmlSAXHandler {
  void (*before_elements[14])(void);
  void (*startElement)(void *context, const xmlChar *name, const xmlChar **attributes);
  void (*endElement)(void *context, const xmlChar *name);
  void (*reference)(void);
  void (*characters)(void *context, const xmlChar *text, int count);
  void (*ignorableWhitespace)(void *context, const xmlChar *text, int count);
  void (*before_cdata[6])(void);
  void (*cdataBlock)(void *context, const xmlChar *text, int count);
  void (*externalSubset)(void);
  unsigned int initialized;
  void *_private;
  void (*for_xml[3])(void);
} xmlSAXHandler;
#endif

void xmlInitParser(void);
void xmlStopParser(xmlParserCtxt *parser);
xmlParserCtxt *htmlCreatePushParserCtxt(
    xmlSAXHandler *handler, void *context, const char *chunk, int count, const char *name,
    xmlCharEncoding encoding);
int htmlCtxtUseOptions(xmlParserCtxt *parser, int options);
int htmlParseChunk(xmlParserCtxt *parser, const char *chunk, int count, int is_last);
void htmlFreeParserCtxt(xmlParserCtxt *parser);

#define HTML_FUNCTIONS(X)                                                                    \
  X(xmlInitParser) X(xmlStopParser) X(htmlCreatePushParserCtxt) X(htmlCtxtUseOptions)        \
  X(htmlParseChunk) X(htmlFreeParserCtxt)

FIREFLY_DECLARE_LIBRARY(html, HTML_FUNCTIONS)

#endif
