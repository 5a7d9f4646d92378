import Glibc
import TerminalHarness

/// Connections to a port of this machine that are kept alive, each with one question at a time.
final class Crowd {
  /// What is asked once.
  struct Question {
    /// Path and query, percent-encoded.
    let target: String
    /// What is sent, percent-encoded; nil for nothing.
    var form: String?

    init(_ target: String, form: String? = nil) {
      (self.target, self.form) = (target, form)
    }
  }

  /// What came of asking for a while.
  struct Outcome {
    /// Answers a second.
    let rate: Double
    /// How long each took, in milliseconds.
    let times: Samples
  }

  /// Milliseconds of silence after which it gives up.
  private static let patience: Int32 = 5_000
  /// Answers after which it has enough, however fast they come.
  private static let maximumAnswers = 1_000_000

  private let port: Int
  private var sockets: [pollfd] = []
  private var buffer = [UInt8](repeating: 0, count: 1 << 16)

  /// Connects.
  ///
  /// - Throws: `BenchError.badServer` where nobody listens.
  init(of count: Int, at port: Int) throws {
    self.port = port
    for _ in 0..<count {
      guard let file = LocalSocket.connect(to: port) else {
        throw BenchError.badServer("nobody listens on port \(port)")
      }
      sockets.append(pollfd(fd: file, events: Int16(POLLIN), revents: 0))
    }
  }

  deinit { for socket in sockets { close(socket.fd) } }

  /// Asks the same on all connections, again and again.
  ///
  /// - Throws: as `ask(for:_:)`.
  func ask(_ target: String, for duration: Duration) throws -> Outcome {
    try ask(for: duration) { _ in Question(target) }
  }

  /// Asks on all connections, again and again.
  ///
  /// - Parameters:
  ///   - duration: for how long.
  ///   - question: the first question, the second, and so on, from 0.
  /// - Returns: what came of it.
  /// - Throws: `BenchError.badServer` where an answer is none, isn't one of success, or doesn't come.
  func ask(for duration: Duration, _ question: (Int) -> Question) throws -> Outcome {
    var count = 0
    func ask(on file: Int32) throws {
      let question = question(count)
      count += 1
      let head = question.form == nil ? "GET" : "POST"
      let form = question.form ?? ""
      let type = "Content-Type: application/x-www-form-urlencoded\r\nContent-Length:"
      try send(
        Array(
          """
          \(head) \(question.target) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\
          \(question.form == nil ? "" : "\(type) \(form.utf8.count)\r\n")\r\n\(form)
          """.utf8), on: file)
    }
    let start = SuspendingClock.now
    var (last, times) = (start, Samples())
    var answers = sockets.map { _ in IncomingAnswer() }
    var asked = sockets.map { _ in start }
    var waiting = sockets.count
    for socket in sockets { try ask(on: socket.fd) }
    while waiting > 0 {
      guard poll(&sockets, nfds_t(sockets.count), Self.patience) > 0 else {
        throw BenchError.badServer("the server doesn't answer")
      }
      for index in sockets.indices where sockets[index].revents != 0 {
        try receive(&answers[index], on: sockets[index].fd)
        guard answers[index].isComplete else { continue }
        guard answers[index].status == 200 else {
          throw BenchError.badServer("the server answers with \(answers[index].status)")
        }
        last = .now
        times.append((last - asked[index]).milliseconds)
        (answers[index], asked[index]) = (IncomingAnswer(), last)
        if last - start < duration, times.values.count < Self.maximumAnswers {
          try ask(on: sockets[index].fd)
        } else {
          waiting -= 1
        }
      }
    }
    return Outcome(rate: Double(times.values.count) / ((last - start) / .seconds(1)), times: times)
  }

  private func send(_ request: [UInt8], on file: Int32) throws {
    guard Glibc.send(file, request, request.count, Int32(MSG_NOSIGNAL)) == request.count
    else {
      throw BenchError.badServer("the server takes no question")
    }
  }

  private func receive(_ answer: inout IncomingAnswer, on file: Int32) throws {
    let count = recv(file, &buffer, buffer.count, 0)
    guard count > 0 else { throw BenchError.badServer("the server hangs up") }
    try answer.take(buffer[..<count])
  }
}
