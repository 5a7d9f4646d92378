#define _GNU_SOURCE
#include "CWideCharacter.h"

#include <locale.h>
#include <pthread.h>
#include <wchar.h>

static locale_t utf8;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void open_locale(void) { utf8 = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0); }

int firefly_character_width(uint32_t code_point) {
  pthread_once(&once, open_locale);
  if (utf8 == (locale_t)0) return wcwidth((wchar_t)code_point);
  locale_t before = uselocale(utf8);
  int width = wcwidth((wchar_t)code_point);
  uselocale(before);
  return width;
}
