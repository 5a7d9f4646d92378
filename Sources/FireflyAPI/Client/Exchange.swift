import CCurl
import Foundation
import FoundationNetworking

/// One request over a wire, and its response as it arrives.
///
/// Passes on only those header fields that Firefly uses: URLSession on Linux crashes on some
/// others.
final class Exchange {
  /// Receives a response; called on the thread of the exchange.
  protocol Receiver: AnyObject {
    func responseReceived(_ head: HTTPURLResponse)
    func dataReceived(_ body: Data)
    /// Called when this many bytes of the request's body have been sent.
    func sent(byteCount: Int)
    /// Whether a redirect may be followed.
    func follows(redirectTo new: URLRequest, from old: URLRequest) -> Bool
  }

  // All header lines of a response in bytes, including redirects. libcurl's own limit is missing
  // from the versions of many systems.
  private static let headBytes = 256 << 10
  // The body of a redirect is not read to its end either.
  private static let redirectBytes = 64 << 10
  private static let redirects: Set<Int> = [301, 302, 303, 307, 308]

  private let wire: Wire
  private let stopped: StopFlag
  private unowned let receiver: any Receiver

  private var url: URL?
  private var headByteCount = 0
  private var sentByteCount = 0
  private var entityTag: String?
  private var head: HTTPURLResponse?
  private var redirectBody: Data?

  init(over wire: Wire, stopped: StopFlag, receiver: any Receiver) {
    self.wire = wire
    self.stopped = stopped
    self.receiver = receiver
  }

  /// Whether the response is no longer wanted.
  var isStopped: Bool { stopped.isSet }

  /// Sends the request, follows redirects, and passes on the response.
  /// - Returns: nil if the response arrived whole, else the error.
  func run(_ request: URLRequest) -> URLError.Code? {
    var request = request
    while true {
      (url, headByteCount, entityTag, head, redirectBody) = (request.url, 0, nil, nil, nil)
      sentByteCount = 0
      let code = wire.perform(request, for: self)
      guard !isStopped else { return .cancelled }
      // libcurl accepts a response that ends within its header.
      guard let head else { return Self.meaning(of: code) ?? .networkConnectionLost }
      guard let redirectBody else { return Self.meaning(of: code) }
      if code == CURLE_OK, let target = wire.redirect {
        var next = request
        next.url = target
        if !wire.server.contains(target) {
          next.setValue(nil, forHTTPHeaderField: ServerAddress.tokenField)
        }
        if receiver.follows(redirectTo: next, from: request) {
          request = next
          continue
        }
      }
      receiver.responseReceived(head)
      receiver.dataReceived(redirectBody)
      return nil
    }
  }

  /// Reports how many bytes of the request's body have been sent; called after each step.
  func sent(byteCount: Int) {
    guard byteCount > sentByteCount else { return }
    sentByteCount = byteCount
    receiver.sent(byteCount: byteCount)
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
    _ receive: (Exchange, UnsafeRawBufferPointer) -> Bool
  ) -> Int {
    guard let bytes, let context else { return 0 }
    let exchange = Unmanaged<Exchange>.fromOpaque(context).takeUnretainedValue()
    let isWanted = receive(exchange, UnsafeRawBufferPointer(start: bytes, count: count))
    // A count that differs ends the transfer; libcurl never passes an empty piece.
    return isWanted ? count : 0
  }

  private func headLineReceived(_ line: UnsafeRawBufferPointer) -> Bool {
    headByteCount += line.count
    guard !isStopped, headByteCount <= Self.headBytes else { return false }
    guard head == nil else { return true }
    if line.starts(with: "HTTP/".utf8) {
      entityTag = nil
    } else if line.allSatisfy({ $0 == 0x0D || $0 == 0x0A }) {
      return endOfHead()
    } else {
      entityTag = Self.entityTag(in: line) ?? entityTag
    }
    return true
  }

  /// The value of an `ETag` line, unless it is unsafe to send back.
  private static func entityTag(in line: UnsafeRawBufferPointer) -> String? {
    guard line.count <= 1024, line.prefix(5).elementsEqual("etag:".utf8, by: { $0 | 0x20 == $1 })
    else { return nil }
    let value = String(decoding: line.dropFirst(5), as: UTF8.self)
      .trimmingCharacters(in: .whitespacesAndNewlines)
    return value.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F } ? value : nil
  }

  private func endOfHead() -> Bool {
    let status = wire.status
    // 1xx responses are interim.
    guard status >= 200 else { return true }
    var fields: [String: String] = [:]
    fields["ETag"] = entityTag
    fields["Content-Length"] = wire.contentLength.map(String.init)
    guard let url,
      let head = HTTPURLResponse(
        url: url, statusCode: status, httpVersion: nil, headerFields: fields)
    else { return false }
    self.head = head
    if Self.redirects.contains(status) {
      redirectBody = Data()
    } else {
      receiver.responseReceived(head)
    }
    return true
  }

  private func bodyReceived(_ body: UnsafeRawBufferPointer) -> Bool {
    guard !isStopped, head != nil else { return false }
    guard let redirectByteCount = redirectBody?.count else {
      receiver.dataReceived(Data(body))
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
      CURLE_WRITE_ERROR, CURLE_HTTP2, CURLE_HTTP2_STREAM:
      .badServerResponse
    case CURLE_BAD_CONTENT_ENCODING: .cannotDecodeContentData
    default: .networkConnectionLost
    }
  }
}
