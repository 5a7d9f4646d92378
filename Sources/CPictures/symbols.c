#include "CPictures.h"
#include "libraries.h"

static const unsigned blocks[] = {
    0x2580, 0x258C, 0x2598, 0x259D, 0x2596, 0x2597, 0x259A,
};

static unsigned canvas_mode(int color_bits) {
  switch (color_bits) {
    case 24: return FIREFLY_CHAFA_CANVAS_MODE_TRUECOLOR;
    // 240: without the 16 colours that users redefine.
    case 8: return FIREFLY_CHAFA_CANVAS_MODE_INDEXED_240;
    case 4: return FIREFLY_CHAFA_CANVAS_MODE_INDEXED_16;
    default: return FIREFLY_CHAFA_CANVAS_MODE_FGBG;
  }
}

bool firefly_symbols(
    firefly_pixels pixels, firefly_symbol_options options, firefly_symbol *symbols) {
  const struct firefly_symbol_drawing_functions *library = firefly_symbol_drawing();
  if (library == NULL) return false;
  ChafaSymbolMap *map = library->chafa_symbol_map_new();
  bool has_few_symbols = !options.ascii && options.color_bits > 0;
  library->chafa_symbol_map_add_by_tags(map, FIREFLY_CHAFA_SYMBOL_TAG_SPACE);
  if (options.ascii) {
    library->chafa_symbol_map_add_by_tags(map, FIREFLY_CHAFA_SYMBOL_TAG_ASCII);
  } else if (options.color_bits == 0) {
    library->chafa_symbol_map_add_by_tags(map, FIREFLY_CHAFA_SYMBOL_TAG_BLOCK);
  } else {
    // A symbol and its inverse are equivalent, so half of them suffice. With this few, trying all
    // of them is cheaper than chafa's heuristics for large sets.
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++) {
      library->chafa_symbol_map_add_by_range(map, blocks[i], blocks[i]);
    }
  }

  ChafaCanvasConfig *config = library->chafa_canvas_config_new();
  library->chafa_canvas_config_set_geometry(config, options.columns, options.rows);
  library->chafa_canvas_config_set_pixel_mode(config, FIREFLY_CHAFA_PIXEL_MODE_SYMBOLS);
  library->chafa_canvas_config_set_canvas_mode(config, canvas_mode(options.color_bits));
  library->chafa_canvas_config_set_symbol_map(config, map);
  library->chafa_canvas_config_set_work_factor(config, has_few_symbols ? 1 : 0.3f);
  library->chafa_canvas_config_set_fg_color(config, options.foreground);
  library->chafa_canvas_config_set_bg_color(config, options.background);
  if (options.color_bits == 0) {
    library->chafa_canvas_config_set_dither_mode(
        config, FIREFLY_CHAFA_DITHER_MODE_DIFFUSION);
  } else if (options.color_bits < 8) {
    // 256 colours are enough without patterns, which hide what a dark picture shows.
    library->chafa_canvas_config_set_dither_mode(config, FIREFLY_CHAFA_DITHER_MODE_ORDERED);
  }
  // With few colours, preprocessing would exaggerate the contrast of the picture.
  library->chafa_canvas_config_set_preprocessing_enabled(config, options.color_bits == 0);

  ChafaCanvas *canvas = library->chafa_canvas_new(config);
  library->chafa_canvas_draw_all_pixels(
      canvas, FIREFLY_CHAFA_PIXEL_RGBA8_UNASSOCIATED, pixels.bytes, pixels.width, pixels.height,
      pixels.stride);
  for (int y = 0; y < options.rows; y++) {
    for (int x = 0; x < options.columns; x++) {
      firefly_symbol *symbol = &symbols[y * options.columns + x];
      symbol->scalar = library->chafa_canvas_get_char_at(canvas, x, y);
      symbol->foreground = symbol->background = -1;
      // Without colours it reads beyond its palette (seen in 1.12.4).
      if (options.color_bits == 0) continue;
      library->chafa_canvas_get_colors_at(
          canvas, x, y, &symbol->foreground, &symbol->background);
    }
  }
  library->chafa_canvas_unref(canvas);
  library->chafa_canvas_config_unref(config);
  library->chafa_symbol_map_unref(map);
  return true;
}

uint8_t *firefly_sixels(
    firefly_pixels pixels, int columns, int rows, int cell_width, int cell_height,
    size_t *count) {
  const struct firefly_symbol_drawing_functions *library = firefly_symbol_drawing();
  if (library == NULL) return NULL;
  ChafaCanvasConfig *config = library->chafa_canvas_config_new();
  library->chafa_canvas_config_set_geometry(config, columns, rows);
  library->chafa_canvas_config_set_cell_geometry(config, cell_width, cell_height);
  library->chafa_canvas_config_set_pixel_mode(config, FIREFLY_CHAFA_PIXEL_MODE_SIXELS);
  library->chafa_canvas_config_set_canvas_mode(config, FIREFLY_CHAFA_CANVAS_MODE_TRUECOLOR);

  ChafaTermInfo *terminal =
      library->chafa_term_db_get_fallback_info(library->chafa_term_db_get_default());
  ChafaCanvas *canvas = library->chafa_canvas_new(config);
  library->chafa_canvas_draw_all_pixels(
      canvas, FIREFLY_CHAFA_PIXEL_RGBA8_UNASSOCIATED, pixels.bytes, pixels.width, pixels.height,
      pixels.stride);
  GString *text = library->chafa_canvas_print(canvas, terminal);
  *count = text->len;
  uint8_t *bytes = (uint8_t *)library->g_string_free(text, 0);

  library->chafa_term_info_unref(terminal);
  library->chafa_canvas_unref(canvas);
  library->chafa_canvas_config_unref(config);
  return bytes;
}
