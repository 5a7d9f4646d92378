import FireflyAPI
import FireflyCore
import Foundation
import Glibc
import Logging
import Synchronization

/// A server that may answer anything at all: it hands every connection to a closure, bytes and all.
///
/// It lives as long as the test process: one that stopped early would look like a refusal.
final class RawServer: Sendable {
  let address: ServerAddress
  private let state = Mutex(State())

  private struct State {
    var targets: [String] = []
    var open = 0
    var mostOpen = 0
  }

  /// Listens on a free port of 127.0.0.1 and answers each connection on a thread of its own.
  init(_ answer: @escaping @Sendable (RawConnection) -> Void) throws {
    let (socket, port) = try Self.bound()
    guard listen(socket, 64) == 0 else { throw POSIXError(.EADDRINUSE) }
    address = try ServerAddress("127.0.0.1:\(port)")
    let accept = Thread {
      while true {
        let connection = Glibc.accept(socket, nil, nil)
        guard connection >= 0 else { return }
        let thread = Thread {
          self.serve(RawConnection(socket: connection), answer)
          shutdown(connection, Int32(SHUT_RDWR))
          close(connection)
        }
        thread.start()
      }
    }
    accept.start()
  }

  /// Answers with a status, headers and a body, whatever is asked.
  convenience init(status: String = "200 OK", headers: [String] = [], body: String) throws {
    try self.init { connection in
      connection.send(status: status, headers: headers, body: body)
    }
  }

  /// What was asked, in order.
  var targets: [String] { state.withLock { $0.targets } }
  /// The most connections at a time.
  var mostOpen: Int { state.withLock { $0.mostOpen } }
  /// Connections that are open now.
  var open: Int { state.withLock { $0.open } }

  /// An address where nothing listens, though the port is taken.
  static func refusing() throws -> ServerAddress {
    let (_, port) = try bound()
    return try ServerAddress("127.0.0.1:\(port)")
  }

  private func serve(_ connection: RawConnection, _ answer: (RawConnection) -> Void) {
    var connection = connection
    connection.readHead()
    state.withLock {
      $0.targets.append(connection.target)
      $0.open += 1
      $0.mostOpen = max($0.mostOpen, $0.open)
    }
    answer(connection)
    state.withLock { $0.open -= 1 }
  }

  private static func bound() throws -> (socket: Int32, port: UInt16) {
    let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let result = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
        bind(socket, generic, length) == 0 ? getsockname(socket, generic, &length) : -1
      }
    }
    guard result == 0 else { throw POSIXError(.EADDRNOTAVAIL) }
    return (socket, UInt16(bigEndian: address.sin_port))
  }
}

/// A connection of a `RawServer`.
struct RawConnection: Sendable {
  let socket: Int32
  /// The request up to the empty line.
  private(set) var head = ""

  init(socket: Int32) { self.socket = socket }

  /// Path and query as sent.
  var target: String { head.split(separator: " ").dropFirst().first.map(String.init) ?? "" }

  mutating func readHead() {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while !String(decoding: bytes, as: UTF8.self).contains("\r\n\r\n") {
      let count = recv(socket, &buffer, buffer.count, 0)
      guard count > 0 else { break }
      bytes += buffer[..<count]
    }
    head = String(decoding: bytes, as: UTF8.self)
  }

  /// Sends a whole answer with its length.
  func send(status: String = "200 OK", headers: [String] = [], body: String) {
    let lines = ["HTTP/1.1 \(status)"] + headers + ["Content-Length: \(body.utf8.count)"]
    send(lines.joined(separator: "\r\n") + "\r\nConnection: close\r\n\r\n" + body)
  }

  /// Sends bytes as they are.
  /// - Returns: whether the client still takes them.
  @discardableResult
  func send(_ text: String) -> Bool { send(Array(text.utf8)) }

  @discardableResult
  func send(_ bytes: [UInt8]) -> Bool {
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes {
        Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return false }
      sent += count
    }
    return true
  }

  /// Waits until the client hangs up, or the time is over.
  /// - Returns: whether it hung up.
  @discardableResult
  func waitForHangUp(seconds: Double = 5) -> Bool {
    var wait = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
    guard poll(&wait, 1, Int32(seconds * 1000)) > 0 else { return false }
    var byte: UInt8 = 0
    return recv(socket, &byte, 1, 0) <= 0
  }
}

extension LiveClient {
  /// A client with short limits for tests.
  static func test(
    _ address: ServerAddress, email: String? = nil,
    logger: Logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
    change: (inout ClientLimits) -> Void = { _ in }
  ) -> LiveClient {
    var limits = ClientLimits()
    limits.seconds = 3
    limits.slowSeconds = 3
    change(&limits)
    let account = email.map { Account.signedIn(User(email: $0, name: "Ida")) } ?? .signedOut
    return LiveClient(
      server: address, credentials: Credentials(account), limits: limits, logger: logger)
  }
}
