#ifndef FIREFLY_LIBRARIES_H
#define FIREFLY_LIBRARIES_H

// The functions of GLib, gdk-pixbuf and chafa in use.

#include <stddef.h>

#include "CDynamicLibrary.h"

#ifdef FIREFLY_REAL_HEADERS
#include <chafa.h>
#include <gdk-pixbuf/gdk-pixbuf.h>
#define SAME(name, value) _Static_assert(FIREFLY_##name == (int)name, #name);
#else
#define SAME(name, value)
typedef struct _GError {
  unsigned domain;
  int code;
  char *message;
} GError;
typedef struct _GString {
  char *str;
  size_t len;
  size_t allocated_len;
} GString;
typedef void (*GLogFunc)(const char *domain, int level, const char *message, void *data);
typedef struct _GClosure GClosure;
typedef void (*GCallback)(void);
typedef void (*GClosureNotify)(void *data, GClosure *closure);
typedef struct _GdkPixbuf GdkPixbuf;
typedef struct _GdkPixbufLoader GdkPixbufLoader;
typedef struct ChafaCanvas ChafaCanvas;
typedef struct ChafaCanvasConfig ChafaCanvasConfig;
typedef struct ChafaSymbolMap ChafaSymbolMap;
typedef struct ChafaTermDb ChafaTermDb;
typedef struct ChafaTermInfo ChafaTermInfo;
#endif

#define CONSTANTS(X)                     \
  X(GDK_COLORSPACE_RGB, 0)               \
  X(GDK_INTERP_BILINEAR, 2)              \
  X(CHAFA_CANVAS_MODE_TRUECOLOR, 0)      \
  X(CHAFA_CANVAS_MODE_INDEXED_240, 2)    \
  X(CHAFA_CANVAS_MODE_INDEXED_16, 3)     \
  X(CHAFA_CANVAS_MODE_FGBG, 5)           \
  X(CHAFA_DITHER_MODE_ORDERED, 1)        \
  X(CHAFA_DITHER_MODE_DIFFUSION, 2)      \
  X(CHAFA_PIXEL_MODE_SYMBOLS, 0)         \
  X(CHAFA_PIXEL_MODE_SIXELS, 1)          \
  X(CHAFA_PIXEL_RGBA8_UNASSOCIATED, 4)   \
  X(CHAFA_SYMBOL_TAG_SPACE, 1 << 0)      \
  X(CHAFA_SYMBOL_TAG_BLOCK, 1 << 3)      \
  X(CHAFA_SYMBOL_TAG_ASCII, 1 << 14)

#define ENUMERATOR(name, value) FIREFLY_##name = value,
enum { CONSTANTS(ENUMERATOR) };
#undef ENUMERATOR
CONSTANTS(SAME)

void g_error_free(GError *error);
void g_free(void *memory);
char *g_string_free(GString *string, int free_segment);
GLogFunc g_log_set_default_handler(GLogFunc handler, void *data);
void g_object_unref(void *object);
unsigned long g_signal_connect_data(
    void *instance, const char *signal, GCallback handler, void *data, GClosureNotify destroy,
    unsigned flags);

GdkPixbufLoader *gdk_pixbuf_loader_new_with_type(const char *type, GError **error);
void gdk_pixbuf_loader_set_size(GdkPixbufLoader *loader, int width, int height);
int gdk_pixbuf_loader_write(
    GdkPixbufLoader *loader, const unsigned char *bytes, size_t count, GError **error);
int gdk_pixbuf_loader_close(GdkPixbufLoader *loader, GError **error);
GdkPixbuf *gdk_pixbuf_loader_get_pixbuf(GdkPixbufLoader *loader);
void gdk_pixbuf_fill(GdkPixbuf *pixbuf, unsigned rgba);
int gdk_pixbuf_get_width(const GdkPixbuf *pixbuf);
int gdk_pixbuf_get_height(const GdkPixbuf *pixbuf);
int gdk_pixbuf_get_n_channels(const GdkPixbuf *pixbuf);
int gdk_pixbuf_get_bits_per_sample(const GdkPixbuf *pixbuf);
int gdk_pixbuf_get_has_alpha(const GdkPixbuf *pixbuf);
int gdk_pixbuf_get_rowstride(const GdkPixbuf *pixbuf);
const unsigned char *gdk_pixbuf_read_pixels(const GdkPixbuf *pixbuf);
GdkPixbuf *gdk_pixbuf_new_from_data(
    const unsigned char *bytes, unsigned colorspace, int alpha, int bits, int width, int height,
    int stride, void (*destroy)(unsigned char *, void *), void *data);
GdkPixbuf *gdk_pixbuf_scale_simple(
    const GdkPixbuf *pixbuf, int width, int height, unsigned interpolation);
int gdk_pixbuf_save_to_bufferv(
    GdkPixbuf *pixbuf, char **bytes, size_t *count, const char *type, char **keys, char **values,
    GError **error);

