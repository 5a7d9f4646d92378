#include <iconv.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "CSpelling.h"
#include "library.h"

struct firefly_dictionary {
  const struct firefly_spelling_functions *library;
  Hunhandle *handle;
  // Convert from and to UTF-8; both unused if the dictionary is in UTF-8.
  iconv_t in, out;
  bool is_unicode;
};

static const iconv_t none = (iconv_t)-1;

firefly_dictionary *firefly_dictionary_open(const char *rules, const char *words) {
  const struct firefly_spelling_functions *library = firefly_spelling();
  firefly_dictionary *dictionary = library != NULL ? calloc(1, sizeof *dictionary) : NULL;
  if (dictionary == NULL) return NULL;
  dictionary->library = library;
  dictionary->in = dictionary->out = none;
  dictionary->handle = library->Hunspell_create(rules, words);
  const char *encoding =
      dictionary->handle != NULL ? library->Hunspell_get_dic_encoding(dictionary->handle) : NULL;
  if (encoding != NULL) {
    dictionary->is_unicode = strcasecmp(encoding, "UTF-8") == 0;
    if (dictionary->is_unicode) return dictionary;
    // hunspell's own names, such as "microsoft-cp1251".
    if (strncasecmp(encoding, "microsoft-", 10) == 0) encoding += 10;
    dictionary->in = iconv_open(encoding, "UTF-8");
    dictionary->out = iconv_open("UTF-8", encoding);
    if (dictionary->in != none && dictionary->out != none) return dictionary;
  }
  firefly_dictionary_close(dictionary);
  return NULL;
}

void firefly_dictionary_close(firefly_dictionary *dictionary) {
  if (dictionary->handle != NULL) dictionary->library->Hunspell_destroy(dictionary->handle);
  if (dictionary->in != none) iconv_close(dictionary->in);
  if (dictionary->out != none) iconv_close(dictionary->out);
  free(dictionary);
}

// Converts a word to another encoding; false if that is impossible or the word too long.
static bool convert(iconv_t converter, const char *word, char *result) {
  iconv(converter, NULL, NULL, NULL, NULL);
  char *from = (char *)word, *to = result;
  size_t rest = strlen(word), room = FIREFLY_WORD_SIZE - 1;
  if (iconv(converter, &from, &rest, &to, &room) != 0) return false;
  *to = 0;
  return true;
}

// The word in the dictionary's encoding; NULL if it can't be converted.
static const char *encoded(firefly_dictionary *dictionary, const char *word, char *buffer) {
  if (strlen(word) >= FIREFLY_WORD_SIZE) return NULL;
  if (dictionary->is_unicode) return word;
  return convert(dictionary->in, word, buffer) ? buffer : NULL;
}

bool firefly_dictionary_knows(firefly_dictionary *dictionary, const char *word) {
  char buffer[FIREFLY_WORD_SIZE];
  const char *inside = encoded(dictionary, word, buffer);
  return inside == NULL || dictionary->library->Hunspell_spell(dictionary->handle, inside) != 0;
}

void firefly_dictionary_suggest(
    firefly_dictionary *dictionary, const char *word, void *context,
    void (*receive)(void *context, const char *word)) {
  char buffer[FIREFLY_WORD_SIZE];
  const char *inside = encoded(dictionary, word, buffer);
  if (inside == NULL) return;
  char **words = NULL;
  int count = dictionary->library->Hunspell_suggest(dictionary->handle, &words, inside);
  for (int i = 0; i < count; i++) {
    if (dictionary->is_unicode) {
      receive(context, words[i]);
    } else if (convert(dictionary->out, words[i], buffer)) {
      receive(context, buffer);
    }
  }
  if (words != NULL) dictionary->library->Hunspell_free_list(dictionary->handle, &words, count);
}

void firefly_dictionary_add(firefly_dictionary *dictionary, const char *word) {
  char buffer[FIREFLY_WORD_SIZE];
  const char *inside = encoded(dictionary, word, buffer);
  if (inside != NULL) dictionary->library->Hunspell_add(dictionary->handle, inside);
}
