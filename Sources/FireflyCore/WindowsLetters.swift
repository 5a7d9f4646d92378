/// The letters of Windows-1252 that stand for C1 characters (U+0080–U+009F) in HTML, feeds and mails: nobody writes such
/// characters there, and many programs take their bytes for letters.
public enum WindowsLetters {
  /// The letters from U+0080 on; those that Windows-1252 doesn't have stay.
  private static let letters = Array(
    "€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8D}Ž\u{8F}\u{90}‘’“”•–—˜™š›œ\u{9D}žŸ".unicodeScalars)

  /// Returns the letter that a number stands for; nil for the numbers of other letters.
  public static func letter(of number: UInt32) -> Unicode.Scalar? {
    (0x80..<0xA0).contains(number) ? letters[Int(number - 0x80)] : nil
  }

  /// Returns a text with letters for C1 characters.
  public static func decoded(_ text: String) -> String {
    var last: UInt8 = 0
    let hasSome = text.utf8.contains { byte in
      defer { last = byte }
      return last == 0xC2 && byte < 0xA0
    }
    guard hasSome else { return text }
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars { result.append(letter(of: scalar.value) ?? scalar) }
    return String(result)
  }

  /// Returns HTML with letters for C1 characters and for references to them, such as `&#146;` and `&#x92;`.
  public static func decoded(html: String) -> String {
    guard html.hasBytes("&#") else { return decoded(html) }
    var (output, rest): ([UInt8], ArraySlice<UInt8>) = ([], Array(html.utf8)[...])
    while let start = rest.firstIndex(of: UInt8(ascii: "&")) {
      output += rest[..<start]
      rest = rest[start...]
      if let (letter, end) = reference(rest) {
        output += String(letter).utf8
        rest = rest[end...]
      } else {
        output.append(rest.removeFirst())
      }
    }
    return decoded(String(decoding: output + rest, as: UTF8.self))
  }

  /// Returns the letter of a reference to a C1 character at the beginning of bytes, and the end of the reference.
  private static func reference(_ bytes: ArraySlice<UInt8>) -> (Unicode.Scalar, end: Int)? {
    var rest = bytes.dropFirst()
    guard rest.popFirst() == UInt8(ascii: "#") else { return nil }
    let isHex = rest.first.map { $0 | 0x20 == UInt8(ascii: "x") } ?? false
    if isHex { rest = rest.dropFirst() }
    // Zeros may stand before them.
    let digits = rest.prefix(9).prefix {
      0x30...0x39 ~= $0 || isHex && ($0 | 0x20) &- 0x61 < 6
    }
    let number = UInt32(String(decoding: digits, as: UTF8.self), radix: isHex ? 16 : 10)
    guard let letter = number.flatMap(letter) else { return nil }
    let isEnded = rest[digits.endIndex...].first == UInt8(ascii: ";")
    return (letter, digits.endIndex + (isEnded ? 1 : 0))
  }
}
