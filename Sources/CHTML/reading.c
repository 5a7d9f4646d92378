#include <string.h>

#include "CHTML.h"
#include "library.h"

struct reading {
  const struct firefly_html_functions *library;
  const struct firefly_html_events *events;
  void *context;
  xmlParserCtxt *parser;
  bool is_over;
};

// Whether the reader still wants something; ends the parser's work if not.
static bool goes_on(struct reading *reading) {
  if (!reading->is_over && reading->events->is_full(reading->context)) {
    reading->is_over = true;
    reading->library->xmlStopParser(reading->parser);
  }
  return !reading->is_over;
}

static void element_began(void *context, const xmlChar *name, const xmlChar **attributes) {
  struct reading *reading = context;
  if (!goes_on(reading)) return;
  reading->events->begin(
      reading->context, (const char *)name, (const char *const *)attributes);
}

static void element_ended(void *context, const xmlChar *name) {
  struct reading *reading = context;
  if (!reading->is_over) reading->events->end(reading->context, (const char *)name);
}

static void text_came(void *context, const xmlChar *text, int count) {
  struct reading *reading = context;
  if (goes_on(reading)) reading->events->text(reading->context, (const char *)text, count);
}

// Scripts and styles; without this they would come as text.
static void script_came(void *context, const xmlChar *text, int count) {
  (void)context, (void)text, (void)count;
}

bool firefly_html_read(
    const char *bytes, int count, void *context, const struct firefly_html_events *events) {
  const struct firefly_html_functions *library = firefly_html();
  if (library == NULL) return false;
  struct reading reading = {library, events, context, NULL, false};
  xmlSAXHandler handler;
  memset(&handler, 0, sizeof handler);
  handler.startElement = element_began;
  handler.endElement = element_ended;
  handler.characters = text_came;
  handler.ignorableWhitespace = text_came;
  handler.cdataBlock = script_came;
  reading.parser = library->htmlCreatePushParserCtxt(
      &handler, &reading, NULL, 0, NULL, XML_CHAR_ENCODING_UTF8);
  if (reading.parser == NULL) return false;
  library->htmlCtxtUseOptions(
      reading.parser, HTML_PARSE_NOERROR | HTML_PARSE_NOWARNING | HTML_PARSE_NONET);
  library->htmlParseChunk(reading.parser, bytes, count, 1);
  library->htmlFreeParserCtxt(reading.parser);
  return true;
}
