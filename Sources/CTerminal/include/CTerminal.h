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

// term.h is not included: it defines hundreds of macros with common names (`columns`, `lines`,
// `tab`). The functions needed from it are declared here.
extern int tigetflag(const char *name);
extern int tigetnum(const char *name);
extern char *tigetstr(const char *name);

/// One cell for ncurses.
typedef struct {
  /// The base character and combining marks; unused entries are 0.
  uint32_t characters[5];
  /// Bits of `FireflyAttribute`.
  uint32_t attributes;
  /// Number of a colour pair.
  int32_t pair;
  /// Columns: 1 or 2, or 0 for the right half of a wide character.
  uint32_t width;
} FireflyCell;

/// ncurses has no attributes for strikethrough and curly underlines: an adapted terminfo entry uses
/// blink and standout for them.
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

/// Loads a terminal's entry from the database, for the `tiget…` functions.
bool firefly_terminfo_open(const char *type);
/// Frees the entry.
void firefly_terminfo_close(void);

/// Starts ncurses on the standard streams, in raw mode, without echo and without its signal
/// handlers.
///
/// If not NULL, `description` replaces the terminal's entry in the database (as `TERMINFO=hex:…`;
/// it must stay allocated). False if ncurses can't drive the terminal.
bool firefly_curses_open(const char *type, const char *description);

/// Starts colours and returns their number, or 0.
///
/// `*defaults` is set to whether -1 means the terminal's default colour.
int firefly_curses_start_colors(bool *defaults);

/// Maximum number of colour pairs, including pair 0.
int firefly_curses_pair_limit(void);

/// Defines a colour pair; -1 is the terminal's default colour.
bool firefly_curses_set_pair(int pair, int foreground, int background);

/// Writes a row of cells to the window.
///
/// No half of a wide character may lack the other one.
void firefly_curses_put(int y, const FireflyCell *cells, int count);

/// Writes the changes and places the cursor, visible or hidden; with a negative `y` it is hidden
/// and its position undefined.
///
/// The output must then be taken and sent to the terminal.
void firefly_curses_update(int y, int x, bool is_visible);

/// Number of collected bytes; also 0 if ncurses writes directly to the terminal.
size_t firefly_curses_collected(void);

/// Copies up to `count` of the collected bytes, discards all, and returns the number copied.
size_t firefly_curses_take(uint8_t *bytes, size_t count);

/// The cursor's row after the last update.
int firefly_curses_row(void);
/// The cursor's column after the last update.
int firefly_curses_column(void);

/// Forces a complete redraw with the next update.
void firefly_curses_invalidate(void);

/// Forces a redraw of some rows with the next update.
void firefly_curses_invalidate_rows(int first, int count);

/// Restores the terminal.
void firefly_curses_leave(void);
/// Takes control of the terminal again.
void firefly_curses_resume(void);

/// Sets the terminal's modes again.
void firefly_curses_retake(void);

/// Changes the size.
void firefly_curses_resize(int rows, int columns);

/// Registers bytes that restore the terminal when the process ends: by `exit`, a fatal signal, or
/// another signal without a handler.
///
/// Copies up to 256 bytes.
///
/// - Returns: false if there are too many bytes or a handler can't be installed.
bool firefly_restore_arm(
    int descriptor, const struct termios *modes, const char *bytes, size_t count);

/// Unregisters them, after the terminal has been restored.
void firefly_restore_disarm(void);

#endif
