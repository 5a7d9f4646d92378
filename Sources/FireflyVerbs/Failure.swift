import FireflyAPI
import FireflyCore
import FireflyModel
import Foundation

/// The failure of a command: a sentence for standard error, and an exit code.
///
/// Usage errors have the exit code 64 of the argument parser.
package struct Failure: Error, Hashable, CustomStringConvertible {
  package let description: String
  package let code: Int32

  /// The exit code without a usable terminal.
  package static let noTerminal: Int32 = 2
  /// The exit code of usage errors: the argument parser's.
  package static let usage: Int32 = 64
  /// The reader of standard output has gone: the program ends as SIGPIPE ends others.
  package static let brokenPipe = Failure("", code: 128 + SIGPIPE)

  package init(_ description: String, code: Int32 = 1) {
    self.description = description
    self.code = code
  }

  /// Creates a failure of any error, whose description is a sentence for the user.
  ///
  /// - Parameters:
  ///   - post: the post that a missing one would be; nil for none.
  ///   - server: the server of `--server`, at which a sign-in may help; nil for the usual one.
  package init(_ error: any Error, onPost post: Int? = nil, on server: ServerChoice? = nil) {
    let isElsewhere = server.map { $0.accountID == nil } ?? false
    let login =
      isElsewhere ? "" : " " + Site.Way.signIn.command(at: server.map { " --server \($0)" } ?? "")
    switch error {
    case let failure as Failure: self = failure
    case APIError.status(401, .some(let words)): self.init("The server says: \(words)\(login)")
    case APIError.status(401, nil): self.init(APIError.status(401, message: nil).sentence + login)
    case APIError.refused(let refusal) where refusal.way == .signInAgain:
      self.init(refusal.words + login)
    case let error as APIError:
      self.init(post.map { error.sentence(onPost: $0) } ?? error.sentence)
    case let failure as LoadFailure where failure.kind == .signedOut:
      self.init(failure.sentence + login)
    case let failure as LoadFailure: self.init(failure.sentence)
    default: self.init("\(error)")
    }
  }

  /// Prints the sentence, unless nobody can read it.
  package func say() {
    if self != .brokenPipe { StandardStreams.warn(description) }
  }

  /// Prints the sentence and ends the program.
  package func end() -> Never {
    say()
    Self.end(code)
  }

  /// Ends the program with a code, or as SIGPIPE would.
  package static func end(_ code: Int32) -> Never {
    if code == brokenPipe.code {
      signal(SIGPIPE, SIG_DFL)
      raise(SIGPIPE)
    }
    exit(code)
  }
}
