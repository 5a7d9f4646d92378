import CWideCharacter
import Foundation

/// Converts what a terminal sends from its character set to UTF-8, and what it gets from UTF-8.
///
/// The process must have adopted the user's character set. In ASCII, the character set without a locale,
/// letters are taken for UTF-8, which most terminals send.
package struct TerminalCharacters: Sendable {
  /// A byte that UTF-8 never has, for bytes that are no letters.
  private static let invalid: UInt8 = 0xFF

  /// The name of the character set, such as `ISO-8859-1`.
  package static var name: String {
    nl_langinfo(nl_item(CODESET)).map { String(cString: $0) } ?? ""
  }

  /// Whether the character set is another one than UTF-8.
  private let converts: Bool
  private var beginning = FireflyLetter()
  /// Whether the last bytes were the beginning of a letter.
  private var isWithinLetter = false

  /// Creates a converter for the current character set.
  package init() {
    let name = Self.name
    converts = !TerminalLocale.isUTF8(name) && name != "ANSI_X3.4-1968"
  }

  /// Returns bytes as text: UTF-8, or else what they are in the user's character set; nil if some are no letters.
  ///
  /// - Parameters:
  ///   - bytes: the bytes.
  ///   - environment: names the character set.
  package static func text(
    _ bytes: some Collection<UInt8>, environment: [String: String]
  ) -> String? {
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    guard !TerminalLocale.adopt(environment: environment) else { return nil }
    var characters = TerminalCharacters()
    return String(validating: characters.utf8(Array(bytes)), as: UTF8.self)
  }

  /// Returns a text in the character set; letters that it lacks become similar ones, or question marks, of the
  /// same width.
  ///
  /// - Parameter text: complete letters of UTF-8.
  /// - Returns: the bytes for the terminal.
  package func encoded(_ text: [UInt8]) -> [UInt8] {
    guard converts, text.contains(where: { $0 >= 0x80 }),
      let converter = iconv_open(Self.name, "UTF-8"), Int(bitPattern: converter) != -1
    else { return text }
    defer { iconv_close(converter) }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count)
    for character in String(decoding: text, as: UTF8.self) {
      if character.unicodeScalars.allSatisfy(\.isASCII) {
        bytes += String(character).utf8
      } else if let letter = Self.letter(character, converter) {
        bytes += letter
      } else {
        for glyph in Glyph.glyphs(of: String(character)) {
          bytes += repeatElement(UInt8(ascii: glyph.plain), count: Int(glyph.width))
        }
      }
    }
    return bytes
  }

  /// Returns the bytes of a letter; nil if the character set lacks it.
  private static func letter(_ letter: Character, _ converter: iconv_t) -> [UInt8]? {
    var input = String(letter).precomposedStringWithCanonicalMapping.utf8.map(
      CChar.init(bitPattern:))
    var output = [CChar](repeating: 0, count: 4 * input.count)
    let room = output.count
    return input.withUnsafeMutableBufferPointer { input in
      output.withUnsafeMutableBufferPointer { output in
        var (from, left) = (input.baseAddress, input.count)
        var (to, free) = (output.baseAddress, room)
        // Letters that were replaced are counted.
        guard iconv(converter, &from, &left, &to, &free) == 0 else { return nil }
        return output[..<(room - free)].map(UInt8.init(bitPattern:))
      }
    }
  }

  /// Converts the next bytes; they may be cut anywhere.
  ///
  /// - Returns: UTF-8, with the byte FF for each that is no letter.
  package mutating func utf8(_ bytes: [UInt8]) -> [UInt8] {
    guard converts, isWithinLetter || bytes.contains(where: { $0 >= 0x80 }) else { return bytes }
    var text: [UInt8] = []
    text.reserveCapacity(2 * bytes.count)
    for byte in bytes {
      if byte < 0x80, !isWithinLetter {
        text.append(byte)
        continue
      }
      let wasWithinLetter = isWithinLetter
      if let scalar = next(byte) {
        text += String(scalar).utf8
      } else if !isWithinLetter {
        text.append(Self.invalid)
        // A key or a letter of ASCII may follow the beginning of a letter.
        if wasWithinLetter, byte < 0x80 { text.append(byte) }
      }
    }
    return text
  }

  /// Returns the letter that a byte completes; nil if more bytes are needed, or it is none.
  private mutating func next(_ byte: UInt8) -> Unicode.Scalar? {
    var letter: UInt32 = 0
    let result = firefly_letter_decode(&beginning, byte, &letter)
    isWithinLetter = result == 0
    return result == 1 ? Unicode.Scalar(letter) : nil
  }
}
