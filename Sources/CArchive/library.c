#include "CArchive.h"

#ifdef FIREFLY_REAL_HEADERS
_Static_assert(ARCHIVE_EOF == 1 && ARCHIVE_OK == 0, "results");
_Static_assert(ARCHIVE_WARN == -20 && ARCHIVE_FAILED == -25, "results");
_Static_assert(ARCHIVE_FILTER_GZIP == 1, "ARCHIVE_FILTER_GZIP");
_Static_assert(AE_IFMT == 0170000 && AE_IFREG == 0100000, "kinds of files");
_Static_assert(AE_IFLNK == 0120000 && AE_IFDIR == 0040000, "kinds of files");
#endif

static locale_t utf8;

static void prepare(const struct firefly_archive_functions *library) {
  (void)library;
  utf8 = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
}

FIREFLY_DEFINE_LIBRARY(archive, ARCHIVE_FUNCTIONS, "libarchive", prepare, "libarchive.so.13")

locale_t firefly_use_utf8(void) { return uselocale(utf8); }
