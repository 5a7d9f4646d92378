#include "CCurl.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

CURLcode firefly_set_number(CURL *handle, CURLoption option, long value) {
  return curl_easy_setopt(handle, option, value);
}

CURLcode firefly_set_length(CURL *handle, CURLoption option, curl_off_t value) {
  return curl_easy_setopt(handle, option, value);
}

CURLcode firefly_set_text(CURL *handle, CURLoption option, const char *value) {
  return curl_easy_setopt(handle, option, value);
}

CURLcode firefly_set_pointer(CURL *handle, CURLoption option, const void *value) {
  return curl_easy_setopt(handle, option, value);
}

CURLcode firefly_set_receivers(
    CURL *handle, firefly_receiver head, firefly_receiver body, void *context) {
  CURLcode code = curl_easy_setopt(handle, CURLOPT_HEADERFUNCTION, head);
  if (code == CURLE_OK) code = curl_easy_setopt(handle, CURLOPT_HEADERDATA, context);
  if (code == CURLE_OK) code = curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, body);
  if (code == CURLE_OK) code = curl_easy_setopt(handle, CURLOPT_WRITEDATA, context);
  return code;
}

CURLcode firefly_set_sender(CURL *handle, firefly_receiver sender, void *context) {
  CURLcode code = curl_easy_setopt(handle, CURLOPT_READFUNCTION, sender);
  if (code == CURLE_OK) code = curl_easy_setopt(handle, CURLOPT_READDATA, context);
  return code;
}

CURLcode firefly_allow_only_http(CURL *handle) {
#if LIBCURL_VERSION_NUM >= 0x075500
  return curl_easy_setopt(handle, CURLOPT_PROTOCOLS_STR, "http,https");
#else
  return curl_easy_setopt(handle, CURLOPT_PROTOCOLS, (long)(CURLPROTO_HTTP | CURLPROTO_HTTPS));
#endif
}

static int bound_unsent(void *context, curl_socket_t socket, curlsocktype purpose) {
  (void)context, (void)purpose;
  int bytes = 64 << 10;
  // Unix sockets don't have this option, and don't need it.
  setsockopt(socket, IPPROTO_TCP, TCP_NOTSENT_LOWAT, &bytes, sizeof bytes);
  return CURL_SOCKOPT_OK;
}

CURLcode firefly_bound_unsent(CURL *handle) {
  return curl_easy_setopt(handle, CURLOPT_SOCKOPTFUNCTION, bound_unsent);
}

long firefly_status(CURL *handle) {
  long status = 0;
  curl_easy_getinfo(handle, CURLINFO_RESPONSE_CODE, &status);
  return status;
}

curl_off_t firefly_content_length(CURL *handle) {
  curl_off_t length = -1;
  curl_easy_getinfo(handle, CURLINFO_CONTENT_LENGTH_DOWNLOAD_T, &length);
  return length;
}

curl_off_t firefly_sent_length(CURL *handle) {
  curl_off_t length = 0;
  curl_easy_getinfo(handle, CURLINFO_SIZE_UPLOAD_T, &length);
  return length;
}

const char *firefly_redirect(CURL *handle) {
  char *address = NULL;
  curl_easy_getinfo(handle, CURLINFO_REDIRECT_URL, &address);
  return address;
}