ChafaCanvasConfig *chafa_canvas_config_new(void);
void chafa_canvas_config_unref(ChafaCanvasConfig *config);
void chafa_canvas_config_set_geometry(ChafaCanvasConfig *config, int width, int height);
void chafa_canvas_config_set_cell_geometry(ChafaCanvasConfig *config, int width, int height);
void chafa_canvas_config_set_canvas_mode(ChafaCanvasConfig *config, unsigned mode);
void chafa_canvas_config_set_pixel_mode(ChafaCanvasConfig *config, unsigned mode);
void chafa_canvas_config_set_dither_mode(ChafaCanvasConfig *config, unsigned mode);
void chafa_canvas_config_set_symbol_map(ChafaCanvasConfig *config, const ChafaSymbolMap *map);
void chafa_canvas_config_set_fg_color(ChafaCanvasConfig *config, unsigned color);
void chafa_canvas_config_set_bg_color(ChafaCanvasConfig *config, unsigned color);
void chafa_canvas_config_set_work_factor(ChafaCanvasConfig *config, float work);
void chafa_canvas_config_set_preprocessing_enabled(ChafaCanvasConfig *config, int enabled);
ChafaCanvas *chafa_canvas_new(const ChafaCanvasConfig *config);
void chafa_canvas_unref(ChafaCanvas *canvas);
void chafa_canvas_draw_all_pixels(
    ChafaCanvas *canvas, unsigned type, const unsigned char *bytes, int width, int height,
    int stride);
GString *chafa_canvas_print(ChafaCanvas *canvas, ChafaTermInfo *terminal);
unsigned chafa_canvas_get_char_at(ChafaCanvas *canvas, int x, int y);
void chafa_canvas_get_colors_at(
    ChafaCanvas *canvas, int x, int y, int *foreground, int *background);
ChafaSymbolMap *chafa_symbol_map_new(void);
void chafa_symbol_map_unref(ChafaSymbolMap *map);
void chafa_symbol_map_add_by_tags(ChafaSymbolMap *map, int tags);
void chafa_symbol_map_add_by_range(ChafaSymbolMap *map, unsigned first, unsigned last);
ChafaTermDb *chafa_term_db_get_default(void);
ChafaTermInfo *chafa_term_db_get_fallback_info(ChafaTermDb *db);
void chafa_term_info_unref(ChafaTermInfo *terminal);
void chafa_set_n_threads(int count);

#define DECODING_FUNCTIONS(X)                                                                     \
  X(g_error_free) X(g_free) X(g_log_set_default_handler) X(g_object_unref)                        \
  X(g_signal_connect_data)                                                                        \
  X(gdk_pixbuf_loader_new_with_type) X(gdk_pixbuf_loader_set_size) X(gdk_pixbuf_loader_write)     \
  X(gdk_pixbuf_loader_close) X(gdk_pixbuf_loader_get_pixbuf) X(gdk_pixbuf_fill)                   \
  X(gdk_pixbuf_get_width) X(gdk_pixbuf_get_height) X(gdk_pixbuf_get_n_channels)                   \
  X(gdk_pixbuf_get_bits_per_sample) X(gdk_pixbuf_get_has_alpha) X(gdk_pixbuf_get_rowstride)       \
  X(gdk_pixbuf_read_pixels) X(gdk_pixbuf_new_from_data) X(gdk_pixbuf_scale_simple)                \
  X(gdk_pixbuf_save_to_bufferv)

#define SYMBOL_FUNCTIONS(X)                                                                       \
  X(g_free) X(g_string_free) X(chafa_canvas_config_new) X(chafa_canvas_config_unref)              \
  X(chafa_canvas_config_set_geometry) X(chafa_canvas_config_set_cell_geometry)                    \
  X(chafa_canvas_config_set_canvas_mode) X(chafa_canvas_config_set_pixel_mode)                    \
  X(chafa_canvas_config_set_dither_mode) X(chafa_canvas_config_set_symbol_map)                    \
  X(chafa_canvas_config_set_fg_color) X(chafa_canvas_config_set_bg_color)                         \
  X(chafa_canvas_config_set_work_factor) X(chafa_canvas_config_set_preprocessing_enabled)         \
  X(chafa_canvas_new) X(chafa_canvas_unref) X(chafa_canvas_draw_all_pixels)                       \
  X(chafa_canvas_print) X(chafa_canvas_get_char_at) X(chafa_canvas_get_colors_at)                 \
  X(chafa_symbol_map_new) X(chafa_symbol_map_unref) X(chafa_symbol_map_add_by_tags)               \
  X(chafa_symbol_map_add_by_range)                                                                \
  X(chafa_term_db_get_default) X(chafa_term_db_get_fallback_info) X(chafa_term_info_unref)        \
  X(chafa_set_n_threads)

FIREFLY_DECLARE_LIBRARY(decoding, DECODING_FUNCTIONS)
FIREFLY_DECLARE_LIBRARY(symbol_drawing, SYMBOL_FUNCTIONS)

#endif
