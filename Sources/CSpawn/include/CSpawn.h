#ifndef CSPAWN_H
#define CSPAWN_H

#include <spawn.h>

// glibc's own additions to posix_spawn, which Swift doesn't see.

/// Closes all descriptors from a number on.
int firefly_spawn_close_from(posix_spawn_file_actions_t *actions, int first);

/// Starts the program in a folder.
int firefly_spawn_in_folder(posix_spawn_file_actions_t *actions, const char *folder);

#endif
