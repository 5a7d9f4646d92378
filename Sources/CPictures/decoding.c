#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "CPictures.h"
#include "libraries.h"

struct firefly_decoder {
  const struct firefly_decoding_functions *library;
  GdkPixbufLoader *loader;
  int width, height;
  int target_width, target_height;
  bool is_closed;
  char problem[256];
};

// Copies the message to `problem`, unless that contains an earlier one, and frees the error.
static void record_problem(const struct firefly_decoding_functions *library, GError *error, char *problem) {
  if (problem[0] == 0) {
    snprintf(problem, 256, "%s", error != NULL && error->message ? error->message : "broken");
  }
  if (error != NULL) library->g_error_free(error);
}

static void size_prepared(GdkPixbufLoader *loader, int width, int height, void *data) {
  firefly_decoder *decoder = data;
  if (width == decoder->width && height == decoder->height) {
    decoder->library->gdk_pixbuf_loader_set_size(
        loader, decoder->target_width, decoder->target_height);
    return;
  }
  snprintf(decoder->problem, sizeof decoder->problem, "sizes contradict each other");
  // With a size of zero the loader gives up before it allocates memory.
  decoder->library->gdk_pixbuf_loader_set_size(loader, 0, 0);
}

// The loader leaves missing rows uninitialised; fill them with grey.
static void area_prepared(GdkPixbufLoader *loader, void *data) {
  firefly_decoder *decoder = data;
  GdkPixbuf *pixbuf = decoder->library->gdk_pixbuf_loader_get_pixbuf(loader);
  if (pixbuf != NULL) decoder->library->gdk_pixbuf_fill(pixbuf, 0xB3B3B3FF);
}

firefly_decoder *firefly_decoder_create(
    const char *format, int width, int height, int target_width, int target_height,
    char *problem) {
  problem[0] = 0;
  const struct firefly_decoding_functions *library = firefly_decoding();
  if (library == NULL) {
    snprintf(problem, 256, "%s", firefly_decoding_problem());
    return NULL;
  }
  GError *error = NULL;
  GdkPixbufLoader *loader = library->gdk_pixbuf_loader_new_with_type(format, &error);
  firefly_decoder *decoder = loader != NULL ? calloc(1, sizeof *decoder) : NULL;
  if (decoder == NULL) {
    record_problem(library, error, problem);
    if (loader != NULL) library->g_object_unref(loader);
    return NULL;
  }
  decoder->library = library;
  decoder->loader = loader;
  decoder->width = width;
  decoder->height = height;
  decoder->target_width = target_width;
  decoder->target_height = target_height;
  library->g_signal_connect_data(
      loader, "size-prepared", (GCallback)size_prepared, decoder, NULL, 0);
  if (strcmp(format, "jpeg") == 0 || strcmp(format, "png") == 0) {
    library->g_signal_connect_data(
        loader, "area-prepared", (GCallback)area_prepared, decoder, NULL, 0);
  }
  return decoder;
}

bool firefly_decoder_feed(firefly_decoder *decoder, const uint8_t *bytes, size_t count) {
  GError *error = NULL;
  if (decoder->library->gdk_pixbuf_loader_write(decoder->loader, bytes, count, &error)) {
    return decoder->problem[0] == 0;
  }
  record_problem(decoder->library, error, decoder->problem);
  // The loader closes itself after a failed write.
  decoder->is_closed = true;
  return false;
}

bool firefly_decoder_finish(firefly_decoder *decoder) {
  if (decoder->is_closed) return false;
  decoder->is_closed = true;
  GError *error = NULL;
  if (!decoder->library->gdk_pixbuf_loader_close(decoder->loader, &error)) {
    record_problem(decoder->library, error, decoder->problem);
  }
  return decoder->problem[0] == 0;
}

bool firefly_decoder_pixels(firefly_decoder *decoder, firefly_pixels *pixels) {
  const struct firefly_decoding_functions *library = decoder->library;
  GdkPixbuf *pixbuf = library->gdk_pixbuf_loader_get_pixbuf(decoder->loader);
  if (pixbuf == NULL || library->gdk_pixbuf_get_bits_per_sample(pixbuf) != 8) return false;
  pixels->width = library->gdk_pixbuf_get_width(pixbuf);
  pixels->height = library->gdk_pixbuf_get_height(pixbuf);
  pixels->channels = library->gdk_pixbuf_get_n_channels(pixbuf);
  pixels->stride = library->gdk_pixbuf_get_rowstride(pixbuf);
  pixels->bytes = library->gdk_pixbuf_read_pixels(pixbuf);
  return pixels->bytes != NULL && (pixels->channels == 3 || pixels->channels == 4);
}

const char *firefly_decoder_problem(const firefly_decoder *decoder) { return decoder->problem; }

void firefly_decoder_destroy(firefly_decoder *decoder) {
  if (!decoder->is_closed) decoder->library->gdk_pixbuf_loader_close(decoder->loader, NULL);
  decoder->library->g_object_unref(decoder->loader);
  free(decoder);
}

uint8_t *firefly_encode(
    firefly_pixels pixels, int width, int height, const char *format, size_t *count) {
  const struct firefly_decoding_functions *library = firefly_decoding();
  if (library == NULL) return NULL;
  GdkPixbuf *pixbuf = library->gdk_pixbuf_new_from_data(
      pixels.bytes, FIREFLY_GDK_COLORSPACE_RGB, pixels.channels == 4, 8, pixels.width,
      pixels.height, pixels.stride, NULL, NULL);
  if (pixbuf == NULL) return NULL;
  if (width != pixels.width || height != pixels.height) {
    GdkPixbuf *scaled =
        library->gdk_pixbuf_scale_simple(pixbuf, width, height, FIREFLY_GDK_INTERP_BILINEAR);
    library->g_object_unref(pixbuf);
    if (scaled == NULL) return NULL;
    pixbuf = scaled;
  }
  bool is_png = strcmp(format, "png") == 0;
  char *keys[] = {is_png ? "compression" : "quality", NULL};
  char *values[] = {is_png ? "3" : "90", NULL};
  char *bytes = NULL;
  if (!library->gdk_pixbuf_save_to_bufferv(pixbuf, &bytes, count, format, keys, values, NULL)) {
    bytes = NULL;
  }
  library->g_object_unref(pixbuf);
  return (uint8_t *)bytes;
}
