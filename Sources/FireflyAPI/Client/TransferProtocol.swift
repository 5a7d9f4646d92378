import CCurl
import FireflyCore
import Foundation
import FoundationNetworking
import Synchronization

/// Loads http and https for a transfer's session with libcurl, instead of URLSession's own protocol.
///
/// That one crashes if a server hangs up within a header, sends a length of 2⁶³ − 1, or requests an
/// unknown kind of authentication, and has no hook to prevent it. Passes on only those header
/// fields that Firefly uses: URLSession on Linux crashes on some others.
final class TransferProtocol: URLProtocol {
  // All header lines of a response in bytes, including redirects. libcurl's own limit is missing
  // from the versions of many systems.
  private static let headBytes = 256 << 10
  // The body of a redirect is not read to its end either.
  private static let redirectBytes = 64 << 10
  private static let redirects: Set<Int> = [301, 302, 303, 307, 308]

  // Set before the thread starts: the session may release its delegate while the thread runs.
  private var transfer: Transfer?
  private var connection: CurlConnection?
  private let stopped = Atomic(false)

  // The response in progress; used by the thread only.
  private var url: URL?
  private var headByteCount = 0
  private var sentByteCount = 0
  private var fields = TransferFields()
  private var head: HTTPURLResponse?
  private var redirectBody: Data?
  /// What servers have set on the way; nil for a request without cookies.
  private var cookies: RedirectCookies?

  override class func canInit(with request: URLRequest) -> Bool {
    ["http", "https"].contains(request.url?.scheme?.lowercased() ?? "")
  }

  override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

  override func startLoading() {
    transfer = task?.delegate as? Transfer
    connection = transfer?.connections.acquire()
    // Owned by the thread from here on; other threads only set the flag and wake the connection.
    nonisolated(unsafe) let loader = self
    let thread = Thread { loader.load() }
    thread.name = "firefly.transfer"
    thread.start()
  }

  override func stopLoading() {
    stopped.store(true, ordering: .releasing)
    connection?.wake()
  }

  /// Whether libcurl decodes the body, and refuses what is not coded as its header says.
  var decodesBody: Bool { transfer?.request.isLenient != true }

  /// The server beside that of the connection which may be in the user's own network.
  var namedServer: ServerAddress? { transfer?.request.namedServer }

  /// Whether the response is no longer wanted.
  var isStopped: Bool { stopped.load(ordering: .acquiring) }

  private func load() {
    var error: URLError.Code? = .resourceUnavailable
    if let connection {
      error = load(over: connection)
      // Before the end is reported, so that the next request finds it.
      if !isStopped { transfer?.connections.release(connection) }
    }
    transfer?.report {
      if let error {
        client?.urlProtocol(self, didFailWithError: URLError(error))
      } else {
        client?.urlProtocolDidFinishLoading(self)
      }
    }
  }

  /// Sends the request, follows redirects, and passes on the response.
  /// - Returns: nil if the response arrived whole, else the error.
  private func load(over connection: CurlConnection) -> URLError.Code? {
    var request = request
    cookies = transfer?.keepsCookies == true ? RedirectCookies() : nil
    while true {
      (url, headByteCount, head, redirectBody) = (request.url, 0, nil, nil)
      (sentByteCount, fields) = (0, TransferFields())
      let code = connection.perform(request, for: self)
      guard !isStopped else { return .cancelled }
      switch code {
      case CURLE_PEER_FAILED_VERIFICATION:
        transfer?.certificateRefused(connection.certificateProblem)
      case CURLE_SSL_CACERT_BADFILE: transfer?.certificateRefused(.unreadableAuthorities)
      default: break
      }
      if connection.isRefused, code == CURLE_COULDNT_CONNECT, let host = url?.host {
        transfer?.networkRefused(host)
      }
      if head == nil, [CURLE_OPERATION_TIMEDOUT, CURLE_SSL_CONNECT_ERROR].contains(code),
        connection.mayBePlain(url)
      {
        transfer?.certificateRefused(.missing)
        return .secureConnectionFailed
      }
      if let url, let proxy = Proxy.name(for: url) {
        if let status = connection.tunnelRefusal {
          let form = connection.tunnelForm.map { ", it wants a password by \($0)" } ?? ""
          transfer?.proxyFailed("\(url.host ?? "") through the proxy \(proxy) (\(status)\(form))")
        } else if [CURLE_COULDNT_CONNECT, CURLE_COULDNT_RESOLVE_PROXY].contains(code) {
          transfer?.proxyFailed("the proxy \(proxy)")
        }
      }
      // libcurl accepts a response that ends within its header.
      guard let head else { return Self.meaning(of: code) ?? .networkConnectionLost }
      guard let redirectBody else { return Self.meaning(of: code) }
      if code == CURLE_OK, let target = connection.redirect {
        var next = request
        next.url = target
        if !connection.server.contains(target) {
          next.setValue(nil, forHTTPHeaderField: ServerAddress.tokenField)
        }
        next.setValue(cookies?.field(for: target), forHTTPHeaderField: "Cookie")
        let isPermanent = [301, 308].contains(head.statusCode)
        if transfer?.follows(redirectTo: next, from: request, isPermanent: isPermanent) == true {
          request = next
          continue
        }
        transfer?.redirectRefused(to: target)
      }
      report(head)
      report(redirectBody)
      return nil
    }
  }

