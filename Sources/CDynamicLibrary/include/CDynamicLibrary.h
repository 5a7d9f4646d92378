#ifndef CDYNAMICLIBRARY_H
#define CDYNAMICLIBRARY_H

// Libraries that are loaded on first use: linked, they would delay every start. A library is a list
// of its functions, such as `#define PIPE_FUNCTIONS(X) X(pipe_open) X(pipe_close)`; each must be
// declared. Building needs no development package: the functions are declared here, and `make
// headers` compares them with the real ones (FIREFLY_REAL_HEADERS).

#include <pthread.h>
#include <stddef.h>

// clang-format off
#define FIREFLY_MEMBER(function) __typeof__(&function) function;
#define FIREFLY_NAME(function) #function,
// clang-format on

/// Declares a structure with a pointer to each function, and two functions: one returns the
/// structure, or NULL if the library can't be loaded; the other why it can't, or NULL.
#define FIREFLY_DECLARE_LIBRARY(library, FUNCTIONS)                       \
  struct firefly_##library##_functions { FUNCTIONS(FIREFLY_MEMBER) };     \
  const struct firefly_##library##_functions *firefly_##library(void);    \
  const char *firefly_##library##_problem(void);

/// Defines the two functions.
///
/// - `title`: the name of the library, for the problem.
/// - `prepare`: called once with the structure when the library has been loaded.
/// - The rest: the names of the library's file, each of another version; the first one is used that
///   exists.
#define FIREFLY_DEFINE_LIBRARY(library, FUNCTIONS, title, prepare, ...)                            \
  static pthread_once_t library##_once = PTHREAD_ONCE_INIT;                                        \
  static struct firefly_##library##_functions library##_functions;                                 \
  static char library##_problem[FIREFLY_PROBLEM_SIZE];                                             \
  static void library##_load(void) {                                                               \
    static const char *const files[] = {__VA_ARGS__, NULL};                                        \
    static const char *const names[] = {FUNCTIONS(FIREFLY_NAME) NULL};                             \
    firefly_load_functions(files, title, names, &library##_functions, library##_problem);          \
    if (library##_problem[0] == 0) prepare(&library##_functions);                                  \
  }                                                                                                \
  const char *firefly_##library##_problem(void) {                                                  \
    pthread_once(&library##_once, library##_load);                                                 \
    return library##_problem[0] != 0 ? library##_problem : NULL;                                   \
  }                                                                                                \
  const struct firefly_##library##_functions *firefly_##library(void) {                            \
    return firefly_##library##_problem() == NULL ? &library##_functions : NULL;                    \
  }

/// Size of the description of a problem in bytes, including the terminator.
enum { FIREFLY_PROBLEM_SIZE = 256 };

/// Loads a library and finds functions in it and in the libraries that it needs.
///
/// - Parameters:
///   - files: the names of its file, ending with NULL.
///   - title: its name.
///   - names: the names of the functions, ending with NULL.
///   - functions: receives a pointer to each function.
///   - problem: receives a description if the library or a function is missing.
void firefly_load_functions(
    const char *const *files, const char *title, const char *const *names, void *functions,
    char problem[FIREFLY_PROBLEM_SIZE]);

#endif
