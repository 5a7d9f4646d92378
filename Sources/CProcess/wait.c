#include "CProcess.h"

#include <errno.h>
#include <poll.h>
#include <stddef.h>
#include <stdint.h>
#include <unistd.h>

// libdispatch's interface for run loops.
extern int _dispatch_get_main_queue_handle_4CF(void);
extern void _dispatch_main_queue_callback_4CF(void *message);

struct firefly_wakeup firefly_wait(int descriptor) {
  // poll ignores negative descriptors.
  struct pollfd both[2] = {
      {.fd = descriptor, .events = POLLIN},
      {.fd = _dispatch_get_main_queue_handle_4CF(), .events = POLLIN},
  };
  struct firefly_wakeup result = {false, false};
  if (poll(both, 2, -1) < 0) return result;  // a signal: the caller looks again
  result.is_readable = both[0].revents != 0;
  result.has_work = both[1].revents != 0;
  return result;
}

void firefly_run_main_queue(void) {
  uint64_t count;
  ssize_t got;
  do {
    got = read(_dispatch_get_main_queue_handle_4CF(), &count, sizeof count);
  } while (got < 0 && errno == EINTR);
  _dispatch_main_queue_callback_4CF(NULL);
}
