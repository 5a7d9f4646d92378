internal import Foundation

/// Parses `a=1&b=2` as it arrives; `+` means a space.
///
/// Skips parts with invalid encoding.
struct URLEncodedReader: FormParser {
  private let limits: FormLimits
  private var part: [UInt8] = []
  private var count = 0

  init(_ limits: FormLimits) { self.limits = limits }

  mutating func read(_ bytes: [UInt8]) throws(FormError) -> [FormPart] {
    var parts: [FormPart] = []
    var rest = bytes[...]
    while let end = rest.firstIndex(of: UInt8(ascii: "&")) {
      try append(rest[..<end])
      parts += try parsePart()
      rest = rest[(end + 1)...]
    }
    try append(rest)
    return parts
  }

  mutating func finish() throws(FormError) -> [FormPart] { try parsePart() }

  private mutating func append(_ bytes: ArraySlice<UInt8>) throws(FormError) {
    // A percent-encoded byte takes at most three.
    let isTooLong = part.count + bytes.count > 3 * limits.largest
    part += bytes.prefix(3 * limits.largest + 1)
    if isTooLong { throw tooLarge }
  }

  private var tooLarge: FormError {
    let name = part.prefix(while: { $0 != UInt8(ascii: "=") }).prefix(100)
    let text = String(decoding: name, as: UTF8.self)
    return .fieldTooLarge(name: text, limit: limits.bytes(of: text))
  }

  private mutating func parsePart() throws(FormError) -> [FormPart] {
    defer { part = [] }
    if part.isEmpty { return [] }
    count += 1
    guard count <= limits.fields else { throw .tooManyFields(limit: limits.fields) }
    let sides = part.split(
      separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
    guard let name = Self.decoded(sides[0]),
      let value = Self.decoded(sides.count > 1 ? sides[1] : [])
    else { return [] }
    guard value.utf8.count <= limits.bytes(of: name) else { throw tooLarge }
    return [.field(name: name, value: value)]
  }

  private static func decoded(_ bytes: ArraySlice<UInt8>) -> String? {
    let spaced = bytes.map { $0 == UInt8(ascii: "+") ? UInt8(ascii: " ") : $0 }
    return String(validating: spaced, as: UTF8.self)?.removingPercentEncoding
  }
}
