import Foundation

// Where front matter ends.
extension FrontMatter {
  /// Maximum bytes of the front matter.
  private static let maxBytes = 256 << 10

  /// Returns the bytes between two lines `---`, or `+++` for TOML, or an object of JSON, and those of the
  /// text without an empty first line and the final line break.
  static func parts(
    _ bytes: [UInt8]
  ) -> (head: ArraySlice<UInt8>, body: ArraySlice<UInt8>, form: Form)? {
    // Programs that make sites of such files skip empty lines before it.
    let blank = bytes.prefix { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
    let start = blank.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    var lines = ByteLines(bytes[start...])
    guard let first = lines.next(), first.last == 0x0A else { return nil }
    let mark = trimmed(first)
    let form: Form? =
      mark.elementsEqual("---".utf8)
      ? .yaml : mark.elementsEqual("+++".utf8) ? .toml : first.first == 0x7B ? .json : nil
    guard let form else { return nil }
    if form == .json {
      guard let end = endOfObject(bytes) else { return nil }
      lines = ByteLines(bytes[end...])
      guard trimmed(lines.next() ?? []).isEmpty else { return nil }
      return (bytes[start..<end], body(lines, hasReturns: first.suffix(2).first == 0x0D), form)
    }
    while let line = lines.next(), line.startIndex < maxBytes {
      let words = trimmed(line)
      // YAML may end with points.
      guard words == mark || form == .yaml && words.elementsEqual("...".utf8) else { continue }
      return (
        bytes[first.endIndex..<line.startIndex],
        body(lines, hasReturns: first.suffix(2).first == 0x0D), form
      )
    }
    return nil
  }

  private static func body(_ lines: ByteLines, hasReturns: Bool) -> ArraySlice<UInt8> {
    var lines = lines
    var body = lines.rest
    if lines.next()?.withoutBreak.isEmpty == true { body = lines.rest }
    if body.last == 0x0A { body.removeLast() }
    if hasReturns, body.last == 0x0D { body.removeLast() }
    return body
  }

  /// Returns a line without blanks at its end.
  private static func trimmed(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let end = line.lastIndex { ![0x09, 0x0A, 0x0D, 0x20].contains($0) }
    return end.map { line[...$0] } ?? []
  }

  /// Returns the end of the object of JSON that a file begins with; nil if it doesn't end.
  private static func endOfObject(_ bytes: [UInt8]) -> Int? {
    var (depth, isText, isEscaped) = (0, false, false)
    for (place, byte) in bytes.prefix(maxBytes).enumerated() {
      if isText {
        isText = isEscaped || byte != UInt8(ascii: "\"")
        isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
        continue
      }
      switch byte {
      case UInt8(ascii: "\""): isText = true
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        depth -= 1
        if depth == 0 { return place + 1 }
      default: break
      }
    }
    return nil
  }

  /// Returns JSON as YAML, which knows no characters in two halves such as `\ud83d\ude00`.
  static func yaml(json: ArraySlice<UInt8>) -> String {
    var output: [UInt8] = []
    var (rest, half) = (json, UInt32?.none)
    while let byte = rest.popFirst() {
      output.append(byte)
      guard byte == UInt8(ascii: "\\"), let sign = rest.popFirst() else {
        half = nil
        continue
      }
      output.append(sign)
      let unit =
        sign == UInt8(ascii: "u")
        ? UInt32(String(decoding: rest.prefix(4), as: UTF8.self), radix: 16) : nil
      if let high = half, let low = unit, 0xDC00...0xDFFF ~= low {
        let scalar = 0x10000 + (high - 0xD800) << 10 + low - 0xDC00
        // `\ud83d` and `\u` become `\U0001f600`.
        output.removeLast(8)
        output += Array("\\U".utf8) + Array(String(format: "%08x", scalar).utf8)
        rest = rest.dropFirst(4)
        half = nil
        continue
      }
      half = unit.flatMap { 0xD800...0xDBFF ~= $0 ? $0 : nil }
      if unit != nil {
        output += rest.prefix(4)
        rest = rest.dropFirst(4)
      }
    }
    return String(decoding: output, as: UTF8.self)
  }
}
