#include "CTerminal.h"

#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { capacity = 1024, alternate_stack = 32 * 1024, signal_count = 65 };

static atomic_bool armed;
static pid_t owner;
static int descriptor_to_restore;
static struct termios modes_to_restore;
static char bytes_to_restore[capacity];
static size_t count_to_restore;
static struct sigaction before[signal_count];
static bool replaced[signal_count];
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
  // A background process would be stopped here by SIGTTOU; exiting is more important.
  sigset_t output, blocked;
  sigemptyset(&output);
  sigaddset(&output, SIGTTOU);
  sigprocmask(SIG_BLOCK, &output, &blocked);
  tcsetattr(descriptor_to_restore, TCSANOW, &modes_to_restore);
  sigprocmask(SIG_SETMASK, &blocked, NULL);
}

// Restores the terminal, then lets the signal have its original effect: reinstalls the previous
// action (a crash reporter's, or the default) and raises the signal again.
static void handle(int signal) {
  int code = errno;
  restore();
  if (replaced[signal]) sigaction(signal, &before[signal], NULL);
  errno = code;
  raise(signal);
}

// Crashes of the program. Another handler, such as a crash reporter's, runs after ours.
static bool is_fault(int signal) {
  switch (signal) {
    case SIGSEGV: case SIGBUS: case SIGILL: case SIGFPE: case SIGABRT: case SIGTRAP: case SIGSYS:
      return true;
    default: return false;
  }
}

// Whether a signal ends a program that doesn't handle it. All do except those that stop it,
// continue it, or are ignored by default.
static bool ends_programs(int signal) {
  switch (signal) {
    case SIGSTOP: case SIGTSTP: case SIGTTIN: case SIGTTOU: case SIGCONT:
    case SIGCHLD: case SIGURG: case SIGWINCH: return false;
    default: return signal != SIGKILL;
  }
}

static bool install(void) {
  if (installed) return true;
  installed = true;
  // On a separate stack, because deep recursion usually crashes with a stack overflow.
  stack_t current;
  if (sigaltstack(NULL, &current) == 0 && (current.ss_flags & SS_DISABLE)) {
    stack_t stack = {.ss_sp = malloc(alternate_stack), .ss_size = alternate_stack};
    if (stack.ss_sp != NULL) sigaltstack(&stack, NULL);
  }
  for (int signal = 1; signal < signal_count; signal++) {
    // The C library reserves two signals and reports an error for them.
    if (!ends_programs(signal) || sigaction(signal, NULL, &before[signal]) != 0) continue;
    if (!is_fault(signal) && before[signal].sa_handler != SIG_DFL) continue;
    struct sigaction action = {.sa_handler = handle, .sa_flags = SA_ONSTACK};
    sigfillset(&action.sa_mask);
    replaced[signal] = sigaction(signal, &action, NULL) == 0;
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
