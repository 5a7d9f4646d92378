import CCurl
import Foundation
import FoundationNetworking
import Synchronization

/// A connection to a server, over which libcurl performs one request after another.
final class CurlConnection: Sendable {
  // Both belong to the thread of the request in flight; there is one at a time. Only `wake` is
  // called from other threads, which libcurl allows.
  nonisolated(unsafe) private let multi: UnsafeMutableRawPointer
  // Created for each request: when reused, libcurl 7.88 writes a header that begins with a blank
  // into freed memory. The multi handle owns the connection.
  nonisolated(unsafe) private var easy: UnsafeMutableRawPointer?

  // Whether an address of the user's own network was refused; written by the thread of the request.
  nonisolated(unsafe) private let refusal = UnsafeMutablePointer<Bool>.allocate(capacity: 1)

  /// The server of the connection, unless a URL names another one.
  let server: ServerAddress

  /// Creates a connection that is not open yet; nil if memory runs out.
  ///
  /// - Parameter server: the server, which may be behind a Unix socket; others are reached over the
  ///   network.
  init?(to server: ServerAddress) {
    guard let multi = curl_multi_init() else { return nil }
    self.multi = multi
    self.server = server
    refusal.initialize(to: false)
  }

  deinit {
    curl_easy_cleanup(easy)
    curl_multi_cleanup(multi)
    refusal.deallocate()
  }

  /// Whether the last request led into the user's own network, and was not sent for that reason.
  var isRefused: Bool { refusal.pointee }

  /// The status of the last header.
  var status: Int { firefly_status(easy) }

  /// The status with which a proxy has refused to connect; nil if it has not.
  var tunnelRefusal: Int? {
    let status = firefly_tunnel_status(easy)
    return status >= 300 ? status : nil
  }

  /// The form in which such a proxy wants a password, if it is none in which Firefly sends one; nil otherwise.
  var tunnelForm: String? {
    let forms = firefly_proxy_forms(easy)
    return forms & 1 == 1
      ? nil : [(2, "Digest"), (8, "NTLM"), (4, "Negotiate")].first { forms & $0.0 != 0 }?.1
  }

  /// The length of the body according to the header; nil if unknown.
  var contentLength: Int? {
    let length = firefly_content_length(easy)
    return length < 0 ? nil : Int(length)
  }

  /// Why the server's certificate was refused; nil if that is unknown.
  var certificateProblem: CertificateProblem? {
    CertificateProblem(verifyResult: firefly_verify_result(easy))
  }

  /// The target of a redirect; nil if the response is not a redirect.
  var redirect: URL? {
    firefly_redirect(easy).flatMap { URL(string: String(cString: $0)) }
  }

  /// Makes the request in flight check whether it has been cancelled; callable from any thread.
  func wake() {
    curl_multi_wakeup(multi)
  }

  /// Sends the request and passes on header and body, until the response is complete.
  /// - Parameter loader: receives the response.
  /// - Returns: `CURLE_OK`, or the error.
  func perform(_ request: URLRequest, for loader: TransferProtocol) -> CURLcode {
    curl_easy_cleanup(easy)
    easy = curl_easy_init()
    refusal.pointee = false
    guard easy != nil else { return CURLE_OUT_OF_MEMORY }
    var headers: UnsafeMutablePointer<curl_slist>?
    defer { curl_slist_free_all(headers) }
    // Without this, libcurl asks for permission to send a body, and waits a second for the answer.
    let lines = (request.allHTTPHeaderFields ?? [:]).map { "\($0): \($1)" } + ["Expect:"]
    for line in lines { headers = curl_slist_append(headers, line) ?? headers }
    return (request.httpBody ?? Data()).withUnsafeBytes { body in
      let code = configure(request, headers: headers, body: body, loader)
      return code == CURLE_OK ? drive(loader) : code
    }
  }

  /// Seconds for a connection to this machine with its handshake.
  private static let handshake = 2

  /// Whether a server on this machine may speak http where https is asked for: it would wait for the rest of a request
  /// that is none.
  func mayBePlain(_ url: URL?) -> Bool {
    server.isOnThisMachine && url?.scheme == "https" && url.map(server.contains) == true
  }

