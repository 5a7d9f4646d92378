/// The forms of numbers, dates and truth values of TOML.
enum TOMLScalar {
  private static let words: Set = [
    "true", "false", "inf", "+inf", "-inf", "nan", "+nan", "-nan",
  ]

  /// Whether a word is a value.
  static func isOne(_ word: ArraySlice<UInt8>) -> Bool {
    if word.count < 6, words.contains(String(decoding: word, as: UTF8.self)) { return true }
    return isNumber(word) || isDay(word) || isTime(word) || isTimeOfDay(word)
  }

  /// Whether a word is a day such as 2024-05-01.
  static func isDay(_ word: ArraySlice<UInt8>) -> Bool {
    var rest = word
    return digits(4, of: &rest, 0...9_999) && sign("-", of: &rest) && digits(2, of: &rest, 1...12)
      && sign("-", of: &rest) && digits(2, of: &rest, 1...31) && rest.isEmpty
  }

  /// Whether a word is a day and a time, with or without a zone.
  private static func isTimeOfDay(_ word: ArraySlice<UInt8>) -> Bool {
    guard word.count > 11, isDay(word.prefix(10)) else { return false }
    let mark = word[word.startIndex + 10]
    guard mark == 0x20 || mark | 0x20 == UInt8(ascii: "t") else { return false }
    let time = word.dropFirst(11)
    if let zone = time.last, zone | 0x20 == UInt8(ascii: "z") { return isTime(time.dropLast()) }
    guard let start = time.lastIndex(where: { $0 == 0x2B || $0 == 0x2D }) else {
      return isTime(time)
    }
    var zone = time[(start + 1)...]
    return isTime(time[..<start]) && digits(2, of: &zone, 0...23) && sign(":", of: &zone)
      && digits(2, of: &zone, 0...59) && zone.isEmpty
  }

  private static func isTime(_ word: ArraySlice<UInt8>) -> Bool {
    var rest = word
    guard digits(2, of: &rest, 0...23), sign(":", of: &rest), digits(2, of: &rest, 0...59),
      sign(":", of: &rest), digits(2, of: &rest, 0...60)
    else { return false }
    if rest.isEmpty { return true }
    return sign(".", of: &rest) && !rest.isEmpty && rest.allSatisfy(TOMLReader.isDigit)
  }

  private static func isNumber(_ word: ArraySlice<UInt8>) -> Bool {
    let bases: [(String, (UInt8) -> Bool)] = [
      ("0x", { TOMLReader.isDigit($0) || 0x41...0x46 ~= $0 & 0xDF }), ("0o", { 0x30...0x37 ~= $0 }),
      ("0b", { $0 == 0x30 || $0 == 0x31 }),
    ]
    for (mark, isDigit) in bases where word.starts(with: mark.utf8) {
      return isRun(word.dropFirst(2), of: isDigit)
    }
    var rest = word
    _ = sign("+", of: &rest) || sign("-", of: &rest)
    let whole = rest.prefix { TOMLReader.isDigit($0) || $0 == 0x5F }
    guard isRun(whole), whole.count == 1 || whole.first != 0x30 else { return false }
    rest = rest[whole.endIndex...]
    if sign(".", of: &rest) {
      let part = rest.prefix { TOMLReader.isDigit($0) || $0 == 0x5F }
      guard isRun(part) else { return false }
      rest = rest[part.endIndex...]
    }
    guard sign("e", of: &rest) || sign("E", of: &rest) else { return rest.isEmpty }
    _ = sign("+", of: &rest) || sign("-", of: &rest)
    return isRun(rest)
  }

  /// Whether some bytes are digits, with single signs `_` between them.
  private static func isRun(
    _ bytes: ArraySlice<UInt8>, of isDigit: (UInt8) -> Bool = TOMLReader.isDigit
  ) -> Bool {
    var wasDigit = false
    for byte in bytes {
      guard isDigit(byte) || byte == 0x5F && wasDigit else { return false }
      wasDigit = byte != 0x5F
    }
    return wasDigit
  }

  private static func sign(_ sign: UnicodeScalar, of rest: inout ArraySlice<UInt8>) -> Bool {
    guard rest.first == UInt8(ascii: sign) else { return false }
    rest.removeFirst()
    return true
  }

  private static func digits(
    _ count: Int, of rest: inout ArraySlice<UInt8>, _ range: ClosedRange<Int>
  ) -> Bool {
    let digits = rest.prefix(count)
    guard digits.count == count, digits.allSatisfy(TOMLReader.isDigit),
      let number = Int(String(decoding: digits, as: UTF8.self)), range.contains(number)
    else { return false }
    rest = rest.dropFirst(count)
    return true
  }
}
