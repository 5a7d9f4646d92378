// Texts, and the bytes around values.
extension TOMLReader {
  /// Reads a text in quotation marks, of which three are around several lines.
  mutating func text(isKey: Bool) throws(Unexpected) -> String {
    let quote = bytes[place]
    let isLong = bytes[place...].starts(with: [quote, quote, quote])
    guard !isLong || !isKey else { throw Unexpected() }
    let isLiteral = quote == UInt8(ascii: "'")
    place += isLong ? 3 : 1
    if isLong { skipBreak() }
    var output: [UInt8] = []
    while true {
      guard place < bytes.count else { throw Unexpected() }
      let byte = bytes[place]
      if byte == quote {
        let count = bytes[place...].prefix(5).prefix { $0 == quote }.count
        if !isLong {
          place += 1
          break
        }
        // Two more may be the last characters.
        place += count
        output += Array(repeating: quote, count: count < 3 ? count : count - 3)
        if count >= 3 { break }
      } else if byte == 0x5C, !isLiteral {
        place += 1
        output += try escape(isLong: isLong)
      } else {
        let isBreak = byte == 0x0A || byte == 0x0D && bytes[place...].dropFirst().first == 0x0A
        guard byte >= 0x20 && byte != 0x7F || byte == 0x09 || isLong && isBreak else {
          throw Unexpected()
        }
        // A line break is one character.
        if byte != 0x0D { output.append(byte) }
        place += 1
      }
    }
    return String(decoding: output, as: UTF8.self)
  }

  private mutating func escape(isLong: Bool) throws(Unexpected) -> [UInt8] {
    let sign = next
    place += 1
    switch sign {
    case "b": return [0x08]
    case "t": return [0x09]
    case "n": return [0x0A]
    case "f": return [0x0C]
    case "r": return [0x0D]
    case "\"", "\\": return [bytes[place - 1]]
    case "u", "U":
      let digits = bytes[place...].prefix(sign == "u" ? 4 : 8)
      guard digits.count == (sign == "u" ? 4 : 8),
        digits.allSatisfy({ Self.isDigit($0) || 0x41...0x46 ~= $0 & 0xDF }),
        let number = UInt32(String(decoding: digits, as: UTF8.self), radix: 16),
        let scalar = UnicodeScalar(number)
      else { throw Unexpected() }
      place = digits.endIndex
      return Array(String(Character(scalar)).utf8)
    case " ", "\t", "\n", "\r":
      // At the end of a line, it drops the break and the blanks after it.
      place -= 1
      skipBlanks()
      guard isLong, skipBreak() else { throw Unexpected() }
      repeat { skipBlanks() } while skipBreak()
      return []
    default: throw Unexpected()
    }
  }

  var next: UnicodeScalar? {
    place < bytes.count ? UnicodeScalar(bytes[place]) : nil
  }

  mutating func take(_ sign: UnicodeScalar) throws(Unexpected) {
    skipBlanks()
    guard next == sign else { throw Unexpected() }
    place += 1
  }

  mutating func skipBlanks() {
    while place < bytes.count, bytes[place] == 0x20 || bytes[place] == 0x09 { place += 1 }
  }

  /// Skips a line break.
  ///
  /// - Returns: whether there is one.
  @discardableResult mutating func skipBreak() -> Bool {
    let rest = bytes[place...]
    let count = rest.starts(with: [0x0D, 0x0A]) ? 2 : rest.first == 0x0A ? 1 : 0
    place += count
    return count > 0
  }

  mutating func skipComment() throws(Unexpected) {
    guard next == "#" else { return }
    let comment = bytes[place...].prefix { $0 != 0x0A }.withoutBreak
    guard comment.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }) else { throw Unexpected() }
    place = comment.endIndex
  }

  /// Skips blanks, comments and line breaks.
  mutating func skipLines() throws(Unexpected) {
    repeat {
      skipBlanks()
      try skipComment()
    } while skipBreak()
  }

  mutating func endLine() throws(Unexpected) {
    skipBlanks()
    try skipComment()
    guard skipBreak() || place == bytes.count else { throw Unexpected() }
  }
}
