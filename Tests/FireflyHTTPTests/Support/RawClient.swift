import Foundation

@testable import FireflyHTTP

/// A bare socket, for what no decent client would do.
///
/// Blocking: use it within `onThread`.
final class RawClient {
  private let file: Int32

  /// Connects; what is received has to come within 10 seconds.
  ///
  /// - `source`: the address of this machine that the server sees.
  init(_ address: HTTPAddress, from source: String = "127.0.0.1") throws {
    switch address {
    case .tcp(_, let port):
      file = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      var own = sockaddr_in()
      own.sin_family = sa_family_t(AF_INET)
      own.sin_addr.s_addr = inet_addr(source)
      try connect(&own, by: Glibc.bind)
      var place = sockaddr_in()
      place.sin_family = sa_family_t(AF_INET)
      place.sin_port = in_port_t(port).bigEndian
      place.sin_addr.s_addr = inet_addr("127.0.0.1")
      try connect(&place)
    case .unixSocket(let path):
      file = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
      var place = sockaddr_un()
      place.sun_family = sa_family_t(AF_UNIX)
      withUnsafeMutableBytes(of: &place.sun_path) { $0.copyBytes(from: path.utf8) }
      try connect(&place)
    case .inherited: throw POSIXError(.EINVAL)
    }
    var limit = timeval(tv_sec: 10, tv_usec: 0)
    setsockopt(file, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    setsockopt(file, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
  }

  deinit { close(file) }

  private func connect<Address>(
    _ address: inout Address,
    by call: (Int32, UnsafePointer<sockaddr>?, socklen_t) -> Int32 = Glibc.connect
  ) throws {
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        call(file, $0, socklen_t(MemoryLayout<Address>.size))
      }
    }
    guard result == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
  }

  /// Keeps what waits unread small, here and in the kernel.
  func shrinkReceiveBuffer() {
    var size: Int32 = 4096
    setsockopt(file, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size))
  }

  /// Sends all of it; false if the server has hung up.
  @discardableResult
  func send(_ text: String) -> Bool { send(Array(text.utf8)) }

  @discardableResult
  func send(_ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        Glibc.send(file, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  /// Says that nothing more will be sent.
  func endSending() { shutdown(file, Int32(SHUT_WR)) }

  /// Makes the end, when it comes, one that can't be taken for the end of a request.
  func reset() {
    var now = linger(l_onoff: 1, l_linger: 0)
    setsockopt(file, SOL_SOCKET, SO_LINGER, &now, socklen_t(MemoryLayout<linger>.size))
  }

  /// Whether there is something to receive, or the end.
  var hasReceived: Bool {
    var input = pollfd(fd: file, events: Int16(POLLIN), revents: 0)
    return poll(&input, 1, 0) > 0
  }

  /// Some bytes; empty at the end, or where the connection is broken off.
  func receive() throws -> [UInt8] {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    let count = recv(file, &buffer, buffer.count, 0)
    if count < 0, errno == EAGAIN { throw POSIXError(.ETIMEDOUT) }
    return Array(buffer.prefix(max(0, count)))
  }

  /// All that comes until the server hangs up.
  func rest() throws -> String {
    var all: [UInt8] = []
    while true {
      let piece = try receive()
      if piece.isEmpty { return String(decoding: all, as: UTF8.self) }
      all += piece
    }
  }

  /// What comes up to a text, with that.
  func receive(until end: String) throws -> String {
    var all: [UInt8] = []
    while !all.reversed().starts(with: end.utf8.reversed()) {
      let piece = try receive()
      if piece.isEmpty { break }
      all += piece
    }
    return String(decoding: all, as: UTF8.self)
  }
}

/// Does something that blocks on a thread of its own.
func onThread<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value
{
  try await withCheckedThrowingContinuation { done in
    Thread { done.resume(with: Result { try work() }) }.start()
  }
}

/// Connects, sends, and gives back all that comes until the server hangs up.
func exchange(_ server: HTTPServer, _ text: String, ends: Bool = false) async throws -> String {
  let address = server.address
  return try await onThread {
    let client = try RawClient(address)
    client.send(text)
    if ends { client.endSending() }
    return try client.rest()
  }
}

extension String {
  var status: String { String(split(separator: "\r\n").first?.dropFirst(9).prefix(3) ?? "") }
}

extension HTTPResponse {
  static func text(_ text: String) -> HTTPResponse {
    HTTPResponse(status: 200, body: .bytes(Array(text.utf8)))
  }
}

/// Runs a test's body while a server runs on a free port.
func withServer(
  on address: HTTPAddress = .tcp(host: "127.0.0.1", port: 0),
  proxies: [HTTPNetwork] = [], _ change: (inout HTTPLimits) -> Void = { _ in },
  answering handler: @escaping HTTPServer.Handler = { _ in .text("hello") },
  _ body: (HTTPServer) async throws -> Void
) async throws {
  var limits = HTTPLimits()
  change(&limits)
  let server = try await HTTPServer(
    on: address, limits: limits, proxies: proxies, handler: handler)
  do {
    try await body(server)
  } catch {
    await server.stop()
    throw error
  }
  await server.stop()
}

/// Answers with what was sent: method, target, and the body.
@Sendable func echo(_ request: HTTPRequest) async -> HTTPResponse {
  do {
    let body = try await request.body.bytes(atMost: 1 << 20)
    return .text("\(request.method) \(request.target) [\(String(decoding: body, as: UTF8.self))]")
  } catch {
    return HTTPResponse(status: 400, body: .bytes(Array("\(error)".utf8)))
  }
}
