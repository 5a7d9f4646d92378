/// Foreign text, made safe to show: the one sanitiser, applied where text enters the program.
///
/// What comes out holds no escape sequence, no control or direction character and nothing that takes
/// no room, so it can neither command the terminal nor pretend to be another text. Line breaks of
/// every kind become `\n`. Cleaning twice equals cleaning once.
public enum ForeignText {
  /// Scalars after which a text is cut, unless the caller says otherwise.
  public static let defaultLimit = 1_000_000

  /// Combining marks that a base keeps; the rest of a "zalgo" stack is dropped.
  public static let marksPerBase = 4

  /// Joiners that join one character to the next, in a row; an emoji of a family with four heads has three.
  public static let joinersInARow = 4

  /// The text without escape sequences, control, direction and invisible characters.
  ///
  /// Line breaks and tabs stay. An escape sequence that does not end is dropped to its line's end.
  /// - `limit`: scalars at most, the last of them `…` if anything was cut.
  public static func clean(_ text: String, limit: Int = defaultLimit) -> String {
    cleaned(text, keepsLines: true, limit: limit)
  }

  /// The text cleaned onto one line: breaks, tabs and spaces become single spaces, the ends trimmed.
  ///
  /// - `limit`: scalars at most, the last of them `…` if anything was cut.
  public static func cleanLine(_ text: String, limit: Int = defaultLimit) -> String {
    cleaned(text, keepsLines: false, limit: limit)
  }

  private static func cleaned(_ text: String, keepsLines: Bool, limit: Int) -> String {
    // Foundation may hand over strings that are not UTF-8 inside; `withUTF8` makes them so.
    var text = text
    let changed: [UInt8]? = text.withUTF8 { bytes in
      if bytes.count <= limit, isPlain(bytes, keepsLines: keepsLines) { return nil }
      var cleaner = ForeignTextCleaner(bytes, keepsLines: keepsLines, limit: limit)
      return cleaner.run()
    }
    return changed.map { String(decoding: $0, as: UTF8.self) } ?? text
  }

  /// Whether all is printable ASCII and needs no change: what most texts are, in one quick look.
  private static func isPlain(_ bytes: UnsafeBufferPointer<UInt8>, keepsLines: Bool) -> Bool {
    if keepsLines {
      return bytes.allSatisfy { $0 &- 0x20 < 0x5F || $0 == 0x0A || $0 == 0x09 }
    }
    var before: UInt8 = 0x20
    for byte in bytes {
      guard byte &- 0x20 < 0x5F, byte != 0x20 || before != 0x20 else { return false }
      before = byte
    }
    return bytes.last != 0x20
  }
}
