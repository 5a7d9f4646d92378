import FireflyAPI
import FireflyApp
import Foundation

/// The end of a command that could not do its work: a sentence on standard error, and an exit code.
///
/// Calls that make no sense end with 64, which is the argument parser's.
struct Failure: Error, Hashable, CustomStringConvertible {
  let description: String
  let code: Int32

  /// The exit code for want of a terminal to use.
  static let noTerminal: Int32 = 2
  /// The exit code for a command line that is wrong: the argument parser's.
  static let usage: Int32 = 64

  /// - `code`: 1 for work that failed, or `noTerminal`.
  init(_ description: String, code: Int32 = 1) {
    self.description = description
    self.code = code
  }

  /// What any error means for a command: its description is a sentence for the user.
  init(_ error: any Error) {
    switch error {
    case let failure as Failure: self = failure
    case APIError.status(401, .some(let words)):
      self.init("The server says: \(words) Use `firefly login` with the same --server.")
    case let error as APIError: self.init(error.sentence)
    case let failure as LoadFailure where failure.kind == .signedOut:
      self.init("\(failure.sentence) Use `firefly login` with the same --server.")
    case let failure as LoadFailure: self.init(failure.sentence)
    default: self.init("\(error)")
    }
  }

  /// Tells it and ends the program.
  func end() -> Never {
    StandardStreams.warn(description)
    exit(code)
  }
}
