/// A streaming JSON writer: the output so far can be taken at any time.
///
/// It inserts commas; the caller must balance begin and end.
package struct JSONWriter: Sendable {
  /// The output that has not been taken.
  package private(set) var bytes: [UInt8] = []
  private var needsComma = false

  /// Creates an empty writer.
  package init() {}

  /// Removes and returns the output so far.
  package mutating func takeBytes() -> [UInt8] {
    defer { bytes = [] }
    return bytes
  }

  /// Begins an object.
  package mutating func beginObject() { begin(UInt8(ascii: "{")) }
  /// Ends an object.
  package mutating func endObject() { end(UInt8(ascii: "}")) }
  /// Begins an array.
  package mutating func beginArray() { begin(UInt8(ascii: "[")) }
  /// Ends an array.
  package mutating func endArray() { end(UInt8(ascii: "]")) }

  /// Writes the key of the next value.
  package mutating func key(_ name: StaticString) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    name.withUTF8Buffer { bytes.append(contentsOf: $0) }
    bytes.append(UInt8(ascii: "\""))
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  /// Writes a string, or null.
  package mutating func value(_ text: String?) {
    guard var text else { return literal("null") }
    separate()
    bytes.append(UInt8(ascii: "\""))
    text.withUTF8 { escape($0) }
    bytes.append(UInt8(ascii: "\""))
    needsComma = true
  }

  /// Writes a number, or null.
  package mutating func value(_ number: Int?) {
    guard let number else { return literal("null") }
    separate()
    bytes.append(contentsOf: String(number).utf8)
    needsComma = true
  }

  /// Writes a number; infinity and NaN become 0.
  package mutating func value(_ number: Double) {
    guard number.isFinite, number != 0 || number.sign == .minus else { return literal("0.0") }
    separate()
    bytes.append(contentsOf: "\(number)".utf8)
    needsComma = true
  }

  /// Writes a Boolean.
  package mutating func value(_ truth: Bool) { literal(truth ? "true" : "false") }

  /// Writes a line break, between values outside of a list.
  package mutating func endLine() {
    bytes.append(UInt8(ascii: "\n"))
    needsComma = false
  }

  private mutating func begin(_ bracket: UInt8) {
    separate()
    bytes.append(bracket)
    needsComma = false
  }

  private mutating func end(_ bracket: UInt8) {
    bytes.append(bracket)
    needsComma = true
  }

  private mutating func literal(_ text: StaticString) {
    separate()
    text.withUTF8Buffer { bytes.append(contentsOf: $0) }
    needsComma = true
  }

  private mutating func separate() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
  }

  /// Escapes control characters of terminals and bidirectional controls in JSON from other
  /// encoders, as this writer does.
  package static func escapingHidden(_ json: some Collection<UInt8>) -> [UInt8] {
    let json = Array(json)
    var writer = JSONWriter()
    writer.bytes.reserveCapacity(json.count)
    json.withUnsafeBufferPointer { json in
      var index = 0
      while index < json.count {
        // Non-ASCII bytes in JSON are always inside a string.
        if let (value, length) = Self.hidden(json, at: index) {
          writer.escape(value)
          index += length
        } else {
          writer.bytes.append(json[index])
          index += 1
        }
      }
    }
    return writer.bytes
  }

  /// Copies runs at once, because few bytes need an escape.
  private mutating func escape(_ text: UnsafeBufferPointer<UInt8>) {
    var start = 0
    while true {
      let end = Self.endOfRun(text, from: start)
      bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[start..<end]))
      guard end < text.count else { return }
      start = end + 1
      switch text[end] {
      case UInt8(ascii: "\n"): bytes.append(contentsOf: [UInt8(ascii: "\\"), UInt8(ascii: "n")])
      case UInt8(ascii: "\r"): bytes.append(contentsOf: [UInt8(ascii: "\\"), UInt8(ascii: "r")])
      case UInt8(ascii: "\t"): bytes.append(contentsOf: [UInt8(ascii: "\\"), UInt8(ascii: "t")])
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        bytes.append(contentsOf: [UInt8(ascii: "\\"), text[end]])
      case 0..<0x20: escape(UInt16(text[end]))
      default:
        guard let (value, length) = Self.hidden(text, at: end) else {
          bytes.append(text[end])
          continue
        }
        escape(value)
        start = end + length
      }
    }
  }

  private mutating func escape(_ value: UInt16) {
    bytes.append(contentsOf: [UInt8(ascii: "\\"), UInt8(ascii: "u")])
    for shift in [12, 8, 4, 0] as [UInt16] {
      bytes.append(Self.hexDigits[Int(value >> shift & 15)])
    }
  }

  /// Returns DEL, a C1 control or a bidirectional control at an index of valid UTF-8, with its
  /// length; nil for other characters.
  private static func hidden(
    _ text: UnsafeBufferPointer<UInt8>, at index: Int
  ) -> (value: UInt16, length: Int)? {
    func byte(_ offset: Int) -> UInt8 { index + offset < text.count ? text[index + offset] : 0 }
    switch (text[index], byte(1), byte(2)) {
    case (0x7F, _, _): return (0x7F, 1)
    case (0xC2, 0x80...0x9F, _): return (UInt16(byte(1)), 2)
    case (0xD8, 0x9C, _): return (0x061C, 2)
    // Left-to-right marks, line separators, embeddings and overrides; isolates.
    case (0xE2, 0x80, 0x8E...0x8F), (0xE2, 0x80, 0xA8...0xAE), (0xE2, 0x81, 0xA6...0xA9):
      return (0x2000 | UInt16(byte(1) & 0x3F) << 6 | UInt16(byte(2) & 0x3F), 3)
    default: return nil
    }
  }

  /// The index of the first byte that may need an escape, or the end; checks eight bytes at a time.
  private static func endOfRun(_ text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    let (ones, highs): (UInt64, UInt64) = (0x0101_0101_0101_0101, 0x8080_8080_8080_8080)
    let raw = UnsafeRawBufferPointer(text)
    var index = start
    while index + 8 <= text.count {
      let word = raw.loadUnaligned(fromByteOffset: index, as: UInt64.self)
      // A byte below n borrows from its highest bit, which is not set in the byte itself.
      var found = (word &- ones &* 0x20) & ~word
      func look(for byte: UInt64) {
        let difference = word ^ (ones &* byte)
        found |= (difference &- ones) & ~difference
      }
      look(for: 0x22)
      look(for: 0x5C)
      look(for: 0x7F)
      look(for: 0xC2)
      look(for: 0xD8)
      look(for: 0xE2)
      if found & highs != 0 { break }
      index += 8
    }
    while index < text.count {
      let byte = text[index]
      switch byte {
      case 0..<0x20, 0x22, 0x5C, 0x7F, 0xC2, 0xD8, 0xE2: return index
      default: index += 1
      }
    }
    return index
  }

  private static let hexDigits = Array("0123456789abcdef".utf8)
}
