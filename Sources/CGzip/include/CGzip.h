#ifndef FIREFLY_CGZIP_H
#define FIREFLY_CGZIP_H

// zlib's decoder, loaded on first use.

#include "CDynamicLibrary.h"

#ifdef FIREFLY_REAL_HEADERS
#include <zlib.h>
#else
enum { Z_NO_FLUSH = 0, Z_OK = 0, Z_STREAM_END = 1 };

typedef struct z_stream_s {
  const unsigned char *next_in;
  unsigned int avail_in;
  unsigned long total_in;
  unsigned char *next_out;
  unsigned int avail_out;
  unsigned long total_out;
  const char *msg;
  void *state;
  void *zalloc;
  void *zfree;
  void *opaque;
  int data_type;
  unsigned long adler;
  unsigned long reserved;
} z_stream;

int inflateInit2_(z_stream *stream, int bits, const char *version, int size);
int inflate(z_stream *stream, int flush);
int inflateReset(z_stream *stream);
int inflateEnd(z_stream *stream);
#endif

#define GZIP_FUNCTIONS(X) X(inflateInit2_) X(inflate) X(inflateReset) X(inflateEnd)

FIREFLY_DECLARE_LIBRARY(gzip, GZIP_FUNCTIONS)

#endif
