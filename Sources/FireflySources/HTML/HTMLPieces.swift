/// The ranges of a page that a parser gets, in their order: ends of tags with very many attributes are left out.
///
/// libxml2 compares each attribute of an element with all before it. So a tag of a megabyte would take minutes.
/// The ranges also end at tags, so that a caller can stop between them.
struct HTMLPieces: IteratorProtocol {
  /// Maximum number of attributes of an element.
  static let maximumAttributes = 1_000
  /// Bytes of a range, up to the end of its last tag.
  private static let size = 64 << 10

  private let bytes: [UInt8]
  private var place = 0
  /// Whether the last range ended within a tag, whose further attributes are left out.
  private var isInLongTag = false
  /// Whether there is no end of a comment from here on.
  private var isCommentOpen = false

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func next() -> Range<Int>? {
    if isInLongTag {
      _ = skipAttributes(.max)
      isInLongTag = false
    }
    let start = place
    while !isInLongTag {
      let tag = bytes[place...].firstIndex(of: UInt8(ascii: "<")) ?? bytes.count
      place = tag
      guard tag < bytes.count, tag - start < Self.size else { break }
      skipTag()
    }
    return start < place ? start..<place : nil
  }

  /// Skips a tag or a comment, or a `<` that begins neither.
  private mutating func skipTag() {
    place += 1
    if bytes[place...].starts(with: "!--".utf8) { return skipComment() }
    guard place < bytes.count, (bytes[place] | 0x20) &- 0x61 < 26 else { return }
    let start = place
    while place < bytes.count, !Self.endsName(bytes[place]) { place += 1 }
    let name = bytes[start..<place].map { $0 | 0x20 }
    isInLongTag = !skipAttributes(Self.maximumAttributes)
    // What looks like a tag in a script is none.
    if !isInLongTag, Self.verbatim.contains(where: name.elementsEqual) { skip(toEndOf: name) }
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
