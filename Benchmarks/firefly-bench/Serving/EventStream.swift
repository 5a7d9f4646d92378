import Foundation
import TerminalHarness

/// The events of a server for one user, as they come.
final class EventStream {
  private static let patience = timeval(tv_sec: 10, tv_usec: 0)

  private let file: Int32
  private var text = ""

  /// Listens.
  ///
  /// - Throws: `BenchError.badServer` where nobody listens on the port.
  init(of email: String, at port: Int) throws {
    guard let file = LocalSocket.connect(to: port) else {
      throw BenchError.badServer("nobody listens on port \(port)")
    }
    self.file = file
    var patience = Self.patience
    setsockopt(file, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    let request = "GET /api/events?user_email=\(email) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\r\n"
    _ = send(file, request, request.utf8.count, Int32(MSG_NOSIGNAL))
    try wait(for: "text/event-stream")
  }

  deinit { close(file) }

  /// Reads up to some text, wherever it comes.
  ///
  /// - Throws: `BenchError.badServer` if it doesn't come.
  func wait(for part: String) throws {
    var buffer = [UInt8](repeating: 0, count: 1 << 14)
    while true {
      if let range = text.range(of: part) {
        text.removeSubrange(..<range.upperBound)
        return
      }
      let count = recv(file, &buffer, buffer.count, 0)
      guard count > 0 else { throw BenchError.badServer("no event has \(part)") }
      text += String(decoding: buffer[..<count], as: UTF8.self)
    }
  }
}
