import FireflyCore

/// A body split into pieces that are safe to parse.
///
/// cmark-gfm takes quadratic time for some hostile inputs (`<?<?<?…`), and pads every row of a
/// table to the header's columns. A typical post has 2 KB. So at most `pieceSize` bytes are parsed
/// at once, everything after `markdownPieces` of them is shown as plain text, and a piece that
/// could produce too many cells is parsed without tables. Pieces end at a blank line outside fenced
/// code, if there is one.
struct MarkdownPieces: Sequence, IteratorProtocol {
  enum Piece: Equatable {
    case markdown(String, hasTables: Bool)
    case plain(String)
  }

  /// Maximum size of a piece in bytes.
  static let pieceSize = 32_768
  /// Maximum number of pieces to parse.
  static let markdownPieces = 4
  /// Maximum number of table cells in a piece, estimated from its bars and lines.
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

  /// The end of the first piece of a text.
  private static func end(of text: Substring) -> String.Index {
    guard text.utf8.count > pieceSize else { return text.endIndex }
    let bytes = text.utf8
    let limit = bytes.index(bytes.startIndex, offsetBy: pieceSize)
    var lineStart = bytes.startIndex
    var blank: String.Index?
    var line: String.Index?
    var code = CodeMarks()
    while let end = bytes[lineStart..<limit].firstIndex(of: 0x0A) {
      let content = bytes[lineStart..<end].drop { $0 == 0x20 }
      let next = bytes.index(after: end)
      if code.read(Array(bytes[lineStart..<end])[...]) == .words, content.isEmpty { blank = next }
      line = next
      lineStart = next
    }
    // Don't split a character.
    return blank ?? line
      ?? text.unicodeScalars.index(before: text.unicodeScalars.index(after: limit))
  }

  /// An upper bound for the number of cells in a text: the bars of its widest line times its lines.
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
