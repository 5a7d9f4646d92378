#ifndef C_PSEUDO_TERMINAL_H
#define C_PSEUDO_TERMINAL_H

#include <stddef.h>
#include <sys/types.h>

/// Opens the master side of a new pseudo-terminal, non-blocking and not inherited by children.
///
/// `path` receives the path of the other side. Returns the descriptor, or -1 with `errno` set.
int pseudo_terminal_open(char *path, size_t size);

/// Starts a program, looked for in PATH, in a new session with the terminal at `terminal` as its
/// controlling one and its standard streams, all signals at their defaults and none blocked.
///
/// `directory` may be null. Returns 0, or the error's number.
int pseudo_terminal_spawn(pid_t *pid, const char *program, char *const *arguments,
                          char *const *environment, const char *directory, const char *terminal);

/// Opens a pipe, non-blocking and not inherited by children. Returns 0, or -1 with `errno` set.
int pseudo_terminal_pipe(int *reading, int *writing);

#endif
