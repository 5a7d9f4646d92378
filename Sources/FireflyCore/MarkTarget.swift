/// What stands behind the words of a link: `](address "title")` or `]: address "title"`.
struct MarkTarget {
  let kind: BodyMark.Kind
  let address: String
  var title = ""
  /// Where the address begins and ends, with the angle brackets around it, and where the mark ends.
  let addressStart: Int
  let addressEnd: Int
  let end: Int

  /// Reads the target behind a closing bracket; nil if there is none.
  init?(_ kind: BodyMark.Kind, after bracket: Int, before end: Int, in bytes: [UInt8]) {
    let limit = min(end, bracket + BodyMark.longest)
    guard bracket + 2 < limit, bytes[bracket + 1] == UInt8(ascii: "(") else { return nil }
    self.init(kind, bytes[(bracket + 2)..<limit], until: Self.end(ofAddress:)) { rest in
      rest.first == UInt8(ascii: ")") ? rest.startIndex + 1 : nil
    }
  }

  /// Reads what a definition says behind its name; nil if it is none.
  init?(ofDefinition bracket: Int, before end: Int, in bytes: [UInt8]) {
    guard bracket + 2 < end, end - bracket < BodyMark.longest,
      bytes[bracket + 1] == UInt8(ascii: ":")
    else { return nil }
    self.init(.definition, bytes[(bracket + 2)..<end]) { rest in
      rest.firstIndex { $0 <= 0x20 } ?? rest.endIndex
    } ending: { rest in
      rest.allSatisfy { $0 <= 0x20 } ? rest.startIndex : nil
    }
    if address.isEmpty { return nil }
  }

  private init?(
    _ kind: BodyMark.Kind, _ bytes: ArraySlice<UInt8>,
    until end: (ArraySlice<UInt8>) -> Int?, ending: (ArraySlice<UInt8>) -> Int?
  ) {
    self.kind = kind
    let rest = bytes.drop { $0 == 0x20 }
    addressStart = rest.startIndex
    let address: ArraySlice<UInt8>
    if rest.first == UInt8(ascii: "<") {
      address = rest.dropFirst().prefix { !"<>\n".utf8.contains($0) }
      guard address.endIndex < bytes.endIndex, bytes[address.endIndex] == UInt8(ascii: ">") else {
        return nil
      }
      addressEnd = address.endIndex + 1
    } else {
      guard let end = end(rest) else { return nil }
      address = rest[..<end]
      addressEnd = end
    }
    var tail = bytes[addressEnd...].drop { $0 == 0x20 }
    if let quote = tail.first, "\"'".utf8.contains(quote) {
      let title = tail.dropFirst().prefix { $0 != quote }
      self.title = String(decoding: title, as: UTF8.self)
      tail = bytes[title.endIndex...].dropFirst().drop { $0 == 0x20 }
    }
    guard let end = ending(tail) else { return nil }
    self.address = String(decoding: address, as: UTF8.self)
    self.end = end
  }

  /// Returns the end of an address that may have blanks, before the bracket or the title behind it.
  private static func end(ofAddress bytes: ArraySlice<UInt8>) -> Int? {
    var depth = 0
    // Behind the last byte that is no blank.
    var end = bytes.startIndex
    for (place, byte) in zip(bytes.indices, bytes) {
      switch byte {
      case UInt8(ascii: "\n"), UInt8(ascii: "["), UInt8(ascii: "]"): return nil
      case UInt8(ascii: " "): continue
      case UInt8(ascii: "\""), UInt8(ascii: "'"): if end < place { return end }
      case UInt8(ascii: "("): depth += 1
      case UInt8(ascii: ")"):
        if depth == 0 { return end }
        depth -= 1
      default: break
      }
      end = place + 1
    }
    return nil
  }
}
