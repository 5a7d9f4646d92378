/// The ranges of a page that a parser gets, in their order.
///
/// Left out are the ends of tags with very many attributes: libxml2 compares each attribute of an element with all
/// before it, so a tag of a megabyte would take minutes. Also `</html>`, and tags that end an element before the first
/// began: behind them, libxml2 ignores the rest. The ranges also end at tags, so that a caller can stop between them.
struct HTMLPieces: IteratorProtocol {
  /// Maximum number of attributes of an element.
  static let maximumAttributes = 1_000
  /// Bytes of a range, up to the end of its last tag.
  private static let size = 64 << 10

  private let bytes: [UInt8]
  private var place = 0
  /// Whether an element or a text has begun.
  private var isBegun = false
  /// Whether there is no end of a comment from here on.
  private var isCommentOpen = false

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func next() -> Range<Int>? {
    while place < bytes.count {
      let start = place
      var end: Int?
      while end == nil {
        let tag = bytes[place...].firstIndex(of: UInt8(ascii: "<")) ?? bytes.count
        if !isBegun { isBegun = isText(place..<tag) }
        place = tag
        guard tag < bytes.count, tag - start < Self.size else { break }
        end = skipTag()
      }
      let range = start..<(end ?? place)
      if !range.isEmpty { return range }
    }
    return nil
  }

  /// Whether a range that ends before a tag has text, not only blanks, or what is left of `<!DOCTYPE …>` or `<?xml …?>`.
  private func isText(_ range: Range<Int>) -> Bool {
    var text = bytes[range]
    let isMarkup = range.lowerBound > 0 && bytes[range.lowerBound - 1] == UInt8(ascii: "<")
    if isMarkup, let first = text.first, "!?".utf8.contains(first) {
      text = text.drop { $0 != UInt8(ascii: ">") }.dropFirst()
    }
    return text.contains { $0 > 0x20 }
  }

  /// Skips a tag or a comment, or a `<` that begins neither; returns where it is left out from, if it is.
  private mutating func skipTag() -> Int? {
    let tag = place
    place += 1
    if bytes[place...].starts(with: "!--".utf8) {
      skipComment()
      return nil
    }
    let isEnd = place < bytes.count && bytes[place] == UInt8(ascii: "/")
    let start = isEnd ? place + 1 : place
    guard start < bytes.count, (bytes[start] | 0x20) &- 0x61 < 26 else { return nil }
    let name = bytes[start...].prefix { !Self.endsName($0) }.map { $0 | 0x20 }
    if isEnd {
      guard !isBegun || name.elementsEqual("html".utf8) else { return nil }
      place = bytes[start...].firstIndex(of: UInt8(ascii: ">")).map { $0 + 1 } ?? bytes.count
      return tag
    }
    isBegun = true
    place = start + name.count
    if !skipAttributes(Self.maximumAttributes) {
      let end = place
      _ = skipAttributes(.max)
      return end
    }
    // What looks like a tag in a script is none.
    if Self.verbatim.contains(where: name.elementsEqual) { skip(toEndOf: name) }
    return nil
  }

  /// The elements whose text has no tags.
  private static let verbatim = ["script", "style", "textarea", "title"].map { Array($0.utf8) }

  private mutating func skip(toEndOf name: [UInt8]) {
    while let next = bytes[place...].firstIndex(of: UInt8(ascii: "<")) {
      place = next
      let end = bytes[next...].dropFirst(2).prefix(name.count)
      if bytes[next...].dropFirst().first == UInt8(ascii: "/"),
        end.elementsEqual(name, by: { $0 | 0x20 == $1 })
      {
        return
      }
      place += 1
    }
    place = bytes.count
  }

  private mutating func skipComment() {
    var next = place + 3
    while !isCommentOpen {
      guard let end = bytes[next...].firstIndex(of: UInt8(ascii: ">")) else {
        isCommentOpen = true
        return
      }
      next = end + 1
      if bytes[end - 2] == UInt8(ascii: "-"), bytes[end - 1] == UInt8(ascii: "-") {
        return place = next
      }
    }
  }

  /// Skips attributes up to the end of the tag, or up to a number of them; returns whether the tag ended.
  private mutating func skipAttributes(_ maximum: Int) -> Bool {
    var count = 0
    while place < bytes.count {
      let byte = bytes[place]
      if byte == UInt8(ascii: ">") {
        // A parser that has got the beginning of the tag gets its end.
        return true
      }
      if byte <= 0x20 || byte == UInt8(ascii: "/") {
        place += 1
        continue
      }
      guard count < maximum else { return false }
      count += 1
      skipAttribute()
    }
    return true
  }

  private mutating func skipAttribute() {
    // A sign `=` at the beginning is a part of the name.
    repeat { place += 1 } while place < bytes.count && !Self.endsName(bytes[place])
    var next = place
    while next < bytes.count, bytes[next] <= 0x20 { next += 1 }
    guard next < bytes.count, bytes[next] == UInt8(ascii: "=") else { return }
    place = next + 1
    while place < bytes.count, bytes[place] <= 0x20 { place += 1 }
    guard place < bytes.count else { return }
    let quote = bytes[place]
    if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
      place = bytes[(place + 1)...].firstIndex(of: quote).map { $0 + 1 } ?? bytes.count
    } else {
      while place < bytes.count, bytes[place] > 0x20, bytes[place] != UInt8(ascii: ">") {
        place += 1
      }
    }
  }

  private static func endsName(_ byte: UInt8) -> Bool {
    byte <= 0x20 || byte == UInt8(ascii: ">") || byte == UInt8(ascii: "/")
      || byte == UInt8(ascii: "=")
  }
}
