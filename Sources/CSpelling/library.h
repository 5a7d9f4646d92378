#ifndef FIREFLY_SPELLING_LIBRARY_H
#define FIREFLY_SPELLING_LIBRARY_H

// The functions of hunspell in use, declared here so that building needs no development package.
// With FIREFLY_REAL_HEADERS the compiler compares them with the real ones: `make headers`.

#ifdef FIREFLY_REAL_HEADERS
#include <hunspell.h>
#else
typedef struct Hunhandle Hunhandle;
#endif

Hunhandle *Hunspell_create(const char *rules, const char *words);
void Hunspell_destroy(Hunhandle *handle);
int Hunspell_spell(Hunhandle *handle, const char *word);
char *Hunspell_get_dic_encoding(Hunhandle *handle);
int Hunspell_suggest(Hunhandle *handle, char ***words, const char *word);
int Hunspell_add(Hunhandle *handle, const char *word);
void Hunspell_free_list(Hunhandle *handle, char ***words, int count);

#define SPELLING_FUNCTIONS(X)                                                               \
  X(Hunspell_create) X(Hunspell_destroy) X(Hunspell_spell) X(Hunspell_get_dic_encoding)     \
  X(Hunspell_suggest) X(Hunspell_add) X(Hunspell_free_list)

// clang-format off
#define MEMBER(name) __typeof__(&name) name;
struct firefly_spelling_functions { SPELLING_FUNCTIONS(MEMBER) };
#undef MEMBER
// clang-format on

/// hunspell; NULL if it can't be loaded.
const struct firefly_spelling_functions *firefly_spelling(void);

#endif
