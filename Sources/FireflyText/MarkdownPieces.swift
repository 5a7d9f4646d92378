/// A body cut into pieces that are safe to parse.
///
/// cmark-gfm needs time with the square of the length for some hostile inputs (`<?<?<?…`), and fills
/// every row of a table up to the header's columns. A post has some 2 KB. So at most `pieceSize`
/// bytes are parsed at once, after `markdownPieces` of them the rest is shown as plain text, and a
/// piece that could make too many cells is parsed without tables. Pieces end at a blank line outside
/// fenced code, where there is one.
struct MarkdownPieces: Sequence, IteratorProtocol {
  enum Piece: Equatable {
    case markdown(String, hasTables: Bool)
    case plain(String)
  }

  /// Bytes parsed at once.
  static let pieceSize = 32_768
  /// Pieces that are parsed.
  static let markdownPieces = 4
  /// Cells that the tables of one piece may have at most, by its bars and lines.
  static let cellLimit = 50_000

  private var rest: Substring
  private var count = 0

  init(_ text: String) { rest = text[...] }

  mutating func next() -> Piece? {
    guard !rest.isEmpty else { return nil }
    guard count < Self.markdownPieces else {
      defer { rest = "" }
      return .plain(String(rest))
    }
    count += 1
    let end = Self.end(of: rest)
    let piece = rest[..<end]
    rest = rest[end...]
    return .markdown(String(piece), hasTables: Self.cells(in: piece.utf8) <= Self.cellLimit)
  }

  /// Where the first piece of a text ends.
  private static func end(of text: Substring) -> String.Index {
    guard text.utf8.count > pieceSize else { return text.endIndex }
    let bytes = text.utf8
    let limit = bytes.index(bytes.startIndex, offsetBy: pieceSize)
    var lineStart = bytes.startIndex
    var blank: String.Index?
    var line: String.Index?
    var isFenced = false
    while lineStart < limit, let end = bytes[lineStart..<limit].firstIndex(of: 0x0A) {
      let content = bytes[lineStart..<end].drop { $0 == 0x20 }
      let next = bytes.index(after: end)
      if content.starts(with: "```".utf8) || content.starts(with: "~~~".utf8) { isFenced.toggle() }
      if content.isEmpty, !isFenced { blank = next }
      line = next
      lineStart = next
    }
    // A character must not be cut in half.
    return blank ?? line
      ?? text.unicodeScalars.index(before: text.unicodeScalars.index(after: limit))
  }

  /// The most cells that a parser could make of the text: its widest line in all its lines.
  static func cells(in bytes: Substring.UTF8View) -> Int {
    var lines = 1
    var bars = 0
    var widest = 0
    for byte in bytes {
      if byte == 0x7C {
        bars += 1
        widest = Swift.max(widest, bars)
      } else if byte == 0x0A {
        lines += 1
        bars = 0
      }
    }
    return widest == 0 ? 0 : (widest + 1) * lines
  }
}
