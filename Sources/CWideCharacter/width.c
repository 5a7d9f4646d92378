#define _GNU_SOURCE
#include "CWideCharacter.h"

#include <locale.h>
#include <pthread.h>
#include <stddef.h>
#include <wchar.h>

typedef struct {
  uint32_t first, last;
  int8_t width;
  bool is_new;
} Range;

static const Range ranges[] = {
#include "widths.inc"
};

static const Range *range_of(uint32_t code_point) {
  size_t low = 0, high = sizeof ranges / sizeof *ranges;
  while (low < high) {
    size_t middle = (low + high) / 2;
    if (ranges[middle].last < code_point) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  if (low == sizeof ranges / sizeof *ranges || ranges[low].first > code_point) return NULL;
  return &ranges[low];
}

int firefly_character_width(uint32_t code_point) {
  const Range *range = range_of(code_point);
  return range == NULL ? -1 : range->width;
}

static locale_t utf8;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void open_locale(void) { utf8 = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0); }

static int library_width(uint32_t code_point) {
  pthread_once(&once, open_locale);
  if (utf8 == (locale_t)0) return wcwidth((wchar_t)code_point);
  locale_t before = uselocale(utf8);
  int width = wcwidth((wchar_t)code_point);
  uselocale(before);
  return width;
}

bool firefly_library_knows(uint32_t code_point) { return library_width(code_point) >= 0; }

bool firefly_character_is_new(uint32_t code_point) {
  const Range *range = range_of(code_point);
  return range == NULL || range->is_new || library_width(code_point) != range->width;
}
