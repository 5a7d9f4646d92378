#ifndef FIREFLY_CARCHIVE_H
#define FIREFLY_CARCHIVE_H

// libarchive's readers, loaded on first use.

#include <locale.h>
#include <stdint.h>
#include <sys/types.h>
#include <time.h>

#include "CDynamicLibrary.h"

#ifdef FIREFLY_REAL_HEADERS
#include <archive.h>
#include <archive_entry.h>
#else
enum { ARCHIVE_EOF = 1, ARCHIVE_OK = 0, ARCHIVE_WARN = -20, ARCHIVE_FAILED = -25 };
enum { ARCHIVE_FILTER_GZIP = 1 };
enum { AE_IFMT = 0170000, AE_IFREG = 0100000, AE_IFLNK = 0120000, AE_IFDIR = 0040000 };

struct archive;
struct archive_entry;
typedef ssize_t archive_read_callback(
    struct archive *archive, void *context, const void **bytes);
typedef int64_t archive_seek_callback(
    struct archive *archive, void *context, int64_t offset, int whence);
#endif

struct archive *archive_read_new(void);
int archive_read_free(struct archive *archive);
int archive_read_append_filter(struct archive *archive, int code);
int archive_read_support_format_raw(struct archive *archive);
int archive_read_support_format_tar(struct archive *archive);
int archive_read_support_format_zip_seekable(struct archive *archive);
int archive_read_set_callback_data(struct archive *archive, void *context);
int archive_read_set_read_callback(struct archive *archive, archive_read_callback *read);
int archive_read_set_seek_callback(struct archive *archive, archive_seek_callback *seek);
int archive_read_open1(struct archive *archive);
int archive_read_next_header(struct archive *archive, struct archive_entry **entry);
ssize_t archive_read_data(struct archive *archive, void *bytes, size_t count);
const char *archive_error_string(struct archive *archive);
const char *archive_entry_pathname(struct archive_entry *entry);
const char *archive_entry_hardlink(struct archive_entry *entry);
mode_t archive_entry_filetype(struct archive_entry *entry);
int64_t archive_entry_size(struct archive_entry *entry);
time_t archive_entry_mtime(struct archive_entry *entry);
int archive_entry_is_encrypted(struct archive_entry *entry);

#define ARCHIVE_FUNCTIONS(X)                                                             \
  X(archive_read_new) X(archive_read_free) X(archive_read_append_filter)                 \
  X(archive_read_support_format_raw) X(archive_read_support_format_tar)                  \
  X(archive_read_support_format_zip_seekable) X(archive_read_set_callback_data)          \
  X(archive_read_set_read_callback) X(archive_read_set_seek_callback)                    \
  X(archive_read_open1) X(archive_read_next_header) X(archive_read_data)                 \
  X(archive_error_string) X(archive_entry_pathname) X(archive_entry_hardlink)            \
  X(archive_entry_filetype) X(archive_entry_size) X(archive_entry_mtime)                 \
  X(archive_entry_is_encrypted)

FIREFLY_DECLARE_LIBRARY(archive, ARCHIVE_FUNCTIONS)

/// Lets the thread have a locale in UTF-8, into which libarchive turns the names of files.
///
/// - Returns: the locale before, for `uselocale`.
locale_t firefly_use_utf8(void);

#endif
