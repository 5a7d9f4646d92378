#include "CProcess.h"

#include <errno.h>
#include <limits.h>
#include <stdint.h>
#include <string.h>
#include <sys/inotify.h>
#include <unistd.h>

static const uint32_t arrivals = IN_CREATE | IN_MOVED_TO;
static const uint32_t changes = IN_CLOSE_WRITE | IN_DELETE | IN_MOVED_FROM;
static const uint32_t itself = IN_DELETE_SELF | IN_MOVE_SELF;

static int begin(const char *folder, uint32_t events) {
  int watch = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
  if (watch < 0) return -1;
  events |= itself | IN_ONLYDIR;
  if (inotify_add_watch(watch, folder, events) >= 0) return watch;
  int reason = errno;
  close(watch);
  errno = reason;
  return -1;
}

int firefly_watch(const char *folder, bool only_arrivals) {
  return begin(folder, arrivals | (only_arrivals ? 0 : changes));
}

int firefly_watch_writes(const char *folder) { return begin(folder, arrivals | IN_MODIFY); }

bool firefly_watch_drain(int watch, const char *name) {
  // Room for at least one event with the longest name.
  _Alignas(struct inotify_event) char bytes[4096];
  _Static_assert(sizeof bytes >= sizeof(struct inotify_event) + NAME_MAX + 1, "room for an event");
  bool concerns = false;
  for (;;) {
    ssize_t count = read(watch, bytes, sizeof bytes);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return concerns;
    for (ssize_t place = 0; place < count;) {
      const struct inotify_event *event = (const struct inotify_event *)(bytes + place);
      place += (ssize_t)(sizeof *event + event->len);
      // Events without a name concern the folder, or a queue overflow.
      if (event->len == 0 || !name || strcmp(event->name, name) == 0) concerns = true;
    }
  }
}
