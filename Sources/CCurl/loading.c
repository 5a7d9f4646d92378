// libcurl depends on some thirty libraries. Linked, they are loaded and bound before `main`, which
// takes a third of the time to the first frame, for every command, even one that sends no request.
// So the functions that Firefly and FoundationNetworking call are defined here; the first call of
// any of them loads the library.

#include <dlfcn.h>
#include <pthread.h>
#include <stdarg.h>

#include "CCurl.h"

// The value of an option and a result are passed as one machine word: a pointer, a `long` or a
// `curl_off_t`.
_Static_assert(
    sizeof(void *) == sizeof(curl_off_t) && sizeof(void *) == sizeof(long), "only for 64-bit systems");

// result, name, parameters, arguments, result without the library
#define FUNCTIONS(F)                                                                              \
  F(CURLcode, curl_global_init, (long flags), (flags), CURLE_FAILED_INIT)                         \
  F(CURL *, curl_easy_init, (void), (), NULL)                                                     \
  F(CURLcode, curl_easy_pause, (CURL * easy, int mask), (easy, mask), CURLE_FAILED_INIT)          \
  F(const char *, curl_easy_strerror, (CURLcode code), (code), "libcurl is missing")              \
  F(CURLM *, curl_multi_init, (void), (), NULL)                                                   \
  F(CURLMcode, curl_multi_add_handle, (CURLM * multi, CURL *easy), (multi, easy),                 \
    CURLM_INTERNAL_ERROR)                                                                         \
  F(CURLMcode, curl_multi_remove_handle, (CURLM * multi, CURL *easy), (multi, easy),              \
    CURLM_INTERNAL_ERROR)                                                                         \
  F(CURLMcode, curl_multi_cleanup, (CURLM * multi), (multi), CURLM_INTERNAL_ERROR)                \
  F(CURLMcode, curl_multi_assign, (CURLM * multi, curl_socket_t socket, void *pointer),           \
    (multi, socket, pointer), CURLM_INTERNAL_ERROR)                                               \
  F(CURLMcode, curl_multi_perform, (CURLM * multi, int *running), (multi, running),               \
    CURLM_INTERNAL_ERROR)                                                                         \
  F(CURLMcode, curl_multi_poll,                                                                   \
    (CURLM * multi, struct curl_waitfd others[], unsigned count, int timeout, int *ready),        \
    (multi, others, count, timeout, ready), CURLM_INTERNAL_ERROR)                                 \
  F(CURLMcode, curl_multi_wakeup, (CURLM * multi), (multi), CURLM_INTERNAL_ERROR)                 \
  F(CURLMcode, curl_multi_socket_action,                                                          \
    (CURLM * multi, curl_socket_t socket, int events, int *running),                              \
    (multi, socket, events, running), CURLM_INTERNAL_ERROR)                                       \
  F(CURLMsg *, curl_multi_info_read, (CURLM * multi, int *left), (multi, left), NULL)             \
  F(struct curl_slist *, curl_slist_append, (struct curl_slist * list, const char *text),         \
    (list, text), NULL)                                                                           \
  F(CURLU *, curl_url, (void), (), NULL)                                                          \
  F(CURLUcode, curl_url_get, (const CURLU *url, CURLUPart part, char **text, unsigned flags),     \
    (url, part, text, flags), CURLUE_OUT_OF_MEMORY)                                               \
  F(CURLUcode, curl_url_set, (CURLU * url, CURLUPart part, const char *text, unsigned flags),     \
    (url, part, text, flags), CURLUE_OUT_OF_MEMORY)                                               \
  F(char *, curl_version, (void), (), "")                                                         \
  F(curl_version_info_data *, curl_version_info, (CURLversion age), (age), NULL)

// name, parameters, arguments: functions without a result
#define PROCEDURES(F)                                                                             \
  F(curl_easy_cleanup, (CURL * easy), (easy))                                                     \
  F(curl_free, (void *pointer), (pointer))                                                        \
  F(curl_slist_free_all, (struct curl_slist * list), (list))

// result, name, handle, key, result without the library: functions with one argument of any type
#define VARIADIC(F)                                                                               \
  F(CURLcode, curl_easy_setopt, CURL *, CURLoption, CURLE_FAILED_INIT)                            \
  F(CURLcode, curl_easy_getinfo, CURL *, CURLINFO, CURLE_FAILED_INIT)                             \
  F(CURLMcode, curl_multi_setopt, CURLM *, CURLMoption, CURLM_INTERNAL_ERROR)

static struct {
#define POINTER(result, name, parameters, arguments, failure) result(*name##_) parameters;
  FUNCTIONS(POINTER)
#undef POINTER
#define POINTER(name, parameters, arguments) void(*name##_) parameters;
  PROCEDURES(POINTER)
#undef POINTER
#define POINTER(result, name, handle, key, failure) result (*name##_)(handle, key, ...);
  VARIADIC(POINTER)
#undef POINTER
} functions;

static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
  void *library = dlopen("libcurl.so.4", RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) return;
#define RESOLVE(result, name, parameters, arguments, failure) \
  functions.name##_ = (__typeof__(functions.name##_))dlsym(library, #name);
  FUNCTIONS(RESOLVE)
  VARIADIC(RESOLVE)
#undef RESOLVE
#define RESOLVE(name, parameters, arguments) \
  functions.name##_ = (__typeof__(functions.name##_))dlsym(library, #name);
  PROCEDURES(RESOLVE)
#undef RESOLVE
}

bool firefly_load_curl(void) {
  pthread_once(&once, load);
  return functions.curl_multi_init_ != NULL;
}

// The name in C differs from the name for the linker, because the headers of libcurl's versions
// declare different parameters as const.
#define FORWARD(result, name, parameters, arguments, failure)              \
  result forward_##name parameters __asm__(#name);                         \
  result forward_##name parameters {                                       \
    firefly_load_curl();                                                   \
    return functions.name##_ == NULL ? (failure) : functions.name##_ arguments; \
  }
FUNCTIONS(FORWARD)
#undef FORWARD

#define FORWARD(name, parameters, arguments)                      \
  void forward_##name parameters __asm__(#name);                  \
  void forward_##name parameters {                                \
    firefly_load_curl();                                          \
    if (functions.name##_ != NULL) functions.name##_ arguments;   \
  }
PROCEDURES(FORWARD)
#undef FORWARD

#define FORWARD(result, name, handle, key, failure)                                   \
  result forward_##name(handle of, key what, ...) __asm__(#name);                     \
  result forward_##name(handle of, key what, ...) {                                   \
    va_list list;                                                                     \
    va_start(list, what);                                                             \
    void *word = va_arg(list, void *);                                                \
    va_end(list);                                                                     \
    firefly_load_curl();                                                              \
    return functions.name##_ == NULL ? (failure) : functions.name##_(of, what, word); \
  }
VARIADIC(FORWARD)
#undef FORWARD
