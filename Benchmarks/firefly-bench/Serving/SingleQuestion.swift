import Glibc
import TerminalHarness

/// One question on a connection of its own, given up when the answer has enough posts, as an app does that shows
/// the beginning of a list.
enum SingleQuestion {
  /// Every post has this once.
  private static let mark = Array(#""title":"#.utf8)

  /// Asks.
  ///
  /// - Parameters:
  ///   - target: path and query, percent-encoded.
  ///   - port: of the server on 127.0.0.1.
  ///   - enough: posts after which the rest of the answer doesn't matter; nil for all of it.
  ///   - least: posts that there have to be.
  /// - Returns: milliseconds from the question to the end of the answer, or to enough posts.
  /// - Throws: `BenchError.badServer`.
  static func time(_ target: String, at port: Int, enough: Int?, least: Int) throws -> Double {
    let start = SuspendingClock.now
    var (posts, matched) = (0, 0)
    let answer = try ask(target, at: port, keepsBody: false) { bytes in
      for byte in bytes {
        matched = byte == mark[matched] ? matched + 1 : byte == mark[0] ? 1 : 0
        guard matched == mark.count else { continue }
        (posts, matched) = (posts + 1, 0)
      }
      return posts >= enough ?? .max
    }
    let time = (SuspendingClock.now - start).milliseconds
    guard answer.status == 200, posts >= least else {
      throw BenchError.badServer("\(target): status \(answer.status), \(posts) posts")
    }
    return time
  }

  /// Asks for all of an answer.
  ///
  /// - Returns: its body.
  /// - Throws: `BenchError.badServer`.
  static func text(_ target: String, at port: Int) throws -> String {
    let answer = try ask(target, at: port, keepsBody: true) { _ in false }
    return String(decoding: answer.body, as: UTF8.self)
  }

  private static func ask(
    _ target: String, at port: Int, keepsBody: Bool,
    isEnough: (ArraySlice<UInt8>) -> Bool
  ) throws -> IncomingAnswer {
    guard let file = LocalSocket.connect(to: port) else {
      throw BenchError.badServer("nobody listens on port \(port)")
    }
    defer { close(file) }
    let request = "GET \(target) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\r\n"
    guard send(file, request, request.utf8.count, Int32(MSG_NOSIGNAL)) == request.utf8.count else {
      throw BenchError.badServer("the server takes no question")
    }
    var answer = IncomingAnswer(keepsBody: keepsBody)
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while !answer.isComplete {
      let count = recv(file, &buffer, buffer.count, 0)
      guard count > 0 else { throw BenchError.badServer("the server hangs up on \(target)") }
      try answer.take(buffer[..<count])
      if isEnough(buffer[..<count]) { break }
    }
    return answer
  }
}
