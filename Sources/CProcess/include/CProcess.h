#ifndef CPROCESS_H
#define CPROCESS_H

#include <stdbool.h>

/// Makes all threads share one heap: saves memory in a program that computes little.
void firefly_share_heap(void);

/// Why a wait has ended.
struct firefly_wakeup {
  /// The descriptor is readable, or its other end is closed.
  bool is_readable;
  /// The main dispatch queue has work.
  bool has_work;
};

/// Blocks the main thread until a descriptor is readable or the main dispatch queue has work.
///
/// A dispatch source would need another thread, which doubles the latency of a key.
/// CoreFoundation's run loop waits for the same handle of the queue.
/// - Parameter descriptor: the descriptor, or -1.
struct firefly_wakeup firefly_wait(int descriptor);

/// Runs the pending work of the main dispatch queue.
///
/// Main thread only.
void firefly_run_main_queue(void);

/// Watches for a name in a folder: its creation, the end of a write, its replacement and removal.
///
/// - Parameters:
///   - folder: the folder; its own move or removal is reported, too.
///   - only_arrivals: whether to report only files created in the folder or moved there: otherwise
///     busy folders would wake the program needlessly.
/// - Returns: a descriptor that becomes readable after an event, and is not inherited; -1 with
///   errno if the folder can't be watched.
int firefly_watch(const char *folder, bool only_arrivals);

/// Watches for each write to a name in a folder, and for its creation.
///
/// - Returns: as `firefly_watch`.
int firefly_watch_writes(const char *folder);

/// Removes the pending events of a watch, without waiting; without a name, all of them concern the caller.
///
/// - Returns: whether any of them concerns the name, or the folder itself.
bool firefly_watch_drain(int watch, const char *name);

#endif
