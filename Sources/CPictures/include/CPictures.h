#ifndef CPICTURES_H
#define CPICTURES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// gdk-pixbuf and chafa, loaded on first use: linked, they would add 1.4 ms to every start. All
// functions may be called from any thread; a decoder may be used by one thread at a time.

/// Why pictures can't be decoded, as a sentence fragment; NULL if they can.
const char *firefly_decoding_problem(void);
/// Why pictures can't be drawn with symbols or as sixels, as a sentence fragment; NULL if they can.
const char *firefly_symbol_drawing_problem(void);

/// Decodes one picture.
typedef struct firefly_decoder firefly_decoder;

/// A view of pixels that another object owns: rows of 3 (RGB) or 4 (RGBA, not premultiplied) bytes
/// per pixel.
typedef struct {
  const uint8_t *bytes;
  int width;
  int height;
  int channels;
  int stride;
} firefly_pixels;

/// Creates a decoder of "png", "jpeg", "gif" or "webp"; NULL with a reason in `problem` (256
/// bytes).
///
/// Decoding fails if the size differs from `width` by `height`.
firefly_decoder *firefly_decoder_create(
    const char *format, int width, int height, int target_width, int target_height, char *problem);
/// Decodes more bytes; false if the picture is invalid.
bool firefly_decoder_feed(firefly_decoder *decoder, const uint8_t *bytes, size_t count);
/// Ends the input; false if the picture is incomplete.
bool firefly_decoder_finish(firefly_decoder *decoder);
/// The pixels decoded so far, scaled to the target; false if there are none.
///
/// Valid until the decoder is destroyed.
bool firefly_decoder_pixels(firefly_decoder *decoder, firefly_pixels *pixels);
/// The error message; "" if there is none.
const char *firefly_decoder_problem(const firefly_decoder *decoder);
/// Frees the decoder, finished or not.
void firefly_decoder_destroy(firefly_decoder *decoder);

/// Encodes pixels, scaled to `width` by `height`, as "png" or "jpeg" (quality 90).
///
/// Free the result with `firefly_bytes_free`.
uint8_t *firefly_encode(
    firefly_pixels pixels, int width, int height, const char *format, size_t *count);
/// Frees the result of `firefly_encode` or `firefly_sixels`.
void firefly_bytes_free(uint8_t *bytes);

/// One cell as chosen by chafa; a colour is 0xRRGGBB, or negative for the terminal's default.
typedef struct {
  uint32_t scalar;
  int32_t foreground;
  int32_t background;
} firefly_symbol;

/// Options for the choice of cells.
typedef struct {
  int columns;
  int rows;
  /// 24, 8, 4 or 0 bits of colour.
  int color_bits;
  /// Only printable ASCII.
  bool ascii;
  /// The assumed default colours of the terminal, 0xRRGGBB; used with 0 bits.
  uint32_t foreground;
  uint32_t background;
} firefly_symbol_options;

/// Stretches opaque RGBA pixels over `columns` × `rows` symbols; false on failure.
bool firefly_symbols(
    firefly_pixels pixels, firefly_symbol_options options, firefly_symbol *symbols);
/// Stretches opaque RGBA pixels over cells, as one sixel sequence; NULL on failure.
uint8_t *firefly_sixels(
    firefly_pixels pixels, int columns, int rows, int cell_width, int cell_height, size_t *count);

#endif
