#ifndef CTERMINAL_H
#define CTERMINAL_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#ifndef NCURSES_WIDECHAR
#define NCURSES_WIDECHAR 1
#endif

#include <curses.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <termios.h>

// term.h is left out on purpose: it defines hundreds of macros with everyday names (`columns`,
// `lines`, `tab`). The few functions that are needed from it are declared here.
extern int tigetflag(const char *name);
extern int tigetnum(const char *name);
extern char *tigetstr(const char *name);

/// One cell as ncurses takes it. The layout has no padding, so that cells can be compared as bytes.
typedef struct {
  /// The base character and its marks; unused ones 0.
  uint32_t characters[5];
  /// Bits of `FireflyAttribute`.
  uint32_t attributes;
  /// Number of a colour pair.
  int32_t pair;
  /// Columns: 1 or 2, and 0 for the right half of a wide character.
  uint32_t width;
} FireflyCell;

/// ncurses knows no line through letters and no curly one below them: what it takes for blinking and for
/// standout is that, by an entry adapted so.
enum FireflyAttribute {
  FireflyAttributeBold = 1,
  FireflyAttributeItalic = 2,
  FireflyAttributeUnderline = 4,
  FireflyAttributeReverse = 8,
  FireflyAttributeDim = 16,
  FireflyAttributeStrikethrough = 32,
  FireflyAttributeCurlyUnderline = 64,
};

/// Standard names of terminfo's booleans, numbers and strings, in the order of compiled entries;
/// each list ends with NULL.
const char *const *firefly_boolean_names(void);
const char *const *firefly_number_names(void);
const char *const *firefly_string_names(void);

/// Reads the database's entry of a terminal, for the `tiget…` functions to look into.
bool firefly_terminfo_open(const char *type);
/// Lets go of it.
void firefly_terminfo_close(void);

/// Starts ncurses on the standard streams, in raw mode, without echo and without its own signal
/// handlers.
///
/// `description` replaces the terminal's entry in the database where it is not NULL (as
/// `TERMINFO=hex:…`; it must stay allocated). False if ncurses can't drive the terminal.
bool firefly_curses_open(const char *type, const char *description);

/// Starts colours; the number of them, 0 if there are none. `*defaults` tells whether the
/// terminal's own colours can be used as -1.
int firefly_curses_start_colors(bool *defaults);

/// Colour pairs that can be had, pair 0 included.
int firefly_curses_pair_limit(void);

/// Sets a colour pair; -1 is the terminal's own colour.
bool firefly_curses_set_pair(int pair, int foreground, int background);

/// Writes cells into the window, to the right from a place. The first must not be the right half of
/// a wide character, and the last not the left half.
void firefly_curses_put(int y, int x, const FireflyCell *cells, int count);

/// Moves what the window has in some rows up, or down where `rows` is negative; the rows that nothing
/// comes to are blank then.
void firefly_curses_scroll(int first, int last, int rows);

/// Writes what changed, and leaves the cursor at a place, seen or hidden; where `y` is negative it is
/// hidden and stands anywhere. What was written is to be taken and sent to the terminal.
void firefly_curses_update(int y, int x, bool is_visible);

/// Whether what ncurses writes while frames are drawn can be kept from the terminal, to be taken.
bool firefly_curses_collects(void);

/// Bytes that ncurses has written since they were taken last; 0 as well where it can't be kept from
/// sending them itself.
size_t firefly_curses_collected(void);

/// Takes so many of these bytes and forgets them all; the number that was taken.
size_t firefly_curses_take(uint8_t *bytes, size_t count);

/// The row in which the cursor stands after the last update.
int firefly_curses_row(void);
/// The column in which it stands.
int firefly_curses_column(void);

/// Makes the next update write everything.
void firefly_curses_invalidate(void);

/// Makes the next update write some rows whole.
void firefly_curses_invalidate_rows(int first, int count);

/// Gives the terminal back.
void firefly_curses_leave(void);
/// Takes it again, as it was.
void firefly_curses_resume(void);

/// Takes a new size over.
void firefly_curses_resize(int rows, int columns);

/// Reads the terminal's size; false where it doesn't tell. Sides in pixels are 0 where unknown.
bool firefly_window_size(int descriptor, int *rows, int *columns, int *width, int *height);

/// Remembers how to give the terminal back when the process ends for whatever reason: by `exit`, by
/// a fatal signal, or by one that nobody else handles. `bytes` is copied, at most 256 of them.
///
/// - Returns: false if there is too much to remember or a handler can't be set.
bool firefly_restore_arm(
    int descriptor, const struct termios *modes, const char *bytes, size_t count);

/// Forgets it again: the terminal has been given back.
void firefly_restore_disarm(void);

#endif
