// On Linux, libdispatch checks the threads of its global queues once a second while the process
// lives, which wakes an idle program. There is no switch for that. Where libdispatch is linked
// statically, as in releases, the linker redirects its calls to this file (`--wrap`, see
// Package.swift), and that timer is never set. The timer adds threads when all threads of a global
// queue are blocked. In Firefly, blocking work such as fsync, file locks or slow folders has serial
// queues (BlockingThread, the queue for drafts), which get threads without that timer.

#include <stddef.h>
#include <stdint.h>

// libdispatch's manager queue: only that timer is ever created on it. Missing (null) where
// libdispatch is a shared library, which keeps its timer.
extern char _dispatch_mgr_q[] __attribute__((weak, visibility("hidden")));

// Only the program is linked with `--wrap`; elsewhere, as in a debug build of the tests, these two are missing.
__attribute__((weak)) void *__real_dispatch_source_create(
    const void *type, uintptr_t handle, uintptr_t mask, void *queue);
__attribute__((weak)) void __real_dispatch_source_set_timer(
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
