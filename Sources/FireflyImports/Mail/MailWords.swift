/// Words of a plain text in Markdown.
enum MailWords {
  private static let schemes = ["https://", "http://", "ftp://"].map { Array($0.utf8) }
  private static let www = Array("www.".utf8)
  /// What ends an address, and what ends the sentence around it.
  private static let (outside, behind) = (Array("<>\"`\\".utf8), Array(".,;:!?'\")]}*~".utf8))
  /// Maximum bytes of an address.
  private static let longest = 2_000

  /// Escapes words, but not the addresses of pages, of which escapes would be letters.
  static func escaped(_ words: Substring) -> String {
    let bytes = words.utf8
    guard mayChange(bytes) else { return String(words) }
    var output: [UInt8] = []
    output.reserveCapacity(bytes.count + 16)
    var place = bytes.startIndex
    var isInWord = false
    while place < bytes.endIndex {
      let byte = bytes[place]
      if !isInWord, let (markdown, end) = address(in: bytes[place...]) {
        output += markdown
        (place, isInWord) = (end, false)
        continue
      }
      if isMark(byte) { output.append(UInt8(ascii: "\\")) }
      output.append(byte)
      isInWord = isLetter(byte)
      place = bytes.index(after: place)
    }
    return String(decoding: output, as: UTF8.self)
  }

  /// Whether words have marks, or letters that addresses have.
  private static func mayChange(_ bytes: Substring.UTF8View) -> Bool {
    var count = 0
    return bytes.contains { byte in
      count = byte == UInt8(ascii: "w") ? count + 1 : 0
      return count == 3 || byte == UInt8(ascii: ":") || isMark(byte)
    }
  }

  /// Returns the address at the start of a text as Markdown, and where it ends; nil if there is none.
  private static func address(
    in text: Substring.UTF8View
  ) -> (markdown: [UInt8], end: String.Index)? {
    guard let first = text.first, [0x3C, 0x66, 0x68, 0x77].contains(first) else { return nil }
    let isBracketed = first == UInt8(ascii: "<")
    let rest = isBracketed ? text.dropFirst() : text
    let isWWW = rest.starts(with: www)
    guard isWWW || schemes.contains(where: rest.starts) else { return nil }
    var address = rest.prefix(longest).prefix {
      $0 > 0x20 && $0 < 0x7F && !outside.contains($0)
    }
    if isBracketed {
      guard address.endIndex < text.endIndex, text[address.endIndex] == UInt8(ascii: ">") else {
        return nil
      }
    } else {
      // A bracket that the address has opened belongs to it.
      var unopened = 0
      for byte in address where byte == UInt8(ascii: "(") || byte == UInt8(ascii: ")") {
        unopened += byte == UInt8(ascii: ")") ? 1 : -1
      }
      while let last = address.last, behind.contains(last) {
        if last == UInt8(ascii: ")") {
          guard unopened > 0 else { break }
          unopened -= 1
        }
        address = address.dropLast()
      }
    }
    guard address.count > (isWWW ? 6 : 9) else { return nil }
    let end = isBracketed ? text.index(after: address.endIndex) : address.endIndex
    guard isWWW else { return (Array("<".utf8) + address + Array(">".utf8), end) }
    guard address.dropFirst(4).contains(UInt8(ascii: ".")) else { return nil }
    let label = address.flatMap { isMark($0) || $0 == 0x5D ? [0x5C, $0] : [$0] }
    return (Array("[".utf8) + label + Array("](<http://".utf8) + address + Array(">)".utf8), end)
  }

  /// Whether a character means something anywhere in a line.
  private static func isMark(_ byte: UInt8) -> Bool {
    switch Unicode.Scalar(byte) {
    case "\\", "*", "_", "`", "<", "[": true
    default: false
    }
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x80...: true
    default: false
    }
  }
}
