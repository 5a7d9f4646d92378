// On Linux libdispatch looks after the threads of its global queues once a second for as long as the
// process lives, so that an idle program wakes up for nothing. It has no switch for that. Where it is
// linked into the program, as in releases, the linker leads its calls through here (`--wrap`, see
// Package.swift), and that one timer is never set. It is for more threads where all of a global queue are
// blocked. What blocks in Firefly, such as fsync, a file's lock or a slow folder, has a serial queue
// (BlockingThread, the drafts' own), and serial queues get a thread without that timer.

#include <stddef.h>
#include <stdint.h>

// libdispatch's own manager queue: only that timer is ever made on it. Missing (null) where
// libdispatch is a shared library, which keeps its timer.
extern char _dispatch_mgr_q[] __attribute__((weak, visibility("hidden")));

void *__real_dispatch_source_create(const void *type, uintptr_t handle, uintptr_t mask, void *queue);
void __real_dispatch_source_set_timer(
    void *source, uint64_t start, uint64_t interval, uint64_t leeway);

static void *watch_over_threads;

void *__wrap_dispatch_source_create(
    const void *type, uintptr_t handle, uintptr_t mask, void *queue) {
  void *source = __real_dispatch_source_create(type, handle, mask, queue);
  if (queue != NULL && queue == (void *)_dispatch_mgr_q) watch_over_threads = source;
  return source;
}

void __wrap_dispatch_source_set_timer(
    void *source, uint64_t start, uint64_t interval, uint64_t leeway) {
  const uint64_t forever = UINT64_MAX;
  if (source == watch_over_threads) start = interval = forever;
  __real_dispatch_source_set_timer(source, start, interval, leeway);
}
