#ifndef CWIDECHARACTER_H
#define CWIDECHARACTER_H

#include <stdint.h>

/// The width of a code point in columns, from the C library's table, which ncurses uses, too: 0, 1
/// or 2, and -1 if it is not printable.
///
/// Independent of the process's locale.
int firefly_character_width(uint32_t code_point);

#endif
