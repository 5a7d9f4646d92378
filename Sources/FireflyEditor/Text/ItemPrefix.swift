/// The Markdown prefix of a quote or list item, such as `> `, `- `, or `- [ ] `.
struct ItemPrefix: Hashable {
  /// Length in bytes, all of them ASCII.
  private(set) var length = 0
  private(set) var next = ""
  /// The prefix after the end of the innermost list or quote.
  private(set) var outer = ""
  /// The outer prefix for a blank line.
  var outerLine: String { String(outer.reversed().drop { $0 == " " }.reversed()) }
  /// Whether the item has no text.
  private(set) var isEmptyItem = false
  private(set) var number: Int?
  /// The bytes of that number.
  private(set) var digits: Range<Int>?
  /// The quote and the indent before the marker, and the sign behind the number.
  private var place = ""

  /// The number of the item after it; nil if it is not numbered.
  var nextNumber: Int? { number.map { min($0 + 1, Self.maximumNumber) } }
  /// The highest number of an item in Markdown.
  private static let maximumNumber = 999_999_999

  /// Whether it is an item of the same list, if nothing stands between the two.
  func isSibling(of other: ItemPrefix) -> Bool { place == other.place }

  /// Whether a line below the item belongs to it: it is blank or further in.
  func isInside(_ line: String) -> Bool {
    guard let digits else { return false }
    let lead = line.utf8.prefix { $0 == 0x20 || $0 == 0x3E }.count
    return lead > digits.lowerBound || lead == line.utf8.count
  }

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
      if let digits = item.digits {
        (number, self.digits) = (Int(Self.text(bytes[digits])), digits)
        self.place =
          Self.text(bytes[..<digits.lowerBound])
          + Self.text(bytes[digits.upperBound...digits.upperBound])
      }
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
  private static func item(
    _ bytes: [UInt8], from start: Int
  ) -> (end: Int, next: String, digits: Range<Int>?)? {
    var place = start
    while place < bytes.count, bytes[place] == 0x20 { place += 1 }
    let indent = text(bytes[start..<place])
    let marker: String
    var number: Range<Int>?
    guard place < bytes.count else { return nil }
    switch bytes[place] {
    case 0x2A, 0x2B, 0x2D:
      marker = text(bytes[place...place])
      place += 1
    case 0x30...0x39:
      let digits = bytes[place...].prefix(9).prefix { (0x30...0x39).contains($0) }
      guard digits.endIndex < bytes.count, [0x29, 0x2E].contains(bytes[digits.endIndex]),
        let value = Int(text(digits))
      else { return nil }
      number = digits.indices
      marker =
        "\(min(value + 1, maximumNumber))" + text(bytes[digits.endIndex...digits.endIndex])
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
    return (place, next, number)
  }
}
