/// An encoded word of a header (RFC 2047).
struct EncodedWord {
  let charset: String
  let bytes: [UInt8]
  let end: Int

  /// Reads a word at the start of some bytes; nil if there is none.
  init?(_ bytes: ArraySlice<UInt8>) {
    let mark = UInt8(ascii: "?")
    var rest = bytes.dropFirst()
    guard bytes.first == 0x3D, rest.popFirst() == mark else { return nil }
    // A language may follow the name of the character set (RFC 2231).
    let name = rest.prefix(41).prefix { $0 > 0x20 && $0 != mark }
    rest = rest.dropFirst(name.count)
    guard !name.isEmpty, name.count <= 40, rest.popFirst() == mark, let kind = rest.popFirst(),
      rest.popFirst() == mark
    else { return nil }
    let text = rest.prefix { $0 > 0x20 && $0 != mark }
    rest = rest.dropFirst(text.count)
    guard rest.popFirst() == mark, rest.popFirst() == 0x3D else { return nil }
    charset = String(decoding: name.prefix { $0 != 0x2A }, as: UTF8.self).lowercased()
    end = rest.startIndex
    switch kind | 0x20 {
    case UInt8(ascii: "b"): self.bytes = TransferEncoding.base64(text)
    case UInt8(ascii: "q"): self.bytes = TransferEncoding.quotedPrintable(text, isHeader: true)
    default: return nil
    }
  }
}
