#ifndef FIREFLY_CSPELLING_H
#define FIREFLY_CSPELLING_H

// hunspell, loaded when it is first called: without it Firefly runs, but underlines nothing.

#include <stdbool.h>

/// A dictionary that is loaded. It may be used by one thread at a time.
typedef struct firefly_dictionary firefly_dictionary;

/// Bytes of a word at most, its end included; longer ones are not looked up.
enum { FIREFLY_WORD_SIZE = 256 };

/// Why there is no hunspell; NULL if there is one.
const char *firefly_spelling_problem(void);

/// Loads a dictionary from its two files; NULL if it can't be had, or if its letters are in an encoding
/// that the C library doesn't know.
firefly_dictionary *firefly_dictionary_open(const char *rules, const char *words);
void firefly_dictionary_close(firefly_dictionary *dictionary);

/// Whether a word in UTF-8 is in the dictionary. What its encoding has no letters for is, too: it belongs
/// to another language.
bool firefly_dictionary_knows(firefly_dictionary *dictionary, const char *word);

/// Words in UTF-8 that may have been meant, the likeliest first; each is handed to `take`.
void firefly_dictionary_suggest(
    firefly_dictionary *dictionary, const char *word, void *context,
    void (*take)(void *context, const char *word));

/// Takes a word for right from now on.
void firefly_dictionary_add(firefly_dictionary *dictionary, const char *word);

#endif
