#include "CCurl.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
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

CURLcode firefly_set_sender(CURL *handle, firefly_receiver sender, void *context) {
  CURLcode code = curl_easy_setopt(handle, CURLOPT_READFUNCTION, sender);
  if (code == CURLE_OK) code = curl_easy_setopt(handle, CURLOPT_READDATA, context);
  return code;
}

CURLcode firefly_prepare(
    CURL *handle, const char *url, struct curl_slist *headers, firefly_receiver head,
    firefly_receiver body, void *context) {
  CURLcode codes[] = {
#if LIBCURL_VERSION_NUM >= 0x075500
      curl_easy_setopt(handle, CURLOPT_PROTOCOLS_STR, "http,https"),
#else
      curl_easy_setopt(handle, CURLOPT_PROTOCOLS, (long)(CURLPROTO_HTTP | CURLPROTO_HTTPS)),
#endif
      curl_easy_setopt(handle, CURLOPT_URL, url),
      curl_easy_setopt(handle, CURLOPT_NOSIGNAL, 1L),
      curl_easy_setopt(handle, CURLOPT_NOPROGRESS, 1L),
      curl_easy_setopt(handle, CURLOPT_SUPPRESS_CONNECT_HEADERS, 1L),
      curl_easy_setopt(handle, CURLOPT_HTTPHEADER, headers),
      curl_easy_setopt(handle, CURLOPT_HEADERFUNCTION, head),
      curl_easy_setopt(handle, CURLOPT_HEADERDATA, context),
      curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, body),
      curl_easy_setopt(handle, CURLOPT_WRITEDATA, context),
  };
  for (size_t i = 0; i < sizeof codes / sizeof *codes; i++) {
    if (codes[i] != CURLE_OK) return codes[i];
  }
  return CURLE_OK;
}

static CURLcode run(
    CURLM *multi, CURL *handle, int wait, bool (*goes_on)(CURL *, void *), void *context) {
  int running = 1, left = 0;
  bool is_wanted = !goes_on || goes_on(handle, context);
  while (is_wanted) {
    if (curl_multi_perform(multi, &running) != CURLM_OK) return CURLE_RECV_ERROR;
    if (goes_on) is_wanted = goes_on(handle, context);
    if (running == 0) {
      CURLMsg *message = curl_multi_info_read(multi, &left);
      return message ? message->data.result : CURLE_RECV_ERROR;
    }
    if (is_wanted && curl_multi_poll(multi, NULL, 0, wait, NULL) != CURLM_OK) {
      return CURLE_RECV_ERROR;
    }
  }
  return CURLE_ABORTED_BY_CALLBACK;
}

CURLcode firefly_perform(
    CURLM *multi, CURL *handle, int wait, bool (*goes_on)(CURL *, void *), void *context) {
  if (curl_multi_add_handle(multi, handle) != CURLM_OK) return CURLE_FAILED_INIT;
  CURLcode result = run(multi, handle, wait, goes_on, context);
  curl_multi_remove_handle(multi, handle);
  return result;
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

// Neither this machine nor a network behind a router (RFC 6890).
static bool is_public_v4(const uint8_t byte[4]) {
  uint8_t a = byte[0], b = byte[1];
  return a != 0 && a != 10 && a != 127 && a < 224 && !(a == 100 && (b & 0xC0) == 64) &&
         !(a == 169 && b == 254) && !(a == 172 && (b & 0xF0) == 16) && !(a == 192 && b == 168);
}

static bool is_public_v6(const uint8_t byte[16]) {
  static const uint8_t mapped[12] = {[10] = 0xFF, [11] = 0xFF};
  static const uint8_t translated[12] = {0, 0x64, 0xFF, 0x9B};
  if (memcmp(byte, mapped, 12) == 0 || memcmp(byte, translated, 12) == 0) {
    return is_public_v4(byte + 12);
  }
  if (byte[0] == 0x20 && byte[1] == 0x02) return is_public_v4(byte + 2);
  return (byte[0] & 0xE0) == 0x20;
}

static bool is_public(int family, const void *address) {
  if (family == AF_INET) return is_public_v4(address);
  return family == AF_INET6 && is_public_v6(address);
}

bool firefly_is_nearby(const char *host) {
  uint8_t address[16];
  for (int family = AF_INET; family != 0; family = family == AF_INET ? AF_INET6 : 0) {
    if (inet_pton(family, host, address) == 1) return !is_public(family, address);
  }
  return false;
}

static curl_socket_t open_public(
    void *context, curlsocktype purpose, struct curl_sockaddr *address) {
  (void)purpose;
  const void *bytes = address->family == AF_INET
                          ? (const void *)&((struct sockaddr_in *)&address->addr)->sin_addr
                          : (const void *)&((struct sockaddr_in6 *)&address->addr)->sin6_addr;
  if (!is_public(address->family, bytes)) {
    *(bool *)context = true;
    return CURL_SOCKET_BAD;
  }
  return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

CURLcode firefly_allow_only_public(CURL *handle, bool *refused) {
  CURLcode code = curl_easy_setopt(handle, CURLOPT_OPENSOCKETDATA, refused);
  if (code != CURLE_OK) return code;
  return curl_easy_setopt(handle, CURLOPT_OPENSOCKETFUNCTION, open_public);
}

long firefly_status(CURL *handle) {
  long status = 0;
  curl_easy_getinfo(handle, CURLINFO_RESPONSE_CODE, &status);
  return status;
}

long firefly_tunnel_status(CURL *handle) {
  long status = 0;
  curl_easy_getinfo(handle, CURLINFO_HTTP_CONNECTCODE, &status);
  return status;
}

long firefly_proxy_forms(CURL *handle) {
  long forms = 0;
  curl_easy_getinfo(handle, CURLINFO_PROXYAUTH_AVAIL, &forms);
  return forms;
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

long firefly_verify_result(CURL *handle) {
  long result = 0;
  curl_easy_getinfo(handle, CURLINFO_SSL_VERIFYRESULT, &result);
  return result;
}

const char *firefly_redirect(CURL *handle) {
  char *address = NULL;
  curl_easy_getinfo(handle, CURLINFO_REDIRECT_URL, &address);
  return address;
}
