import FireflyAPI
import FireflyApp
import FireflyCore
import Foundation

/// The failure of a command: a sentence for standard error, and an exit code.
///
/// Usage errors have the exit code 64 of the argument parser.
struct Failure: Error, Hashable, CustomStringConvertible {
  let description: String
  let code: Int32

  /// The exit code without a usable terminal.
  static let noTerminal: Int32 = 2
  /// The exit code of usage errors: the argument parser's.
  static let usage: Int32 = 64
  /// The reader of standard output has gone: the program ends as SIGPIPE ends others.
  static let brokenPipe = Failure("", code: 128 + SIGPIPE)

  init(_ description: String, code: Int32 = 1) {
    self.description = description
    self.code = code
  }

  /// Creates a failure of any error, whose description is a sentence for the user.
  ///
  /// - Parameters:
  ///   - error: the error.
  ///   - post: the post that a missing one would be; nil for none.
  ///   - server: the server of `--server`; nil for the usual one.
  init(_ error: any Error, onPost post: Int? = nil, on server: ServerChoice? = nil) {
    let option = server.map { " --server \($0)" } ?? ""
    let login = Site.Way.signIn.command(at: option)
    switch error {
    case let failure as Failure: self = failure
    case let error as APIError where post != nil:
      self.init(post.map { error.sentence(onPost: $0) } ?? error.sentence)
    case APIError.status(401, .some(let words)):
      self.init("The server says: \(words) \(login)")
    case APIError.refused(let refusal):
      self.init(
        [refusal.words, refusal.way?.command(at: option)].compactMap(\.self).joined(separator: " "))
    case let error as APIError: self.init(error.sentence)
    case let failure as LoadFailure where failure.kind == .signedOut:
      self.init("\(failure.sentence) \(login)")
    case let failure as LoadFailure: self.init(failure.sentence)
    default: self.init("\(error)")
    }
  }

  /// Prints the sentence and ends the program.
  func end() -> Never {
    if self == .brokenPipe {
      signal(SIGPIPE, SIG_DFL)
      raise(SIGPIPE)
    }
    StandardStreams.warn(description)
    exit(code)
  }
}
