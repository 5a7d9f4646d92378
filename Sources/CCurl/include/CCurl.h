#ifndef CCURL_H
#define CCURL_H

#include <curl/curl.h>
#include <stdbool.h>

// Swift calls no functions with a variable number of arguments, which libcurl's settings are.

/// Loads libcurl, which the first call of any of its functions does as well; for a thread that has
/// nothing else to do.
///
/// - Returns: whether there is one; if not, all of its functions fail.
bool firefly_load_curl(void);

/// Called with the bytes of the body, and with each line of the head; less than `size * count` ends
/// the transfer.
typedef size_t (*firefly_receiver)(char *bytes, size_t size, size_t count, void *context);

CURLcode firefly_set_number(CURL *handle, CURLoption option, long value);
CURLcode firefly_set_length(CURL *handle, CURLoption option, curl_off_t value);
/// The text is copied.
CURLcode firefly_set_text(CURL *handle, CURLoption option, const char *value);
/// What the pointer points at is not copied.
CURLcode firefly_set_pointer(CURL *handle, CURLoption option, const void *value);
CURLcode firefly_set_receivers(
    CURL *handle, firefly_receiver head, firefly_receiver body, void *context);
/// Nothing but http and https, whatever an address or a redirect says.
CURLcode firefly_allow_only_http(CURL *handle);

/// Lets the system take no more of what is sent than will soon be on its way: what has been sent is then as
/// good as told.
CURLcode firefly_bound_unsent(CURL *handle);

/// The status of the last head, or 0.
long firefly_status(CURL *handle);
/// The length the head names, or -1.
curl_off_t firefly_content_length(CURL *handle);
/// Bytes of the request's body that have been sent so far.
curl_off_t firefly_sent_length(CURL *handle);
/// Where a redirect leads, in full, or null; lives as long as the handle does nothing else.
const char *firefly_redirect(CURL *handle);

#endif
