#ifndef FIREFLY_CHTML_H
#define FIREFLY_CHTML_H

// libxml2's HTML parser, loaded on first use.

#include <stdbool.h>

/// What a reader receives, in the order of the text; names are in lower case, all texts in UTF-8.
struct firefly_html_events {
  /// An element begins. `attributes` holds names and values in turn and ends with NULL; it is NULL
  /// if there are none, and so is the value of an attribute without one.
  void (*begin)(void *context, const char *name, const char *const *attributes);
  /// An element ends, perhaps only because its parent does.
  void (*end)(void *context, const char *name);
  /// A piece of text, with all character references resolved.
  void (*text)(void *context, const char *bytes, int count);
  /// Whether to stop here.
  bool (*is_full)(void *context);
};

/// Why libxml2 can't be loaded; NULL if it can.
const char *firefly_html_problem(void);

/// Reads a piece of HTML in UTF-8; false if it can't be read at all.
///
/// Callable from any thread. It loads nothing that the text refers to.
bool firefly_html_read(
    const char *bytes, int count, void *context, const struct firefly_html_events *events);

#endif