  private func report(_ head: HTTPURLResponse) {
    transfer?.report {
      client?.urlProtocol(self, didReceive: head, cacheStoragePolicy: .notAllowed)
    }
  }

  private func report(_ body: Data) {
    transfer?.report { client?.urlProtocol(self, didLoad: body) }
  }

  /// Reports how many bytes of the request's body have been sent; called after each step.
  func sent(byteCount: Int) {
    guard byteCount > sentByteCount else { return }
    sentByteCount = byteCount
    transfer?.sent(byteCount: byteCount)
  }

  /// libcurl's callback for a header line, or a trailer line of a chunked body.
  static let receiveHead: firefly_receiver = { bytes, size, count, context in
    handle(bytes, size * count, context) { $0.headLineReceived($1) }
  }

  /// libcurl's callback for a piece of a body.
  static let receiveBody: firefly_receiver = { bytes, size, count, context in
    handle(bytes, size * count, context) { $0.bodyReceived($1) }
  }

  private static func handle(
    _ bytes: UnsafeMutablePointer<CChar>?, _ count: Int, _ context: UnsafeMutableRawPointer?,
    _ receive: (TransferProtocol, UnsafeRawBufferPointer) -> Bool
  ) -> Int {
    guard let bytes, let context else { return 0 }
    let loader = Unmanaged<TransferProtocol>.fromOpaque(context).takeUnretainedValue()
    let isWanted = receive(loader, UnsafeRawBufferPointer(start: bytes, count: count))
    // A count that differs ends the transfer; libcurl never passes an empty piece.
    return isWanted ? count : 0
  }

  private func headLineReceived(_ line: UnsafeRawBufferPointer) -> Bool {
    headByteCount += line.count
    guard !isStopped, headByteCount <= Self.headBytes else { return false }
    guard head == nil else { return true }
    if line.starts(with: "HTTP/".utf8) {
      fields = TransferFields()
    } else if line.allSatisfy({ $0 == 0x0D || $0 == 0x0A }) {
      return endOfHead()
    } else {
      fields.read(line)
      if cookies != nil, let url,
        let cookie = TransferFields.value(
          of: "set-cookie:", in: line, limit: RedirectCookies.maximumBytes + 16)
      {
        cookies?.receive(cookie, from: url)
      }
    }
    return true
  }

  private func endOfHead() -> Bool {
    guard let connection, let url else { return false }
    let status = connection.status
    // 1xx responses are interim.
    guard status >= 200 else { return true }
    let fields = fields.passedOn(
      status: status, contentLength: connection.contentLength.map(String.init))
    head = HTTPURLResponse(url: url, statusCode: status, httpVersion: nil, headerFields: fields)
    guard let head else { return false }
    if Self.redirects.contains(status) {
      redirectBody = Data()
    } else {
      report(head)
    }
    return true
  }

  private func bodyReceived(_ body: UnsafeRawBufferPointer) -> Bool {
    guard !isStopped, head != nil else { return false }
    guard let redirectByteCount = redirectBody?.count else {
      report(Data(body))
      return !isStopped
    }
    redirectBody?.append(contentsOf: body)
    return redirectByteCount + body.count <= Self.redirectBytes
  }

  /// The URLSession error for a libcurl error; nil if there is none.
  private static func meaning(of code: CURLcode) -> URLError.Code? {
    switch code {
    case CURLE_OK: nil
    case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY: .cannotFindHost
    case CURLE_COULDNT_CONNECT: .cannotConnectToHost
    case CURLE_OPERATION_TIMEDOUT: .timedOut
    case CURLE_SSL_CONNECT_ERROR: .secureConnectionFailed
    case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_CACERT_BADFILE,
      CURLE_SSL_INVALIDCERTSTATUS:
      .serverCertificateUntrusted
    // Not HTTP/1 or later, or a header without an end.
    case CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY, CURLE_OUT_OF_MEMORY,
      CURLE_HTTP2, CURLE_HTTP2_STREAM:
      .badServerResponse
    // The second, if something follows what was compressed.
    case CURLE_BAD_CONTENT_ENCODING, CURLE_WRITE_ERROR: .cannotDecodeContentData
    default: .networkConnectionLost
    }
  }
}
