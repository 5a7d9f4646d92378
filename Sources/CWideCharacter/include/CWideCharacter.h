#ifndef CWIDECHARACTER_H
#define CWIDECHARACTER_H

#include <stdbool.h>
#include <stdint.h>

/// The width of a code point in columns: 0, 1 or 2, and -1 if it is not printable.
///
/// From our own table of the Unicode data (`widths.inc`), which is the same on every machine: the C
/// library's may be years older.
int firefly_character_width(uint32_t code_point);

/// Whether terminals may draw a code point with another width: it is newer than 2021, or the C
/// library, which ncurses asks, gives it another width.
bool firefly_character_is_new(uint32_t code_point);

/// Whether the C library has a width for a code point.
bool firefly_library_knows(uint32_t code_point);

/// The beginning of a letter of several bytes; all zero for none.
typedef struct {
  uint64_t opaque;
} FireflyLetter;

/// Decodes the next byte of a letter in the character set of the process.
///
/// Returns 1 and the letter (UTF-32); 0 if more bytes are needed; -1 if the bytes are no letter.
int firefly_letter_decode(FireflyLetter *beginning, uint8_t byte, uint32_t *letter);

#endif
