#include "CTerminal.h"

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

extern char **environ;

// ncurses writes to a descriptor of its own, a dozen times a frame. During a frame it refers to a
// file in memory; when ncurses changes the terminal's modes, to the terminal.
static int output = -1;
static int memory = -1;

enum { memory_to_keep = 64 << 10, largest_frame = 64 << 20 };

// With a file size limit (`ulimit -f`), large frames would be truncated: it also applies to files
// in memory.
static bool may_be_large(void) {
  struct rlimit limit;
  return getrlimit(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur >= largest_frame;
}

// ncurses' output stream, opened once.
static FILE *stream(void) {
  static FILE *opened;
  if (opened != NULL) return opened;
  output = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
  opened = output < 0 ? NULL : fdopen(output, "w");
  if (opened == NULL) return opened = stdout;
  if (may_be_large()) memory = memfd_create("frame", MFD_CLOEXEC);
  return opened;
}

static void collect(bool collects) {
  if (memory >= 0) dup3(collects ? memory : STDOUT_FILENO, output, O_CLOEXEC);
}

size_t firefly_curses_collected(void) {
  off_t count = memory < 0 ? 0 : lseek(memory, 0, SEEK_CUR);
  return count < 0 ? 0 : (size_t)count;
}

size_t firefly_curses_take(uint8_t *bytes, size_t count) {
  ssize_t taken = pread(memory, bytes, count, 0);
  lseek(memory, 0, SEEK_SET);
  if (count > memory_to_keep && ftruncate(memory, 0) != 0) return 0;
  return taken < 0 ? 0 : (size_t)taken;
}

// The environment with TERMINFO in front. The array is replaced as a whole, so other threads that
// read the environment meanwhile see either array intact. For the same reason it is never freed.
static char **environment_with(char *terminfo) {
  size_t count = 0;
  while (environ != NULL && environ[count] != NULL) count++;
  char **extended = calloc(count + 2, sizeof *extended);
  if (extended == NULL) return NULL;
  extended[0] = terminfo;
  if (count > 0) memcpy(extended + 1, environ, count * sizeof *extended);
  return extended;
}

static SCREEN *new_screen(const char *type, const char *description) {
  if (description == NULL) return newterm(type, stream(), stdin);
  char **before = environ;
  char **extended = environment_with((char *)description);
  if (extended == NULL) return NULL;
  environ = extended;
  SCREEN *screen = newterm(type, stream(), stdin);
  environ = before;
  return screen;
}

bool firefly_curses_open(const char *type, const char *description) {
  // ncurses installs handlers for these signals; Firefly handles them itself.
  static const int caught[] = {SIGINT, SIGTERM, SIGTSTP, SIGWINCH};
  enum { count = sizeof caught / sizeof *caught };
  struct sigaction before[count];
  for (int i = 0; i < count; i++) sigaction(caught[i], NULL, &before[i]);
  // The size of the window counts, not exported LINES and COLUMNS.
  use_env(FALSE);
  use_tioctl(TRUE);
  SCREEN *screen = new_screen(type, description);
  for (int i = 0; i < count; i++) sigaction(caught[i], &before[i], NULL);
  if (screen == NULL) return false;

  set_escdelay(25);
  raw();
  noecho();
  nonl();
  typeahead(-1);
  intrflush(stdscr, FALSE);
  keypad(stdscr, TRUE);
  idlok(stdscr, TRUE);
  scrollok(stdscr, FALSE);
  leaveok(newscr, TRUE);
  curs_set(0);
  collect(true);
  return true;
}

int firefly_curses_start_colors(bool *defaults) {
  *defaults = false;
  if (!has_colors() || start_color() == ERR) return 0;
  *defaults = use_default_colors() != ERR;
  return COLORS;
}

int firefly_curses_pair_limit(void) { return COLOR_PAIRS; }

bool firefly_curses_set_pair(int pair, int foreground, int background) {
  return init_extended_pair(pair, foreground, background) != ERR;
}

static attr_t attributes_of(uint32_t bits) {
  attr_t attributes = A_NORMAL;
  if (bits & FireflyAttributeBold) attributes |= A_BOLD;
  if (bits & FireflyAttributeItalic) attributes |= A_ITALIC;
  if (bits & FireflyAttributeUnderline) attributes |= A_UNDERLINE;
  if (bits & FireflyAttributeReverse) attributes |= A_REVERSE;
  if (bits & FireflyAttributeDim) attributes |= A_DIM;
  if (bits & FireflyAttributeStrikethrough) attributes |= A_BLINK;
  if (bits & FireflyAttributeCurlyUnderline) attributes |= A_STANDOUT;
  return attributes;
}

// Writes cells to ncurses' virtual screen. A separate window would be compared and copied cell by
// cell.
void firefly_curses_put(int y, const FireflyCell *cells, int count) {
  enum { at_once = 64 };
  cchar_t run[at_once];
  int length = 0, x = 0, columns = 0;
  for (int i = 0; i < count; i++) {
    if (cells[i].width == 0) continue;
    bool is_plain = cells[i].characters[1] == 0;
    if (length > 0 && is_plain && cells[i - 1].characters[1] == 0 && cells[i - 1].width == 1 &&
        cells[i].attributes == cells[i - 1].attributes && cells[i].pair == cells[i - 1].pair) {
      // Same as the previous cell except for its character.
      run[length] = run[length - 1];
      run[length++].chars[0] = (wchar_t)cells[i].characters[0];
    } else {
      wchar_t text[6] = {0};
      for (int k = 0; k < 5; k++) text[k] = (wchar_t)cells[i].characters[k];
      int pair = cells[i].pair;
      setcchar(&run[length++], text, attributes_of(cells[i].attributes), 0, &pair);
    }
    columns += (int)cells[i].width;
    if (length == at_once) {
      mvwadd_wchnstr(newscr, y, x, run, length);
      x += columns;
      length = columns = 0;
    }
  }
  if (length > 0) mvwadd_wchnstr(newscr, y, x, run, length);
}

void firefly_curses_update(int y, int x, bool is_visible) {
  leaveok(newscr, y < 0);
  if (y >= 0) wmove(newscr, y, x);
  curs_set(y >= 0 && is_visible ? 1 : 0);
  doupdate();
}

int firefly_curses_row(void) { return getcury(curscr); }

int firefly_curses_column(void) { return getcurx(curscr); }

void firefly_curses_invalidate(void) { clearok(curscr, TRUE); }

void firefly_curses_invalidate_rows(int first, int count) { wredrawln(newscr, first, count); }

void firefly_curses_leave(void) {
  collect(false);
  endwin();
}

void firefly_curses_resume(void) {
  def_shell_mode();
  // An empty screen, which the next frame overwrites.
  werase(newscr);
  clearok(curscr, TRUE);
  doupdate();
  collect(true);
}

void firefly_curses_retake(void) {
  collect(false);
  reset_prog_mode();
  collect(true);
}

void firefly_curses_resize(int rows, int columns) {
  resize_term(rows, columns);
  clearok(curscr, TRUE);
}
