#include "CWideCharacter.h"

#include <string.h>
#include <wchar.h>

_Static_assert(sizeof(mbstate_t) <= sizeof(FireflyLetter), "the state fits");

int firefly_letter_decode(FireflyLetter *beginning, uint8_t byte, uint32_t *letter) {
  mbstate_t state;
  memcpy(&state, beginning, sizeof state);
  wchar_t wide = 0;
  size_t length = mbrtowc(&wide, (const char *)&byte, 1, &state);
  if (length == (size_t)-1) memset(&state, 0, sizeof state);
  memcpy(beginning, &state, sizeof state);
  *letter = (uint32_t)wide;
  return length == (size_t)-1 ? -1 : length == (size_t)-2 ? 0 : 1;
}
