import FireflyCore
import Foundation

/// Questions to the user, a line each: on standard error, answered on standard
/// input, so that a script can answer as well.
enum Dialogue {
  /// Bytes of an answer that are kept.
  private static let maximumBytes = 1_000

  /// Says a line.
  static func say(_ text: String) {
    FileHandle.standardError.write(Data("\(ForeignText.clean(text))\n".utf8))
  }

  /// Asks, and waits for a line.
  /// - Returns: the answer without blanks around it; nil at the end of the input.
  static func ask(_ question: String) -> String? {
    FileHandle.standardError.write(Data("\(ForeignText.clean(question)) ".utf8))
    var line: [UInt8] = []
    var byte: UInt8 = 0
    // Byte by byte: what follows the line is not ours.
    while true {
      let count = read(STDIN_FILENO, &byte, 1)
      if count < 0, errno == EINTR { continue }
      guard count == 1 else {
        say("")
        guard !line.isEmpty else { return nil }
        break
      }
      if byte == UInt8(ascii: "\n") { break }
      if line.count < maximumBytes { line.append(byte) }
    }
    return String(decoding: line, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
  }
}
