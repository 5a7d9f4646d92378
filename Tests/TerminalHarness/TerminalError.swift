import Glibc

/// What can go wrong while a program is driven in a pseudo-terminal.
package enum TerminalError: Error, CustomStringConvertible {
  /// A system call failed with an `errno`.
  case systemCall(String, code: CInt)
  /// The program could not be started.
  case cannotStart(String, code: CInt)
  /// What was waited for did not happen in time; the screen is as it was at the end.
  case timedOut(String, screen: String)
  /// The program ended while something was waited for; the screen is as it left it.
  case ended(String, screen: String)
  /// A key name between `<` and `>` that does not exist.
  case unknownKey(String)

  /// The error as a sentence, with the screen below it where there is one.
  package var description: String {
    switch self {
    case .systemCall(let call, let code): "\(call) failed: \(Self.text(of: code))"
    case .cannotStart(let program, let code): "can't start \(program): \(Self.text(of: code))"
    case .timedOut(let what, let screen): "timed out waiting for \(what); \(Self.shown(screen))"
    case .ended(let what, let screen):
      "the program ended while waiting for \(what); \(Self.shown(screen))"
    case .unknownKey(let name): "no key is called <\(name)>"
    }
  }

  private static func shown(_ screen: String) -> String {
    let end = screen.lastIndex { $0 != "\n" }
    return end.map { "the screen:\n\(screen[...$0])" } ?? "the screen is empty"
  }

  private static func text(of code: CInt) -> String {
    strerror(code).map { String(cString: $0) } ?? "error \(code)"
  }
}