  private func configure(
    _ request: URLRequest, headers: UnsafeMutablePointer<curl_slist>?,
    body: UnsafeRawBufferPointer, _ loader: TransferProtocol
  ) -> CURLcode {
    let method = request.httpMethod ?? "GET"
    var codes = [
      firefly_prepare(
        easy, request.url?.absoluteString ?? "", headers, TransferProtocol.receiveHead,
        TransferProtocol.receiveBody, Unmanaged.passUnretained(loader).toOpaque()),
      firefly_bound_unsent(easy),
      // The system detects a server that has vanished, even on an idle connection.
      firefly_set_number(easy, CURLOPT_TCP_KEEPALIVE, 1),
      // All encodings that libcurl supports; the limits apply to the decoded bytes.
      firefly_set_text(easy, CURLOPT_ACCEPT_ENCODING, loader.decodesBody ? "" : "identity"),
      firefly_set_number(easy, CURLOPT_HTTP_CONTENT_DECODING, loader.decodesBody ? 1 : 0),
    ]
    if let file = server.authorities.file {
      codes.append(firefly_set_text(easy, CURLOPT_CAINFO, file))
    }
    if let folder = server.authorities.folder {
      codes.append(firefly_set_text(easy, CURLOPT_CAPATH, folder))
    }
    if let socket = server.socket(for: request.url) {
      codes += [
        firefly_set_text(easy, CURLOPT_UNIX_SOCKET_PATH, socket),
        // Ignores proxies set in the environment.
        firefly_set_text(easy, CURLOPT_PROXY, ""),
      ]
    }
    if mayBePlain(request.url) {
      codes.append(firefly_set_number(easy, CURLOPT_CONNECTTIMEOUT, Self.handshake))
    }
    // A picture's address may come from anyone: it must not lead into the user's own network. The embedded server, behind
    // a socket, has copies of what others wrote.
    if let url = request.url, server.socket != nil || !server.isNearby, !server.contains(url),
      loader.namedServer?.contains(url) != true, Proxy.name(for: url) == nil
    {
      codes.append(firefly_allow_only_public(easy, refusal))
    }
    if method == "POST" || !body.isEmpty {
      codes += [
        firefly_set_number(easy, CURLOPT_POST, 1),
        firefly_set_length(easy, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(body.count)),
        firefly_set_pointer(easy, CURLOPT_POSTFIELDS, body.baseAddress),
      ]
      // With a null pointer, libcurl would read the body from a callback.
      if body.isEmpty { codes.append(firefly_set_text(easy, CURLOPT_COPYPOSTFIELDS, "")) }
    }
    if method != "GET", method != "POST" {
      codes.append(firefly_set_text(easy, CURLOPT_CUSTOMREQUEST, method))
    }
    if method != "GET" {
      // If a reused connection breaks before the response, libcurl repeats the request by itself,
      // which would create a post twice. On a new connection it sends the request once.
      codes += [
        firefly_set_number(easy, CURLOPT_FRESH_CONNECT, 1),
        firefly_set_number(easy, CURLOPT_FORBID_REUSE, 1),
      ]
    }
    return codes.first { $0 != CURLE_OK } ?? CURLE_OK
  }

  private func drive(_ loader: TransferProtocol) -> CURLcode {
    // Waits without a timeout, which would only cause wakeups: data or `wake` ends the wait.
    firefly_perform(
      multi, easy, .max,
      { easy, loader in
        guard let loader else { return false }
        let transfer = Unmanaged<TransferProtocol>.fromOpaque(loader).takeUnretainedValue()
        transfer.sent(byteCount: Int(firefly_sent_length(easy)))
        return !transfer.isStopped
      }, Unmanaged.passUnretained(loader).toOpaque())
  }
}

/// The idle connections to one server.
final class CurlConnectionPool: Sendable {
  let server: ServerAddress
  private let idle = Mutex<[CurlConnection]>([])

  init(to server: ServerAddress) { self.server = server }

  /// Removes an idle connection from the pool, or creates one; nil if memory runs out.
  func acquire() -> CurlConnection? {
    idle.withLock { $0.popLast() } ?? CurlConnection(to: server)
  }

  /// Returns a connection whose request has ended to the pool.
  func release(_ connection: CurlConnection) {
    idle.withLock { $0.append(connection) }
  }
}
