/// Counts words as word processors do: parts between spaces with a letter or a number; and each
/// character of Han and kana, which are written without spaces.
enum WordCount {
  /// Counts the words in a range of bytes that is surrounded by spaces or the ends of the text.
  static func words(in text: String, _ range: Range<Int>) -> Int {
    var text = text
    return text.withUTF8 { words(in: UnsafeBufferPointer(rebasing: $0[range])) }
  }

  /// Whether a byte of UTF-8 is a space between words.
  static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  private static func words(in bytes: UnsafeBufferPointer<UInt8>) -> Int {
    var count = 0
    var isInWord = false
    for (index, byte) in bytes.enumerated() {
      switch byte {
      case 0x09, 0x20:
        isInWord = false
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0xC2..<0xE2, 0xEA..<0xF5:
        if !isInWord { count += 1 }
        isInWord = true
      case 0xE3...0xE9:
        // U+3000 … U+303F are spaces and punctuation.
        let isPunctuation = byte == 0xE3 && index + 1 < bytes.count && bytes[index + 1] == 0x80
        if !isPunctuation { count += 1 }
        isInWord = false
      default:
        break
      }
    }
    return count
  }
}
