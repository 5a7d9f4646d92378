/// A page as a parser gets it, in pieces that end at tags, so that a caller can stop between them.
///
/// libxml2 compares each attribute of an element with all before it, so a tag of a megabyte would take minutes. Where a
/// tag begins depends on what stands around it, such as comments, scripts and quotes, and versions of libxml2 differ in
/// that. So each tag is written again in one form: a name, at most `maximumAttributes`, their values in double quotes.
/// Every other `<` becomes `&lt;`: where no tag begins here, none begins for a parser.
///
/// Comments are left out, also `</html>` and tags that end an element before the first began: behind these two, libxml2
/// ignores the rest.
struct HTMLPieces: IteratorProtocol {
  static let maximumAttributes = 1_000
  /// Maximum bytes of a name; libxml2 would take more for the next attribute.
  private static let maximumName = 100
  /// Bytes of a piece, up to the end of its last tag.
  private static let size = 64 << 10

  private let bytes: [UInt8]
  /// The place of the last `>`.
  private let lastEnd: Int
  private var place = 0
  private var piece: [UInt8] = []
  /// Whether an element or a text has begun.
  private var isBegun = false

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    lastEnd = bytes.lastIndex(of: UInt8(ascii: ">")) ?? 0
  }

  mutating func next() -> [UInt8]? {
    piece = []
    while place < bytes.count, piece.count < Self.size {
      let text = bytes[place..<end(UInt8(ascii: "<"))]
      if !isBegun { isBegun = text.contains { $0 > 0x20 } }
      piece += text
      place = text.endIndex
      if place < bytes.count { addTag() }
    }
    return piece.isEmpty ? nil : piece
  }

  /// Returns the place of the next byte of a kind; the end if there is none.
  private func end(_ byte: UInt8) -> Int { bytes[place...].firstIndex(of: byte) ?? bytes.count }

  /// Moves behind the next byte of a kind.
  private mutating func skip(past byte: UInt8) { place = min(end(byte) + 1, bytes.count) }

  /// Adds what a `<` begins.
  private mutating func addTag() {
    let sign = place + 1 < bytes.count ? bytes[place + 1] : 0x20
    if sign == UInt8(ascii: "!") || sign == UInt8(ascii: "?"), skipsComment() { return }
    let isEnd = sign == UInt8(ascii: "/")
    let start = place + (isEnd ? 2 : 1)
    guard start < bytes.count, Self.isLetter(bytes[start]) else {
      piece += "&lt;".utf8
      place += 1
      isBegun = true
      return
    }
    place = start
    let name = takeName()
    let plain = Self.plain(name).map { $0 | 0x20 }
    if isEnd {
      skip(past: UInt8(ascii: ">"))
      guard isBegun, !plain.elementsEqual("html".utf8) else { return }
      piece += Array("</".utf8) + Self.plain(name) + [UInt8(ascii: ">")]
      return
    }
    isBegun = true
    let before = piece.count
    piece.append(UInt8(ascii: "<"))
    piece += Self.plain(name)
    let isClosed = addAttributes()
    guard Self.verbatim.contains(plain) else {
      piece += (isClosed ? "/>" : ">").utf8
      return
    }
    // Programs differ in whether `<script/>` has a text.
    guard !isClosed else { return piece.removeLast(piece.count - before) }
    piece.append(UInt8(ascii: ">"))
    addText(of: plain)
  }

  /// Skips a comment, `<!DOCTYPE …>`, or an instruction such as `<?xml …?>`; returns false for other text.
  private mutating func skipsComment() -> Bool {
    let rest = bytes[place...]
    guard rest.starts(with: "<!--".utf8) else {
      let isSkipped =
        rest.starts(with: "<?".utf8)
        || rest.prefix(9).elementsEqual("<!doctype".utf8, by: { $0 | 0x20 == $1 })
      guard isSkipped, place < lastEnd else { return false }
      skip(past: UInt8(ascii: ">"))
      return true
    }
    place += 4
    let start = place
    for empty in [">", "->"] where bytes[start...].starts(with: empty.utf8) {
      place += empty.utf8.count
      return true
    }
    while place < bytes.count {
      skip(past: UInt8(ascii: ">"))
      let text = bytes[start..<place]
      if text.suffix(3).elementsEqual("-->".utf8) || text.suffix(4).elementsEqual("--!>".utf8) {
        return true
      }
    }
    return true
  }

  /// The elements whose text has no tags.
  private static let verbatim = ["script", "style"].map { Array($0.utf8) }

  /// Adds the text of a script or style, with blanks in what looks like a tag; in a formula they change nothing.
  private mutating func addText(of name: [UInt8]) {
    while true {
      let text = bytes[place..<end(UInt8(ascii: "<"))]
      piece += text
      place = text.endIndex
      guard place < bytes.count, !isEnd(of: name) else { return }
      place += 1
      piece.append(UInt8(ascii: "<"))
      guard place < bytes.count else { return }
      if Self.isOfName(bytes[place]) || bytes[place] == UInt8(ascii: "/") { piece.append(0x20) }
    }
  }

  /// Whether the tag that ends an element is here.
  private func isEnd(of name: [UInt8]) -> Bool {
    let tag = bytes[place...].dropFirst().prefix(name.count + 2)
    return tag.first == UInt8(ascii: "/") && tag.count == name.count + 2
      && tag.dropFirst().dropLast().elementsEqual(name, by: { $0 | 0x20 == $1 })
      && tag.last.map(Self.endsName) == true
  }

  /// Adds the attributes of a tag and moves behind it; returns whether it ends with `/>`.
  private mutating func addAttributes() -> Bool {
    var (count, slash) = (0, -1)
    while place < bytes.count, bytes[place] != UInt8(ascii: ">") {
      if bytes[place] <= 0x20 || bytes[place] == UInt8(ascii: "/") {
        if bytes[place] > 0x20 { slash = place }
        place += 1
        continue
      }
      let (name, value) = takeAttribute()
      count += 1
      if count <= Self.maximumAttributes { add(name, value) }
    }
    defer { place = min(place + 1, bytes.count) }
    return slash == place - 1
  }

  private mutating func add(_ name: ArraySlice<UInt8>, _ value: ArraySlice<UInt8>?) {
    // A parser would take other names for several ones.
    let isPlain = Self.plain(name).count == name.count
    guard isPlain, let first = name.first, Self.isLetter(first) || first == 0x5F else { return }
    piece.append(0x20)
    piece += name
    guard let value else { return }
    piece += "=\"".utf8
    var rest = value
    while let sign = rest.firstIndex(where: { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "\"") })
    {
      piece += rest[..<sign]
      piece += (rest[sign] == UInt8(ascii: "<") ? "&lt;" : "&quot;").utf8
      rest = rest[(sign + 1)...]
    }
    piece += rest
    piece.append(UInt8(ascii: "\""))
  }

  /// Moves behind an attribute; its value is nil if it has none.
  private mutating func takeAttribute() -> (name: ArraySlice<UInt8>, value: ArraySlice<UInt8>?) {
    let name = takeName()
    var next = place
    while next < bytes.count, bytes[next] <= 0x20 { next += 1 }
    guard next < bytes.count, bytes[next] == UInt8(ascii: "=") else { return (name, nil) }
    place = next + 1
    while place < bytes.count, bytes[place] <= 0x20 { place += 1 }
    guard place < bytes.count else { return (name, nil) }
    let quote = bytes[place]
    guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
      let value = bytes[place...].prefix { $0 > 0x20 && $0 != UInt8(ascii: ">") }
      place = value.endIndex
      return (name, value)
    }
    place += 1
    let value = bytes[place..<end(quote)]
    skip(past: quote)
    return (name, value)
  }

  /// Moves behind a name; a sign `=` at its beginning is a part of it.
  private mutating func takeName() -> ArraySlice<UInt8> {
    let start = place
    repeat { place += 1 } while place < bytes.count && !Self.endsName(bytes[place])
    return bytes[start..<place]
  }

  /// Returns what a parser takes for the name.
  private static func plain(_ name: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    name.prefix(maximumName).prefix(while: isOfName)
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 < 26 }

  private static func isOfName(_ byte: UInt8) -> Bool {
    isLetter(byte) || byte &- 0x30 < 10 || ":-_.".utf8.contains(byte)
  }

  private static func endsName(_ byte: UInt8) -> Bool {
    byte <= 0x20 || byte == UInt8(ascii: ">") || byte == UInt8(ascii: "/")
      || byte == UInt8(ascii: "=")
  }
}
