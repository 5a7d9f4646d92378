#include "libraries.h"

#include "CPictures.h"

static void swallow(const char *domain, int level, const char *message, void *data) {
  (void)domain, (void)level, (void)message, (void)data;
}

static void prepare_decoding(const struct firefly_decoding_functions *library) {
  // GLib would print its warnings about invalid pictures onto the screen.
  library->g_log_set_default_handler(swallow, NULL);
}

static void prepare_symbol_drawing(const struct firefly_symbol_drawing_functions *library) {
  // Starting its threads takes longer than drawing a screenful of symbols.
  library->chafa_set_n_threads(1);
}

FIREFLY_DEFINE_LIBRARY(
    decoding, DECODING_FUNCTIONS, "libgdk_pixbuf", prepare_decoding, "libgdk_pixbuf-2.0.so.0")
FIREFLY_DEFINE_LIBRARY(
    symbol_drawing, SYMBOL_FUNCTIONS, "libchafa", prepare_symbol_drawing, "libchafa.so.0")

void firefly_bytes_free(uint8_t *bytes) {
  // Both libraries get it from GLib; at least the one that allocated the bytes is loaded.
  if (firefly_decoding() != NULL) {
    firefly_decoding()->g_free(bytes);
  } else if (firefly_symbol_drawing() != NULL) {
    firefly_symbol_drawing()->g_free(bytes);
  }
}
