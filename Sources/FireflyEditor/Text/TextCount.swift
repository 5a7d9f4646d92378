/// What is counted in a text.
///
/// Words are counted as word processors do: parts between spaces with a letter or a number; and each character of Han
/// and kana, which are written without spaces.
struct TextCount: Equatable, Sendable {
  /// Number of words.
  private(set) var words = 0
  /// Number of places where a picture may begin in Markdown: `![`.
  private(set) var pictures = 0
  /// Number of places with three equal signs of a fence of code.
  private(set) var fences = 0

  init() {}

  /// Counts in a range of bytes that is surrounded by spaces or the ends of the text.
  init(of text: String, _ range: Range<Int>) {
    var text = text
    self = text.withUTF8 { Self(of: UnsafeBufferPointer(rebasing: $0[range])) }
  }

  static func += (one: inout Self, other: Self) {
    one.words += other.words
    one.pictures += other.pictures
    one.fences += other.fences
  }

  static func -= (one: inout Self, other: Self) {
    one.words -= other.words
    one.pictures -= other.pictures
    one.fences -= other.fences
  }

  /// Whether a byte of UTF-8 is a space between words.
  static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  private init(of bytes: UnsafeBufferPointer<UInt8>) {
    var isInWord = false
    for (index, byte) in bytes.enumerated() {
      switch byte {
      case 0x09, 0x20:
        isInWord = false
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0xC2..<0xE2, 0xEA..<0xF5:
        if !isInWord { words += 1 }
        isInWord = true
      case 0xE3...0xE9:
        // U+3000 … U+303F are spaces and punctuation.
        let isPunctuation = byte == 0xE3 && index + 1 < bytes.count && bytes[index + 1] == 0x80
        if !isPunctuation { words += 1 }
        isInWord = false
      case UInt8(ascii: "!"):
        if index + 1 < bytes.count, bytes[index + 1] == UInt8(ascii: "[") { pictures += 1 }
      case UInt8(ascii: "`"), UInt8(ascii: "~"):
        if index > 1, bytes[index - 1] == byte, bytes[index - 2] == byte { fences += 1 }
      default:
        break
      }
    }
  }
}
