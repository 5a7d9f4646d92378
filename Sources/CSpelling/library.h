#ifndef FIREFLY_SPELLING_LIBRARY_H
#define FIREFLY_SPELLING_LIBRARY_H

// The functions of hunspell in use.

#include "CDynamicLibrary.h"

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

FIREFLY_DECLARE_LIBRARY(spelling, SPELLING_FUNCTIONS)

#endif
