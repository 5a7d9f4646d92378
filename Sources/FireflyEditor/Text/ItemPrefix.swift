/// The Markdown prefix of a quote or list item, such as `> `, `- `, or `- [ ] `.
struct ItemPrefix: Hashable {
  /// Length in bytes, all of them ASCII.
  private(set) var length = 0
  /// The prefix of the next item.
  private(set) var next = ""
  /// The prefix after the end of the innermost list or quote.
  private(set) var outer = ""
  /// The outer prefix for a blank line.
  var outerLine: String { String(outer.reversed().drop { $0 == " " }.reversed()) }
  /// Whether the item has no text.
  private(set) var isEmptyItem = false

  /// Parses the prefix of a paragraph; nil if it has none.
  init?(_ text: String) {
    let bytes = Array(text.utf8.prefix(Self.maximumLength))
    var place = 0
    while let end = Self.endOfQuote(bytes, from: place) {
      outer = next
      next += Self.text(bytes[place..<end])
      place = end
    }
    if let item = Self.item(bytes, from: place) {
      outer = next
      next += item.next
      place = item.end
    }
    guard place > 0 else { return nil }
    if next.last != " " { next += " " }
    length = place
    isEmptyItem = text.utf8.dropFirst(place).allSatisfy { $0 == 0x20 }
  }

  /// Maximum number of bytes to parse.
  private static let maximumLength = 200

  private static func text(_ bytes: ArraySlice<UInt8>) -> String {
    String(decoding: bytes, as: UTF8.self)
  }

  /// Returns the end of the `>` at an index, with the space after it.
  private static func endOfQuote(_ bytes: [UInt8], from start: Int) -> Int? {
    var place = start
    while place < bytes.count, bytes[place] == 0x20, place - start < 3 { place += 1 }
    guard place < bytes.count, bytes[place] == 0x3E else { return nil }
    place += 1
    return place < bytes.count && bytes[place] == 0x20 ? place + 1 : place
  }

  /// Returns the end of the list marker at an index, and the marker of the next item.
  private static func item(_ bytes: [UInt8], from start: Int) -> (end: Int, next: String)? {
    var place = start
    while place < bytes.count, bytes[place] == 0x20 { place += 1 }
    let indent = text(bytes[start..<place])
    let marker: String
    guard place < bytes.count else { return nil }
    switch bytes[place] {
    case 0x2A, 0x2B, 0x2D:
      marker = text(bytes[place...place])
      place += 1
    case 0x30...0x39:
      let digits = bytes[place...].prefix(9).prefix { (0x30...0x39).contains($0) }
      guard digits.endIndex < bytes.count, [0x29, 0x2E].contains(bytes[digits.endIndex]),
        let number = Int(text(digits))
      else { return nil }
      marker = "\(number + 1)" + text(bytes[digits.endIndex...digits.endIndex])
      place = digits.endIndex + 1
    default: return nil
    }
    let spaces = bytes[place...].prefix(4).prefix { $0 == 0x20 }
    guard !spaces.isEmpty else { return nil }
    place = spaces.endIndex
    var next = indent + marker + text(spaces)
    let box = bytes[place...].prefix(4)
    if box.count == 4, box.first == 0x5B, [0x20, 0x58, 0x78].contains(box[place + 1]),
      box[place + 2] == 0x5D, box.last == 0x20
    {
      next += "[ ] "
      place += 4
    }
    return (place, next)
  }
}
