import FireflyCore
import FireflyScreen
import Foundation

/// The arguments of the program as bytes: they may be in another character set than UTF-8.
enum RawArgument {
  /// An argument that is not UTF-8.
  private struct Odd {
    var index: Int
    var word: UnsafeMutablePointer<CChar>
    /// Its text in the user's character set; with repaired characters if it is none.
    var text: String
    /// Whether all of its bytes are letters there.
    var isText: Bool
  }

  /// Opens the file or folder that an argument names, until the program ends.
  ///
  /// - Parameter argument: the text of the argument.
  /// - Returns: a path that leads to it; nil if the argument is UTF-8, or there is no such file.
  static func path(of argument: String) -> String? {
    guard argument.utf8.contains(where: { $0 >= 0x80 }) else { return nil }
    for odd in odd where odd.text == argument {
      let file = open(odd.word, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
      if file >= 0 { return "/proc/self/fd/\(file)" }
    }
    return nil
  }

  /// Returns the arguments in the user's character set.
  ///
  /// An argument with bytes that are no letters there ends the program, so that no letter is lost. The name of
  /// a file to read may have any bytes.
  static func texts() -> [String] {
    var arguments = CommandLine.arguments
    for odd in odd {
      arguments[odd.index] = odd.text
      guard !odd.isText, !readsFile(odd.index, arguments) else { continue }
      let shown = ForeignText.cleanLine(odd.text, limit: 60)
      Failure(
        "“\(shown)” is not UTF-8. Write it in UTF-8, or name the file by a link.",
        code: Failure.usage
      ).end()
    }
    return Array(arguments.dropFirst())
  }

  /// Whether an argument is the name of a file that is read.
  private static func readsFile(_ index: Int, _ arguments: [String]) -> Bool {
    let before = arguments[index - 1]
    return ["--body", "--image"].contains(before)
      || !before.hasPrefix("--") && arguments.dropFirst().first == "import"
  }

  private static var odd: [Odd] {
    (1..<max(1, Int(CommandLine.argc))).compactMap { index in
      guard let word = CommandLine.unsafeArgv[index] else { return nil }
      let bytes = UnsafeBufferPointer(start: word, count: strlen(word)).map(UInt8.init(bitPattern:))
      guard String(validating: bytes, as: UTF8.self) == nil else { return nil }
      let text = TerminalCharacters.text(
        bytes, environment: VerbEnvironment.current.variables)
      return Odd(
        index: index, word: word, text: text ?? String(decoding: bytes, as: UTF8.self),
        isText: text != nil)
    }
  }
}
