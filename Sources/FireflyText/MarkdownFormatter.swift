import FireflyCore
import FireflyScreen

/// Lays a post's body, written in Markdown, out in lines of styled cells.
///
/// CommonMark with GitHub's tables, task lists, strikethrough, autolinks and footnotes, read by
/// cmark-gfm. How it looks: headings bold, soft breaks joined, image marks left out (seed 002), a blank
/// line between blocks, but none after a heading, nor between a paragraph and a list right below it.
/// Notes are numbered in the order in which they are mentioned, and stand at the end.
///
/// A pure function, callable from any thread. Whatever the body holds, time and memory are bounded:
/// see `MarkdownPieces` for the input and `lineLimit` for the output.
public enum MarkdownFormatter {
  /// Lines after which the rest of a body is left out.
  public static let lineLimit = 20_000

  /// Lays `body` out in lines of at most `width` columns.
  ///
  /// - Parameters:
  ///   - body: Markdown, cleaned or not.
  ///   - width: columns, at least 2.
  ///   - symbols: the signs to draw forms with.
  ///   - reordersBidi: whether right-to-left text is put into the order in which it is drawn, and
  ///     to the right edge; false for terminals that do it themselves.
  /// - Returns: the lines, and where the links in them are.
  public static func format(
    _ body: String, width: Int, symbols: TextSymbols = .unicode, reordersBidi: Bool = true
  ) -> FormattedText {
    var layout = layout(width: width, symbols, reordersBidi)
    for piece in MarkdownPieces(ForeignText.clean(body)) {
      switch piece {
      case .markdown(let text, let hasTables):
        layout.add(MarkdownTree(text, hasTables: hasTables))
      case .plain(let text): layout.add(plain: text)
      }
      if layout.isFull { break }
    }
    return layout.finished()
  }

  /// Bytes, and cells of tables, that are laid out in a few milliseconds whatever they are.
  static let quickSize = 4_096
  static let quickCells = 1_000

  /// Lays `body` out as `format` does, if that takes no more than a few milliseconds.
  ///
  /// - Returns: nil for a body that may take longer, and while another thread parses one.
  public static func formatQuickly(
    _ body: String, width: Int, symbols: TextSymbols = .unicode, reordersBidi: Bool = true
  ) -> FormattedText? {
    guard body.utf8.count <= quickSize else { return nil }
    let text = ForeignText.clean(body)
    guard MarkdownPieces.cells(in: text[...].utf8) <= quickCells,
      let tree = MarkdownTree(withoutWaiting: text)
    else { return nil }
    var layout = layout(width: width, symbols, reordersBidi)
    layout.add(tree)
    return layout.finished()
  }

  private static func layout(
    width: Int, _ symbols: TextSymbols, _ reordersBidi: Bool
  ) -> BlockLayout {
    BlockLayout(
      LineWriter(width: max(2, width), limit: lineLimit, reordersBidi: reordersBidi),
      symbols: symbols)
  }
}
