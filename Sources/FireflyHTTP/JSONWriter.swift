/// Writes JSON into bytes, piece by piece: what has been written so far can be taken at any time.
///
/// The commas are its own business; that what is begun is ended is its caller's.
public struct JSONWriter: Sendable {
  /// What has been written and not taken.
  public private(set) var bytes: [UInt8] = []
  private var needsComma = false

  /// A writer that has written nothing.
  public init() {}

  /// The bytes written since the last time, which are forgotten here.
  public mutating func take() -> [UInt8] {
    defer { bytes = [] }
    return bytes
  }

  /// Begins an object.
  public mutating func beginObject() { begin(UInt8(ascii: "{")) }
  /// Ends an object.
  public mutating func endObject() { end(UInt8(ascii: "}")) }
  /// Begins an array.
  public mutating func beginArray() { begin(UInt8(ascii: "[")) }
  /// Ends an array.
  public mutating func endArray() { end(UInt8(ascii: "]")) }

  /// The name of the next value.
  public mutating func key(_ name: StaticString) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    name.withUTF8Buffer { bytes.append(contentsOf: $0) }
    bytes.append(UInt8(ascii: "\""))
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  /// A text, or null.
  public mutating func value(_ text: String?) {
    guard var text else { return literal("null") }
    separate()
    bytes.append(UInt8(ascii: "\""))
    text.withUTF8 { escape($0) }
    bytes.append(UInt8(ascii: "\""))
    needsComma = true
  }

  /// A number, or null.
  public mutating func value(_ number: Int?) { literal(number.map(String.init) ?? "null") }

  /// A number; what JSON can't say (infinite, not a number) becomes 0.
  public mutating func value(_ number: Double) { literal(number.isFinite ? "\(number)" : "0.0") }

  /// A truth.
  public mutating func value(_ truth: Bool) { literal(truth ? "true" : "false") }

  /// The end of a line, between values that are no list.
  public mutating func endLine() {
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

  private mutating func literal(_ text: String) {
    separate()
    bytes.append(contentsOf: text.utf8)
    needsComma = true
  }

  private mutating func separate() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
  }

  /// Copies whole runs, because hardly any byte needs an escape.
  private mutating func escape(_ text: UnsafeBufferPointer<UInt8>) {
    var start = 0
    for (index, byte) in text.enumerated() {
      guard byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") else {
        continue
      }
      bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[start..<index]))
      start = index + 1
      bytes.append(UInt8(ascii: "\\"))
      switch byte {
      case UInt8(ascii: "\n"): bytes.append(UInt8(ascii: "n"))
      case UInt8(ascii: "\r"): bytes.append(UInt8(ascii: "r"))
      case UInt8(ascii: "\t"): bytes.append(UInt8(ascii: "t"))
      case 0..<0x20:
        bytes.append(contentsOf: "u00".utf8)
        bytes.append(Self.hexDigits[Int(byte >> 4)])
        bytes.append(Self.hexDigits[Int(byte & 15)])
      default: bytes.append(byte)
      }
    }
    bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[start...]))
  }

  private static let hexDigits = Array("0123456789abcdef".utf8)
}
