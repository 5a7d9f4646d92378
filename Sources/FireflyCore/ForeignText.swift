/// Sanitises text from other users and servers; applied wherever text enters the program.
///
/// The result contains no escape sequences, control, bidirectional or zero-width characters, so it
/// can neither control the terminal nor imitate another text. Line breaks of all kinds become `\n`.
/// Cleaning is idempotent. It is for fields, not for documents: an escape sequence goes up to the end of its line, which
/// may be the whole document. Markup is cleaned by `cleanMarkup` before it is parsed, its fields afterwards.
public enum ForeignText {
  /// Default maximum number of scalars.
  public static let defaultLimit = 1_000_000

  /// Maximum number of combining marks per base; further ones ("zalgo") are dropped.
  public static let marksPerBase = 4

  /// Maximum number of consecutive joiners in one character; an emoji of a family of four has
  /// three.
  public static let joinersInARow = 4

  /// Removes escape sequences, control, bidirectional and invisible characters.
  ///
  /// Keeps line breaks and tabs. An unterminated escape sequence is removed up to the end of its
  /// line. A C1 character is removed alone.
  /// - Parameters:
  ///   - text: the text.
  ///   - limit: maximum number of scalars; a truncated text ends with `…`.
  /// - Returns: the cleaned text.
  public static func clean(_ text: String, limit: Int = defaultLimit) -> String {
    cleaned(text, keepsLines: true, limit: limit)
  }

  /// Cleans the text and joins its lines: breaks, tabs and spaces become single spaces; trims the
  /// ends.
  ///
  /// - Parameters:
  ///   - text: the text.
  ///   - limit: maximum number of scalars; a truncated text ends with `…`.
  /// - Returns: the cleaned line.
  public static func cleanLine(_ text: String, limit: Int = defaultLimit) -> String {
    cleaned(text, keepsLines: false, limit: limit)
  }

  /// Cleans HTML, or a field that may be HTML: no escape sequence goes beyond a tag, and C1 characters are letters of
  /// Windows-1252.
  ///
  /// - Parameters:
  ///   - text: the text.
  ///   - limit: maximum number of scalars; a truncated text ends with `…`.
  /// - Returns: the cleaned text.
  public static func cleanMarkup(_ text: String, limit: Int = defaultLimit) -> String {
    cleaned(WindowsLetters.decoded(text), keepsLines: true, isMarkup: true, limit: limit)
  }

  private static func cleaned(
    _ text: String, keepsLines: Bool, isMarkup: Bool = false, limit: Int
  ) -> String {
    // Foundation may return strings that are not UTF-8 internally; `withUTF8` converts them.
    var text = text
    let changed: [UInt8]? = text.withUTF8 { bytes in
      if bytes.count <= limit, isPlain(bytes, keepsLines: keepsLines) { return nil }
      var cleaner = ForeignTextCleaner(
        bytes, keepsLines: keepsLines, isMarkup: isMarkup, limit: limit)
      return cleaner.run()
    }
    return changed.map { String(decoding: $0, as: UTF8.self) } ?? text
  }

  /// A fast check for printable ASCII that needs no change, as in most texts.
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

extension BidirectionalCollection<UInt8> {
  /// The first bytes of UTF-8, at most a number, without a part of a letter.
  package func prefixOfLetters(_ maximum: Int) -> SubSequence {
    guard var end = index(startIndex, offsetBy: maximum, limitedBy: endIndex), end != endIndex
    else { return self[...] }
    while end > startIndex, self[end] & 0xC0 == 0x80 { formIndex(before: &end) }
    return self[..<end]
  }
}
