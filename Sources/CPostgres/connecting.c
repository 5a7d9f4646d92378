#include <errno.h>
#include <poll.h>
#include <time.h>

#include "CPostgres.h"

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

// Drops notices, which libpq would print.
static void drop(void *data, const char *message) { (void)data, (void)message; }

// Waits until the socket is ready; returns false at the end of the time.
static bool wait_for(int socket, short events, double end) {
  for (;;) {
    struct pollfd wait = {.fd = socket, .events = events};
    double left = end - now();
    if (left <= 0) return false;
    int ready = poll(&wait, 1, (int)(left * 1000) + 1);
    if (ready > 0) return true;
    if (ready < 0 && errno != EINTR) return false;
  }
}

PGconn *firefly_postgres_connect(
    const char *const *names, const char *const *values, double seconds) {
  const struct firefly_postgres_functions *pq = firefly_postgres();
  if (pq == NULL) return NULL;
  double end = now() + seconds;
  PGconn *connection = pq->PQconnectStartParams(names, values, 1);
  if (connection == NULL) return NULL;
  pq->PQsetNoticeProcessor(connection, drop, NULL);
  pq->PQsetErrorVerbosity(connection, FIREFLY_PQERRORS_VERBOSE);
  int step = FIREFLY_PGRES_POLLING_WRITING;
  while ((int)pq->PQstatus(connection) != FIREFLY_CONNECTION_BAD &&
         step != FIREFLY_PGRES_POLLING_OK &&
         step != FIREFLY_PGRES_POLLING_FAILED) {
    short events = step == FIREFLY_PGRES_POLLING_READING ? POLLIN : POLLOUT;
    if (!wait_for(pq->PQsocket(connection), events, end)) break;
    step = (int)pq->PQconnectPoll(connection);
  }
  pq->PQsetErrorVerbosity(connection, FIREFLY_PQERRORS_DEFAULT);
  return connection;
}
