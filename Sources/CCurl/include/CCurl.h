#ifndef CCURL_H
#define CCURL_H

#include <curl/curl.h>
#include <stdbool.h>

// Swift can't call variadic functions, such as those for libcurl's options.

/// Loads libcurl, as the first call of any of its functions does. Blocks for some milliseconds.
///
/// - Returns: whether libcurl is installed; if not, all of its functions fail.
bool firefly_load_curl(void);

/// Called with the bytes of the body, and with each header line; a result below `size * count` ends
/// the transfer.
typedef size_t (*firefly_receiver)(char *bytes, size_t size, size_t count, void *context);

CURLcode firefly_set_number(CURL *handle, CURLoption option, long value);
CURLcode firefly_set_length(CURL *handle, CURLoption option, curl_off_t value);
/// The text is copied.
CURLcode firefly_set_text(CURL *handle, CURLoption option, const char *value);
/// Does not copy the data behind the pointer.
CURLcode firefly_set_pointer(CURL *handle, CURLoption option, const void *value);
/// `sender` writes the next bytes of the request's body to the buffer, and returns their number.
CURLcode firefly_set_sender(CURL *handle, firefly_receiver sender, void *context);
/// Sets what all requests have in common: http and https only, for redirects as well; no signals; the
/// header lines of the request, and the receivers of the response.
CURLcode firefly_prepare(
    CURL *handle, const char *url, struct curl_slist *headers, firefly_receiver head,
    firefly_receiver body, void *context);
/// Performs a request over the connections of `multi`, on the calling thread.
///
/// \param wait maximum number of milliseconds between two steps.
/// \param goes_on called before the first and after each step, unless null; ends the request by
///     returning false.
/// \returns the result; `CURLE_ABORTED_BY_CALLBACK` if `goes_on` ended it.
CURLcode firefly_perform(
    CURLM *multi, CURL *handle, int wait, bool (*goes_on)(CURL *handle, void *context),
    void *context);

/// Allows only connections to public addresses, not to this machine or a private network; not for a proxy, which may be
/// nearby and connects to the address itself.
///
/// \param refused set to true when another address is refused; must live as long as the handle.
CURLcode firefly_allow_only_public(CURL *handle, bool *refused);

/// Whether a host is an IP address of this machine or of a private network.
bool firefly_is_nearby(const char *host);

/// Limits the unsent data in the system's send buffer, so that the upload progress is accurate.
CURLcode firefly_bound_unsent(CURL *handle);

/// The status of the last response, or 0.
long firefly_status(CURL *handle);
/// The status of a proxy's response to the request for a tunnel, or 0.
long firefly_tunnel_status(CURL *handle);
/// The forms in which a proxy wants a password: a set of libcurl's numbers for them (`CURLAUTH_BASIC` is 1).
long firefly_proxy_forms(CURL *handle);
/// The `Content-Length` of the response, or -1.
curl_off_t firefly_content_length(CURL *handle);
/// Number of bytes of the request's body sent so far.
curl_off_t firefly_sent_length(CURL *handle);
/// The result of OpenSSL's verification of the server's certificate: `X509_V_OK`, 0, or an error.
long firefly_verify_result(CURL *handle);
/// The full URL of a redirect, or null; valid until the next call with the handle.
const char *firefly_redirect(CURL *handle);

#endif
