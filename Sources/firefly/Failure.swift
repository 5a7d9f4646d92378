import ArgumentParser
import Foundation

/// The end of a command that could not do its work: a sentence on standard error, and an exit code.
struct Failure: Error, CustomStringConvertible {
  let description: String
  let code: Int32

  /// - Parameter code: 1 for failed work, 2 for a call that makes no sense.
  init(_ description: String, code: Int32 = 1) {
    self.description = description
    self.code = code
  }

  /// Tells it and ends the program.
  func end() -> Never {
    FileHandle.standardError.write(Data("firefly: \(description)\n".utf8))
    exit(code)
  }
}
