#include "CTerminal.h"

#include <term.h>
#include <unistd.h>

const char *const *firefly_boolean_names(void) { return (const char *const *)boolnames; }
const char *const *firefly_number_names(void) { return (const char *const *)numnames; }
const char *const *firefly_string_names(void) { return (const char *const *)strnames; }

bool firefly_terminfo_open(const char *type) {
  int failure = 0;
  return setupterm(type, STDOUT_FILENO, &failure) == OK;
}

void firefly_terminfo_close(void) {
  if (cur_term != NULL) del_curterm(cur_term);
}
