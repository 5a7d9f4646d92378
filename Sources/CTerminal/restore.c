#include "CTerminal.h"

#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { capacity = 256, alternate_stack = 32 * 1024 };

// Faults of the program, and requests to end that no one else has asked for.
static const int watched[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP,
                              SIGSYS,  SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGPIPE};
enum { watched_count = sizeof watched / sizeof *watched, fault_count = 7 };

static atomic_bool armed;
static pid_t owner;
static int descriptor_to_restore;
static struct termios modes_to_restore;
static char bytes_to_restore[capacity];
static size_t count_to_restore;
static struct sigaction before[watched_count];
static bool replaced[watched_count];
static bool installed;

// Only calls that are safe in a signal handler.
static void restore(void) {
  if (!atomic_exchange(&armed, false) || getpid() != owner) return;
  size_t written = 0;
  while (written < count_to_restore) {
    ssize_t count = write(
        descriptor_to_restore, bytes_to_restore + written, count_to_restore - written);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) break;
    written += (size_t)count;
  }
  // A process in the background is stopped by SIGTTOU for this; ending matters more here.
  sigset_t output, blocked;
  sigemptyset(&output);
  sigaddset(&output, SIGTTOU);
  sigprocmask(SIG_BLOCK, &output, &blocked);
  tcsetattr(descriptor_to_restore, TCSANOW, &modes_to_restore);
  sigprocmask(SIG_SETMASK, &blocked, NULL);
}

// Gives the terminal back, then lets the signal do what it would have done without us: the action
// of before (a crash reporter's, or the default) is put back and the signal raised again.
static void handle(int signal) {
  int code = errno;
  restore();
  for (int i = 0; i < watched_count; i++)
    if (watched[i] == signal && replaced[i]) sigaction(signal, &before[i], NULL);
  errno = code;
  raise(signal);
}

static bool install(void) {
  if (installed) return true;
  installed = true;
  // A stack of its own, because the usual fault of a deep recursion is that there is no more stack.
  stack_t current;
  if (sigaltstack(NULL, &current) == 0 && (current.ss_flags & SS_DISABLE)) {
    stack_t stack = {.ss_sp = malloc(alternate_stack), .ss_size = alternate_stack};
    if (stack.ss_sp != NULL) sigaltstack(&stack, NULL);
  }
  for (int i = 0; i < watched_count; i++) {
    if (sigaction(watched[i], NULL, &before[i]) != 0) continue;
    bool fault = i < fault_count;
    if (!fault && before[i].sa_handler != SIG_DFL) continue;
    struct sigaction action = {.sa_handler = handle, .sa_flags = SA_ONSTACK};
    sigfillset(&action.sa_mask);
    replaced[i] = sigaction(watched[i], &action, NULL) == 0;
  }
  return atexit(restore) == 0;
}

bool firefly_restore_arm(
    int descriptor, const struct termios *modes, const char *bytes, size_t count) {
  if (count > capacity) return false;
  atomic_store(&armed, false);
  descriptor_to_restore = descriptor;
  modes_to_restore = *modes;
  memcpy(bytes_to_restore, bytes, count);
  count_to_restore = count;
  owner = getpid();
  atomic_store(&armed, true);
  return install();
}

void firefly_restore_disarm(void) { atomic_store(&armed, false); }
