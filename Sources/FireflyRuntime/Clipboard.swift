import Foundation

/// Writes to the terminal's clipboard with OSC 52.
enum Clipboard {
  /// Maximum bytes of text, by xterm's limit for the sequence.
  static let limit = 74_000

  /// Returns the sequence that copies a text; longer texts are cut between characters.
  static func sequence(for text: String) -> [UInt8] {
    var bytes = Data(text.utf8.prefix(limit))
    while !bytes.isEmpty, String(data: bytes, encoding: .utf8) == nil { bytes.removeLast() }
    return Array("\u{1B}]52;c;\(bytes.base64EncodedString())\u{07}".utf8)
  }
}
