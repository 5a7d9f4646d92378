import CCurl
import Foundation
import FoundationNetworking

/// A connection to a server, over which libcurl does one exchange after the other.
final class Wire: Sendable {
  // Both belong to the thread of the exchange that is under way; there is one at a time. Only
  // `wake` is called from others, which libcurl allows.
  nonisolated(unsafe) private let multi: UnsafeMutableRawPointer
  // Made anew for each request: used again, libcurl 7.88 writes what it reads of a head that begins
  // with a blank into memory of the head before. The connection belongs to the other.
  nonisolated(unsafe) private var easy: UnsafeMutableRawPointer?

  /// Where the connection leads, unless a URL leads elsewhere.
  let server: ServerAddress

  /// A wire that is not connected yet; nil if there is no memory for it.
  ///
  /// - Parameter server: may be reached by a socket; all others are by the network.
  init?(to server: ServerAddress) {
    guard let multi = curl_multi_init() else { return nil }
    self.multi = multi
    self.server = server
  }

  deinit {
    curl_easy_cleanup(easy)
    curl_multi_cleanup(multi)
  }

  /// The status of the head that has arrived last.
  var status: Int { firefly_status(easy) }

  /// The length of the body by its head; nil if it names none.
  var contentLength: Int? {
    let length = firefly_content_length(easy)
    return length < 0 ? nil : Int(length)
  }

  /// Where the answer that has arrived leads to; nil if it is no redirect.
  var redirect: URL? {
    firefly_redirect(easy).flatMap { URL(string: String(cString: $0)) }
  }

  /// Lets the exchange look whether it is still wanted; from any thread.
  func wake() {
    curl_multi_wakeup(multi)
  }

  /// Sends the request and hands head and body to the exchange, until the answer is over.
  /// - Returns: `CURLE_OK`, or what went wrong.
  func perform(_ request: URLRequest, for exchange: Exchange) -> CURLcode {
    curl_easy_cleanup(easy)
    easy = curl_easy_init()
    guard easy != nil else { return CURLE_OUT_OF_MEMORY }
    var headers: UnsafeMutablePointer<curl_slist>?
    defer { curl_slist_free_all(headers) }
    // libcurl would ask first whether it may send a body, and wait a second for the answer.
    let lines = (request.allHTTPHeaderFields ?? [:]).map { "\($0): \($1)" } + ["Expect:"]
    for line in lines { headers = curl_slist_append(headers, line) ?? headers }
    return (request.httpBody ?? Data()).withUnsafeBytes { body in
      let code = configure(request, headers: headers, body: body, exchange: exchange)
      return code == CURLE_OK ? drive(exchange) : code
    }
  }

  private func configure(
    _ request: URLRequest, headers: UnsafeMutablePointer<curl_slist>?,
    body: UnsafeRawBufferPointer, exchange: Exchange
  ) -> CURLcode {
    let method = request.httpMethod ?? "GET"
    var codes = [
      firefly_allow_only_http(easy),
      firefly_set_text(easy, CURLOPT_URL, request.url?.absoluteString ?? ""),
      firefly_set_number(easy, CURLOPT_NOSIGNAL, 1),
      firefly_bound_unsent(easy),
      firefly_set_number(easy, CURLOPT_NOPROGRESS, 1),
      // Where a server goes without a word, the system notices, however long nothing is said.
      firefly_set_number(easy, CURLOPT_TCP_KEEPALIVE, 1),
      firefly_set_number(easy, CURLOPT_SUPPRESS_CONNECT_HEADERS, 1),
      firefly_set_pointer(easy, CURLOPT_HTTPHEADER, headers),
      // Whatever libcurl can unpack; unpacked, it is bounded like everything else.
      firefly_set_text(easy, CURLOPT_ACCEPT_ENCODING, ""),
      firefly_set_receivers(
        easy, Exchange.receiveHead, Exchange.receiveBody,
        Unmanaged.passUnretained(exchange).toOpaque()),
    ]
    if let socket = server.socket(for: request.url) {
      codes += [
        firefly_set_text(easy, CURLOPT_UNIX_SOCKET_PATH, socket),
        // Whatever the environment says of proxies.
        firefly_set_text(easy, CURLOPT_PROXY, ""),
      ]
    }
    if method == "POST" {
      codes += [
        firefly_set_number(easy, CURLOPT_POST, 1),
        firefly_set_length(easy, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(body.count)),
        firefly_set_pointer(easy, CURLOPT_POSTFIELDS, body.baseAddress),
      ]
      // No pointer would mean to ask for the body.
      if body.isEmpty { codes.append(firefly_set_text(easy, CURLOPT_COPYPOSTFIELDS, "")) }
    } else if method != "GET" {
      codes.append(firefly_set_text(easy, CURLOPT_CUSTOMREQUEST, method))
    }
    if method != "GET" {
      // Where a connection that is used again dies before the answer, libcurl repeats the request by
      // itself, and a post is there twice. On a connection of its own a request is sent once.
      codes += [
        firefly_set_number(easy, CURLOPT_FRESH_CONNECT, 1),
        firefly_set_number(easy, CURLOPT_FORBID_REUSE, 1),
      ]
    }
    return codes.first { $0 != CURLE_OK } ?? CURLE_OK
  }

  private func drive(_ exchange: Exchange) -> CURLcode {
    guard curl_multi_add_handle(multi, easy) == CURLM_OK else { return CURLE_FAILED_INIT }
    defer { curl_multi_remove_handle(multi, easy) }
    var running: Int32 = 1
    while !exchange.isStopped {
      guard curl_multi_perform(multi, &running) == CURLM_OK else { return CURLE_RECV_ERROR }
      exchange.sent(byteCount: Int(firefly_sent_length(easy)))
      if running == 0 {
        var left: Int32 = 0
        return curl_multi_info_read(multi, &left)?.pointee.data.result ?? CURLE_RECV_ERROR
      }
      // A wait ends with what arrives, and by `wake`; never by itself, which would be for nothing.
      guard curl_multi_poll(multi, nil, 0, .max, nil) == CURLM_OK else {
        return CURLE_RECV_ERROR
      }
    }
    return CURLE_ABORTED_BY_CALLBACK
  }
}
