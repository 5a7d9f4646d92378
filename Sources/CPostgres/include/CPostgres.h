#ifndef FIREFLY_CPOSTGRES_H
#define FIREFLY_CPOSTGRES_H

// libpq, loaded on first use.

#include <stdbool.h>

#include "CDynamicLibrary.h"

#ifdef FIREFLY_REAL_HEADERS
#include <libpq-fe.h>
#define FIREFLY_SAME(name, value) _Static_assert(FIREFLY_##name == (int)name, #name);
#else
#define FIREFLY_SAME(name, value)
typedef struct pg_conn PGconn;
typedef struct pg_result PGresult;
typedef struct _PQconninfoOption {
  char *keyword;
  char *envvar;
  char *compiled;
  char *val;
  char *label;
  char *dispchar;
  int dispsize;
} PQconninfoOption;
typedef void (*PQnoticeProcessor)(void *data, const char *message);
#endif

#define FIREFLY_POSTGRES_CONSTANTS(X) \
  X(CONNECTION_OK, 0)                 \
  X(CONNECTION_BAD, 1)                \
  X(PGRES_POLLING_FAILED, 0)          \
  X(PGRES_POLLING_READING, 1)         \
  X(PGRES_POLLING_WRITING, 2)         \
  X(PGRES_POLLING_OK, 3)              \
  X(PGRES_COMMAND_OK, 1)              \
  X(PGRES_TUPLES_OK, 2)               \
  X(PGRES_PIPELINE_SYNC, 10)          \
  X(PQTRANS_IDLE, 0)                  \
  X(PQ_PIPELINE_OFF, 0)               \
  X(PQERRORS_DEFAULT, 1)              \
  X(PQERRORS_VERBOSE, 2)              \
  X(PG_DIAG_SQLSTATE, 'C')            \
  X(PG_DIAG_MESSAGE_PRIMARY, 'M')

#define FIREFLY_ENUMERATOR(name, value) FIREFLY_##name = value,
enum { FIREFLY_POSTGRES_CONSTANTS(FIREFLY_ENUMERATOR) };
FIREFLY_POSTGRES_CONSTANTS(FIREFLY_SAME)

#ifndef FIREFLY_REAL_HEADERS
// In libpq these types are enumerations, which the compiler passes as these integers.
PGconn *PQconnectStartParams(const char *const *names, const char *const *values, int expand);
unsigned PQconnectPoll(PGconn *connection);
unsigned PQstatus(const PGconn *connection);
unsigned PQsetErrorVerbosity(PGconn *connection, unsigned verbosity);
unsigned PQtransactionStatus(const PGconn *connection);
unsigned PQpipelineStatus(const PGconn *connection);
unsigned PQresultStatus(const PGresult *result);
typedef unsigned Oid;
#endif
PQconninfoOption *PQconninfoParse(const char *text, char **problem);
void PQconninfoFree(PQconninfoOption *options);
void PQfreemem(void *memory);
void PQfinish(PGconn *connection);
int PQsocket(const PGconn *connection);
int PQconnectionNeedsPassword(const PGconn *connection);
char *PQerrorMessage(const PGconn *connection);
int PQsetnonblocking(PGconn *connection, int is_nonblocking);
PQnoticeProcessor PQsetNoticeProcessor(
    PGconn *connection, PQnoticeProcessor processor, void *data);
int PQsendQuery(PGconn *connection, const char *statements);
int PQsendQueryParams(
    PGconn *connection, const char *statement, int count, const Oid *types,
    const char *const *values, const int *lengths, const int *formats, int result_format);
int PQsendPrepare(
    PGconn *connection, const char *name, const char *statement, int count, const Oid *types);
int PQsendQueryPrepared(
    PGconn *connection, const char *name, int count, const char *const *values,
    const int *lengths, const int *formats, int result_format);
int PQenterPipelineMode(PGconn *connection);
int PQpipelineSync(PGconn *connection);
int PQexitPipelineMode(PGconn *connection);
int PQflush(PGconn *connection);
int PQconsumeInput(PGconn *connection);
int PQisBusy(PGconn *connection);
PGresult *PQgetResult(PGconn *connection);
void PQclear(PGresult *result);
char *PQresultErrorField(const PGresult *result, int field);
int PQntuples(const PGresult *result);
int PQgetisnull(const PGresult *result, int row, int column);
int PQgetlength(const PGresult *result, int row, int column);
char *PQgetvalue(const PGresult *result, int row, int column);
char *PQcmdTuples(PGresult *result);

#define FIREFLY_POSTGRES_FUNCTIONS(X)                                                       \
  X(PQconnectStartParams) X(PQconnectPoll) X(PQstatus) X(PQsetErrorVerbosity)               \
  X(PQtransactionStatus) X(PQresultStatus) X(PQconninfoParse) X(PQconninfoFree)             \
  X(PQfreemem) X(PQfinish) X(PQsocket) X(PQconnectionNeedsPassword) X(PQerrorMessage)       \
  X(PQsetnonblocking) X(PQsetNoticeProcessor) X(PQsendQuery) X(PQsendQueryParams)           \
  X(PQsendPrepare) X(PQsendQueryPrepared)                                                   \
  X(PQenterPipelineMode) X(PQpipelineStatus) X(PQpipelineSync) X(PQexitPipelineMode)        \
  X(PQflush) X(PQconsumeInput) X(PQisBusy) X(PQgetResult) X(PQclear) X(PQresultErrorField)  \
  X(PQntuples) X(PQgetisnull) X(PQgetlength) X(PQgetvalue) X(PQcmdTuples)

FIREFLY_DECLARE_LIBRARY(postgres, FIREFLY_POSTGRES_FUNCTIONS)

/// Connects, including name resolution; blocks the calling thread.
///
/// - Parameters:
///   - names: the names of the options, ending with NULL.
///   - values: their values, ending with NULL; `dbname` may be a whole connection string.
///   - seconds: the time limit.
/// - Returns: the connection, even if it failed; NULL if there is no memory. Messages contain the
///   SQLSTATE, such as 28P01. Notices are dropped.
PGconn *firefly_postgres_connect(
    const char *const *names, const char *const *values, double seconds);

#endif
