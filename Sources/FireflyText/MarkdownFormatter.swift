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
  public static func format(
    _ body: String, width: Int, symbols: TextSymbols = .unicode, reordersBidi: Bool = true
  ) -> FormattedText {
    let width = max(2, width)
    var layout = BlockLayout(
      LineWriter(width: width, limit: lineLimit, reordersBidi: reordersBidi), symbols: symbols)
    for piece in MarkdownPieces(ForeignText.clean(body)) {
      switch piece {
      case .markdown(let text, let hasTables):
        layout.startPiece()
        MarkdownTree(text, hasTables: hasTables).walk { event, node in
          switch event {
          case .enter: layout.enter(node)
          case .exit: layout.exit(node)
          }
          return !layout.isFull
        }
      case .plain(let text): layout.add(plain: text)
      }
      if layout.isFull { break }
    }
    return FormattedText(width: width, lines: layout.finishedLines(), links: layout.links.addresses)
  }
}
