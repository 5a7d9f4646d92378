import FireflyCore
import Foundation

/// The arguments of the program as bytes: the name of a file may be in an older character set.
enum RawArgument {
  /// Opens the file or folder that an argument names, until the program ends.
  ///
  /// - Parameter argument: the argument with repaired characters.
  /// - Returns: a path that leads to it; nil if the argument is UTF-8, or there is no such file.
  static func path(of argument: String) -> String? {
    guard argument.contains("\u{FFFD}") else { return nil }
    for (_, word) in notUTF8 where String(cString: word) == argument {
      let file = open(word, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
      if file >= 0 { return "/proc/self/fd/\(file)" }
    }
    return nil
  }

  /// Refuses arguments that are not UTF-8, except names of files that are read.
  ///
  /// Their letters would be lost.
  static func refuseOthers() {
    for (index, word) in notUTF8 where !readsFile(index) {
      let shown = ForeignText.cleanLine(String(cString: word), limit: 60)
      Failure(
        "“\(shown)” is not UTF-8. Write it in UTF-8, or name the file by a link.",
        code: Failure.usage
      ).end()
    }
  }

  /// Whether an argument is the name of a file that is read.
  private static func readsFile(_ index: Int) -> Bool {
    let before = CommandLine.arguments[index - 1]
    return ["--body", "--image"].contains(before)
      || !before.hasPrefix("--") && CommandLine.arguments.dropFirst().first == "import"
  }

  /// The arguments that are not UTF-8, with their numbers.
  private static var notUTF8: [(index: Int, word: UnsafeMutablePointer<CChar>)] {
    (1..<max(1, Int(CommandLine.argc))).compactMap { index in
      CommandLine.unsafeArgv[index].flatMap { word in
        let bytes = UnsafeBufferPointer(start: word, count: strlen(word))
        let isText =
          String(validating: bytes.lazy.map { UInt8(bitPattern: $0) }, as: UTF8.self) != nil
        return isText ? nil : (index, word)
      }
    }
  }
}
