import Foundation

/// The terminal's clipboard, by OSC 52.
enum Clipboard {
  /// Bytes of text that terminals take at most: xterm's limit on the whole sequence, less its frame.
  static let limit = 74_000

  /// The sequence that puts a text on the clipboard; longer texts are cut between characters.
  static func sequence(for text: String) -> [UInt8] {
    var bytes = Data(text.utf8.prefix(limit))
    while !bytes.isEmpty, String(data: bytes, encoding: .utf8) == nil { bytes.removeLast() }
    return Array("\u{1B}]52;c;\(bytes.base64EncodedString())\u{07}".utf8)
  }
}
