#ifndef CPICTURES_H
#define CPICTURES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// gdk-pixbuf and chafa, opened on first use: linked, they would cost every start 1.4 ms.
// All of it may be called from any thread; one decoder belongs to one thread at a time.

/// Why pictures can't be decoded, as a sentence fragment; NULL if they can.
const char *firefly_decoding_problem(void);
/// Why pictures can't be drawn with symbols or as sixels, as a sentence fragment; NULL if they can.
const char *firefly_symbols_problem(void);

/// One picture on its way from bytes to pixels.
typedef struct firefly_decoder firefly_decoder;

/// Pixels that somebody else owns: rows of 3 (RGB) or 4 (RGBA, not premultiplied) bytes a pixel.
typedef struct {
  const uint8_t *bytes;
  int width;
  int height;
  int channels;
  int stride;
} firefly_pixels;

/// A decoder of "png", "jpeg", "gif" or "webp"; NULL with a reason in `problem` (256 bytes).
///
/// It refuses bytes that turn out to be of another size than `width` by `height`.
firefly_decoder *firefly_decoder_create(
    const char *format, int width, int height, int target_width, int target_height, char *problem);
/// Decodes what the bytes allow; false once the picture has proved broken.
bool firefly_decoder_feed(firefly_decoder *decoder, const uint8_t *bytes, size_t count);
/// Tells that no more bytes come; false if the picture isn't whole.
bool firefly_decoder_finish(firefly_decoder *decoder);
/// What has been decoded, scaled to the target; false if nothing has. Valid until destroyed.
bool firefly_decoder_pixels(firefly_decoder *decoder, firefly_pixels *pixels);
/// What went wrong; "" if nothing did.
const char *firefly_decoder_problem(const firefly_decoder *decoder);
/// Frees it, finished or not.
void firefly_decoder_destroy(firefly_decoder *decoder);

/// Writes pixels, scaled to `width` by `height`, as a file of "png" or "jpeg" (of quality 90); free the
/// result with `firefly_bytes_free`.
uint8_t *firefly_encode(
    firefly_pixels pixels, int width, int height, const char *format, size_t *count);
/// Frees what `firefly_encode` or `firefly_sixels` gave.
void firefly_bytes_free(uint8_t *bytes);

/// One cell as chafa chose it; a colour is 0xRRGGBB, or negative for the terminal's own.
typedef struct {
  uint32_t scalar;
  int32_t foreground;
  int32_t background;
} firefly_symbol;

/// How cells are chosen.
typedef struct {
  int columns;
  int rows;
  /// 24, 8, 4 or 0 bits of colour.
  int color_bits;
  /// Only printable ASCII.
  bool ascii;
  /// What the terminal's own colours are taken for, 0xRRGGBB; used with 0 bits.
  uint32_t foreground;
  uint32_t background;
} firefly_symbol_options;

/// Stretches opaque RGBA pixels over `columns` × `rows` symbols; false if it can't.
bool firefly_symbols(
    firefly_pixels pixels, firefly_symbol_options options, firefly_symbol *symbols);
/// Stretches opaque RGBA pixels over cells, as one sixel sequence; NULL if it can't.
uint8_t *firefly_sixels(
    firefly_pixels pixels, int columns, int rows, int cell_width, int cell_height, size_t *count);

#endif
