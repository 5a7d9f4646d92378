#ifndef CPROCESS_H
#define CPROCESS_H

#include <stdbool.h>

/// Lets all threads share one heap: less memory for a program that computes little.
void firefly_share_heap(void);

/// What a wait ended for.
struct firefly_wakeup {
  /// The descriptor has something to read, or its other end is gone.
  bool is_readable;
  /// The main dispatch queue has something to run.
  bool has_work;
};

/// Waits, on the main thread, until a descriptor can be read or the main dispatch queue has work.
///
/// A dispatch source would do the same by way of another thread, which doubles the time that a key
/// takes. The queue's handle is the one that CoreFoundation's run loop waits for.
/// - descriptor: -1 for none.
struct firefly_wakeup firefly_wait(int descriptor);

/// Runs what waits in the main dispatch queue. Only on the main thread.
void firefly_run_main_queue(void);

/// Begins to watch for a name in a folder: for its being made, written to its end, replaced or removed.
///
/// - folder: that it is moved or removed itself is told, too.
/// - only_comings: whether only what is made or moved there is told of, nothing that happens to what is
///   there already: busy folders would wake the program for nothing.
/// - Returns: a descriptor that can be read when something has happened, and is not inherited; -1 if
///   the folder can't be watched, with errno.
int firefly_watch(const char *folder, bool only_comings);

/// Begins to watch for every write to a name in a folder, however small, and for its being made.
///
/// - Returns: as `firefly_watch`.
int firefly_watch_writes(const char *folder);

/// Takes what has happened off a watch, without waiting.
///
/// - Returns: whether any of it is about the name, or about the folder itself.
bool firefly_watch_take(int watch, const char *name);

#endif
