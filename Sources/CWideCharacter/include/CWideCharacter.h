#ifndef CWIDECHARACTER_H
#define CWIDECHARACTER_H

#include <stdint.h>

/// Columns a code point takes in a terminal, by the C library's table, which is also ncurses' own:
/// 0, 1 or 2, and -1 where it is not printable. Independent of the process's locale.
int firefly_character_width(uint32_t code_point);

#endif
