import FireflyCore

/// Receives the elements and texts of a feed, in its order; all of them are cleaned.
package protocol FeedMarkupReader: AnyObject {
  /// Whether enough was read.
  var isFull: Bool { get }
  /// An element begins.
  func begin(_ name: String, _ attributes: [String: String])
  /// The innermost open element ends.
  func end()
  /// A piece of text; references to characters by names of HTML are left in it.
  func add(_ text: String)
}

/// Reads the XML of a feed, even if it is damaged, in one pass.
///
/// An XML parser stops at the first error, such as `&nbsp;` or an unclosed tag. This scanner takes what is
/// there: a lone `&` or `<` is text, and an end tag also closes what is open inside of its
/// element. Entities that a document declares are not expanded, and nothing is loaded.
package struct FeedMarkup {
  /// Maximum depth of the elements of a feed; deeper ones are left out.
  package static let maximumDepth = 200
  private static let maximumAttributes = 64

  private let bytes: [UInt8]
  private let depth: Int
  private var place = 0
  /// The names of the open elements.
  private var open: [String] = []
  /// Whether there is a comment without an end.
  private var isCommentOpen = false
  /// Whether the document ends before its outermost element does.
  package private(set) var isBrokenOff = false

  /// Creates a scanner of a document.
  package init(_ text: String, depth: Int = maximumDepth) {
    (bytes, self.depth) = (Array(text.utf8), depth)
  }

  /// Reads the document.
  package mutating func read(_ reader: some FeedMarkupReader) {
    while place < bytes.count, !reader.isFull {
      guard bytes[place] == UInt8(ascii: "<") else {
        let end = bytes[place...].firstIndex(of: UInt8(ascii: "<")) ?? bytes.count
        add(Self.resolved(text(place..<end)), to: reader)
        place = end
        continue
      }
      if has("<!--"), !isCommentOpen {
        let start = place + 4
        skip(past: "-->", from: start)
        // Without its end it would hide everything.
        isCommentOpen = !endsIn("-->")
        if isCommentOpen { place = start }
      } else if has("<![CDATA[") {
        let start = place + 9
        skip(past: "]]>", from: start)
        add(text(start..<max(start, place - (endsIn("]]>") ? 3 : 0))), to: reader)
      } else if has("<?") {
        skip(past: "?>", from: place + 2)
      } else if has("<!") {
        skipDeclaration()
      } else if has("</"), isName(place + 2) {
        endTag(reader)
      } else if isName(place + 1) {
        beginTag(reader)
      } else {
        reader.add("<")
        place += 1
      }
    }
    isBrokenOff = place >= bytes.count && !open.isEmpty
    while open.popLast() != nil { reader.end() }
  }

  private func add(_ text: String, to reader: some FeedMarkupReader) {
    reader.add(ForeignText.cleanMarkup(text, limit: .max))
  }

  // MARK: Tags

  private mutating func beginTag(_ reader: some FeedMarkupReader) {
    place += 1
    let name = name()
    var attributes: [String: String] = [:]
    var isEmpty = false
    while place < bytes.count {
      skipSpaces()
      guard place < bytes.count, bytes[place] != UInt8(ascii: "<") else { break }
      if bytes[place] == UInt8(ascii: ">") {
        place += 1
        break
      }
      if bytes[place] == UInt8(ascii: "/") {
        place += 1
        isEmpty = place < bytes.count && bytes[place] == UInt8(ascii: ">")
        continue
      }
      let start = place
      let key = self.name()
      guard place > start else {
        place += 1
        continue
      }
      let value = value()
      if attributes.count < Self.maximumAttributes, attributes[key] == nil {
        attributes[key] = ForeignText.clean(WindowsLetters.decoded(value), limit: .max)
      }
    }
    guard open.count < depth else { return }
    reader.begin(name, attributes)
    if isEmpty { reader.end() } else { open.append(name) }
  }

  /// Reads `= "value"`; empty if there is none.
  private mutating func value() -> String {
    skipSpaces()
    guard place < bytes.count, bytes[place] == UInt8(ascii: "=") else { return "" }
    place += 1
    skipSpaces()
    guard place < bytes.count else { return "" }
    let quote = bytes[place]
    guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
      let end = bytes[place...].firstIndex { $0 <= 0x20 || $0 == UInt8(ascii: ">") } ?? bytes.count
      defer { place = end }
      return Self.resolved(text(place..<end))
    }
    let start = place + 1
    var end = start
    while end < bytes.count, bytes[end] != quote {
      end = bytes[end] == UInt8(ascii: "<") ? endOfTag(at: end) ?? end + 1 : end + 1
    }
    place = min(bytes.count, end + 1)
    return Self.resolved(text(start..<end))
  }

  /// Maximum bytes of a tag of HTML in a value.
  private static let maximumTag = 1_000

  /// Returns the end of a tag with quoted attributes that stands in a value as it is, such as `<a href="/">`;
  /// nil for none.
  private func endOfTag(at start: Int) -> Int? {
    let limit = min(bytes.count, start + Self.maximumTag)
    func isSpace(_ index: Int) -> Bool { index < limit && bytes[index] <= 0x20 }
    func isLetter(_ index: Int) -> Bool {
      index < limit && (bytes[index] >= 0x80 || !"<>/=\"'".utf8.contains(bytes[index]))
        && bytes[index] > 0x20
    }
    var index = start + 1
    guard isName(index) else { return nil }
    while isLetter(index) { index += 1 }
    while isSpace(index) {
      while isSpace(index) { index += 1 }
      let key = index
      while isLetter(index) { index += 1 }
      guard index > key, index + 1 < limit, bytes[index] == UInt8(ascii: "=") else { break }
      let quote = bytes[index + 1]
      guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { return nil }
      guard let end = bytes[(index + 2)..<limit].firstIndex(of: quote) else { return nil }
      index = end + 1
    }
    if index < limit, bytes[index] == UInt8(ascii: "/") { index += 1 }
    return index < limit && bytes[index] == UInt8(ascii: ">") ? index + 1 : nil
  }

  private mutating func endTag(_ reader: some FeedMarkupReader) {
    place += 2
    let name = name()
    let end = bytes[place...].firstIndex { [UInt8(ascii: ">"), UInt8(ascii: "<")].contains($0) }
    place = end.map { bytes[$0] == UInt8(ascii: ">") ? $0 + 1 : $0 } ?? bytes.count
    // Without its begin tag it means nothing.
    guard let index = open.lastIndex(of: name) else { return }
    for _ in index..<open.count { reader.end() }
    open.removeSubrange(index...)
  }

  /// Skips a declaration with what it has in brackets.
  private mutating func skipDeclaration() {
    var depth = 0
    while place < bytes.count {
      let byte = bytes[place]
      place += 1
      if byte == UInt8(ascii: "[") { depth += 1 }
      if byte == UInt8(ascii: "]") { depth -= 1 }
      if byte == UInt8(ascii: ">"), depth <= 0 { return }
    }
  }

  // MARK: Characters

  private func has(_ word: StaticString) -> Bool {
    guard place + word.utf8CodeUnitCount <= bytes.count else { return false }
    return (0..<word.utf8CodeUnitCount).allSatisfy { bytes[place + $0] == word.utf8Start[$0] }
  }

  private func endsIn(_ word: StaticString) -> Bool {
    let start = place - word.utf8CodeUnitCount
    return start >= 0
      && (0..<word.utf8CodeUnitCount).allSatisfy { bytes[start + $0] == word.utf8Start[$0] }
  }

  private mutating func skip(past word: StaticString, from start: Int) {
    place = min(start, bytes.count)
    while place < bytes.count {
      guard let next = bytes[place...].firstIndex(of: word.utf8Start[0]) else { break }
      place = next
      if has(word) {
        place += word.utf8CodeUnitCount
        return
      }
      place += 1
    }
    place = bytes.count
  }

  private mutating func skipSpaces() {
    while place < bytes.count, bytes[place] <= 0x20 { place += 1 }
  }

  private func isName(_ index: Int) -> Bool {
    index < bytes.count
      && (bytes[index] | 0x20 >= 0x61 && bytes[index] | 0x20 <= 0x7A || bytes[index] >= 0x80
        || bytes[index] == UInt8(ascii: "_"))
  }

  /// Reads a name, up to a character that ends one.
  private mutating func name() -> String {
    let start = place
    while place < bytes.count, bytes[place] > 0x20, !"<>/=\"'".utf8.contains(bytes[place]) {
      place += 1
    }
    return text(start..<place)
  }

  private func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  /// Returns a text with the references of XML resolved: `&amp;`, `&#228;`, `&#xE4;`.
  static func resolved(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "&")) else { return text }
    var result = ""
    var rest = text[...]
    while let start = rest.utf8.firstIndex(of: UInt8(ascii: "&")) {
      result += rest[..<start]
      rest = rest[start...]
      // The longest reference has 10 bytes.
      let end = rest.utf8.prefix(11).firstIndex(of: UInt8(ascii: ";"))
      if let end, let character = character(rest[rest.utf8.index(after: start)..<end]) {
        result.unicodeScalars.append(character)
        rest = rest[rest.utf8.index(after: end)...]
      } else {
        result += "&"
        rest = rest[rest.utf8.index(after: start)...]
      }
    }
    return result + rest
  }

  private static let names: [Substring: Unicode.Scalar] = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'",
  ]

  /// Returns the character of a reference; nil if it is unknown.
  private static func character(_ name: Substring) -> Unicode.Scalar? {
    guard name.first == "#" else { return names[name] }
    let digits = name.dropFirst()
    let value =
      digits.first.map { "xX".contains($0) } == true
      ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
    guard let value else { return nil }
    // Numbers of Windows-1252, as in HTML.
    return WindowsLetters.letter(of: value) ?? Unicode.Scalar(value) ?? "\u{FFFD}"
  }
}
