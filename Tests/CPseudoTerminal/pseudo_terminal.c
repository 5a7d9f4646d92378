#define _GNU_SOURCE
#include "CPseudoTerminal.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <unistd.h>

int pseudo_terminal_open(char *path, size_t size) {
  int master = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK);
  if (master < 0) return -1;
  int failure = grantpt(master) != 0 || unlockpt(master) != 0 ? errno : ptsname_r(master, path, size);
  if (failure == 0) return master;
  close(master);
  errno = failure;
  return -1;
}

int pseudo_terminal_spawn(pid_t *pid, const char *program, char *const *arguments,
                          char *const *environment, const char *directory, const char *terminal) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  sigset_t none, every;
  sigemptyset(&none);
  sigfillset(&every);

  int failure = posix_spawn_file_actions_init(&actions);
  if (failure != 0) return failure;
  failure = posix_spawnattr_init(&attributes);
  if (failure != 0) {
    posix_spawn_file_actions_destroy(&actions);
    return failure;
  }
  // The leader of a new session gets the first terminal that it opens as its controlling one.
  failure = posix_spawn_file_actions_addopen(&actions, 0, terminal, O_RDWR, 0);
  if (failure == 0) failure = posix_spawn_file_actions_adddup2(&actions, 0, 1);
  if (failure == 0) failure = posix_spawn_file_actions_adddup2(&actions, 0, 2);
  // A program that is typed has nothing open besides; of ours, not everything closes by itself.
  if (failure == 0) failure = posix_spawn_file_actions_addclosefrom_np(&actions, 3);
  if (failure == 0 && directory != NULL)
    failure = posix_spawn_file_actions_addchdir_np(&actions, directory);
  if (failure == 0) failure = posix_spawnattr_setsigmask(&attributes, &none);
  if (failure == 0) failure = posix_spawnattr_setsigdefault(&attributes, &every);
  if (failure == 0)
    failure = posix_spawnattr_setflags(
        &attributes, POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  if (failure == 0)
    failure = posix_spawnp(pid, program, &actions, &attributes, arguments, environment);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return failure;
}

int pseudo_terminal_pipe(int *reading, int *writing) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC | O_NONBLOCK) != 0) return -1;
  *reading = ends[0];
  *writing = ends[1];
  return 0;
}
