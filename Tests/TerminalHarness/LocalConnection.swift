import Foundation

/// A connection to a port of this machine that is kept for one question after the other.
package final class LocalConnection {
  private let file: Int32
  private let port: Int

  /// Connects; nil where nobody listens.
  package init?(to port: Int) {
    guard let file = LocalSocket.connect(to: port) else { return nil }
    self.file = file
    self.port = port
  }

  deinit { close(file) }

  /// Asks, and waits for the body of the answer; blocks.
  ///
  /// - `target`: path and query, percent-encoded.
  /// - `form`: what is sent, percent-encoded.
  /// - Throws: `POSIXError`.
  package func ask(_ method: String, _ target: String, form: String = "") throws -> String {
    let type = form.isEmpty ? "" : "Content-Type: application/x-www-form-urlencoded\r\n"
    let text =
      "\(method) \(target) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\(type)"
      + "Content-Length: \(form.utf8.count)\r\n\r\n\(form)"
    guard send(file, text, text.utf8.count, Int32(MSG_NOSIGNAL)) == text.utf8.count else {
      throw POSIXError(.EPIPE)
    }
    var all: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = recv(file, &buffer, buffer.count, 0)
      guard count > 0 else { throw POSIXError(.ECONNRESET) }
      all += buffer[..<count]
      let answer = String(decoding: all, as: UTF8.self)
      guard let end = answer.range(of: "\r\n\r\n"),
        let length = answer.firstMatch(of: /(?i)content-length: *([0-9]+)/).flatMap({ Int($0.1) })
      else { continue }
      let body = answer[end.upperBound...]
      if body.utf8.count >= length { return String(body) }
    }
  }
}
