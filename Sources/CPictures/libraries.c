#include "libraries.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>

#include "CPictures.h"

static pthread_once_t decoding_once = PTHREAD_ONCE_INIT;
static pthread_once_t symbols_once = PTHREAD_ONCE_INIT;
static struct firefly_decoding_functions decoding;
static struct firefly_symbol_functions symbols;
static char decoding_problem[256];
static char symbols_problem[256];

static void *open_library(const char *name, char *problem) {
  void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) {
    const char *reason = dlerror();
    snprintf(problem, 256, "%s", reason != NULL ? reason : name);
  }
  return library;
}

// Looks up a function in the library and its dependencies (GLib).
static void *resolve(void *library, const char *name, char *problem) {
  void *function = dlsym(library, name);
  if (function == NULL && problem[0] == 0) snprintf(problem, 256, "%s is missing", name);
  return function;
}

static void swallow(const char *domain, int level, const char *message, void *data) {
  (void)domain, (void)level, (void)message, (void)data;
}

static void load_decoding(void) {
  void *library = open_library("libgdk_pixbuf-2.0.so.0", decoding_problem);
  if (library == NULL) return;
#define RESOLVE(name) decoding.name = resolve(library, #name, decoding_problem);
  DECODING_FUNCTIONS(RESOLVE)
#undef RESOLVE
  if (decoding_problem[0] != 0) return;
  // GLib would print its warnings about invalid pictures onto the screen.
  decoding.g_log_set_default_handler(swallow, NULL);
}

static void load_symbols(void) {
  void *library = open_library("libchafa.so.0", symbols_problem);
  if (library == NULL) return;
#define RESOLVE(name) symbols.name = resolve(library, #name, symbols_problem);
  SYMBOL_FUNCTIONS(RESOLVE)
#undef RESOLVE
  // Starting its threads takes longer than drawing a screenful of symbols.
  if (symbols_problem[0] == 0) symbols.chafa_set_n_threads(1);
}

const struct firefly_decoding_functions *firefly_decoding(void) {
  return firefly_decoding_problem() == NULL ? &decoding : NULL;
}

const struct firefly_symbol_functions *firefly_symbol_drawing(void) {
  return firefly_symbols_problem() == NULL ? &symbols : NULL;
}

const char *firefly_decoding_problem(void) {
  pthread_once(&decoding_once, load_decoding);
  return decoding_problem[0] != 0 ? decoding_problem : NULL;
}

const char *firefly_symbols_problem(void) {
  pthread_once(&symbols_once, load_symbols);
  return symbols_problem[0] != 0 ? symbols_problem : NULL;
}

void firefly_bytes_free(uint8_t *bytes) {
  // Both libraries get it from GLib; at least the one that allocated the bytes is loaded.
  if (firefly_decoding_problem() == NULL) {
    decoding.g_free(bytes);
  } else if (firefly_symbols_problem() == NULL) {
    symbols.g_free(bytes);
  }
}
