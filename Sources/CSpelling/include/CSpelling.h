#ifndef FIREFLY_CSPELLING_H
#define FIREFLY_CSPELLING_H

// hunspell, loaded on first use. Without it there is no spell checking.

#include <stdbool.h>

/// A loaded dictionary.
///
/// It may be used by one thread at a time.
typedef struct firefly_dictionary firefly_dictionary;

/// Maximum size of a word in bytes, including the terminator; longer words are not looked up.
enum { FIREFLY_WORD_SIZE = 256 };

/// Why hunspell can't be loaded; NULL if it can.
const char *firefly_spelling_problem(void);

/// Loads a dictionary from its two files; NULL if that fails, or if the C library doesn't support
/// its encoding.
firefly_dictionary *firefly_dictionary_open(const char *rules, const char *words);
void firefly_dictionary_close(firefly_dictionary *dictionary);

/// Whether a UTF-8 word is in the dictionary.
///
/// True if the encoding lacks its letters: the word then belongs to another language.
bool firefly_dictionary_knows(firefly_dictionary *dictionary, const char *word);

/// Passes suggestions for a misspelled word to `receive`, in UTF-8, the most likely first.
void firefly_dictionary_suggest(
    firefly_dictionary *dictionary, const char *word, void *context,
    void (*receive)(void *context, const char *word));

/// Adds a word to the loaded dictionary.
void firefly_dictionary_add(firefly_dictionary *dictionary, const char *word);

#endif
