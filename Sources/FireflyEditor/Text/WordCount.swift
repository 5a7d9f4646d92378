/// Counts words as word processors do: what stands between spaces and has a letter or a number in it;
/// of Han and kana, which are written without spaces, each character.
enum WordCount {
  static func words(in text: String) -> Int {
    var text = text
    return text.withUTF8(words(in:))
  }

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
