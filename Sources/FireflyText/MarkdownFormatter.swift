import FireflyCore
import FireflyScreen

/// Formats a post's body, written in Markdown, as lines of styled cells.
///
/// Supports CommonMark with GitHub's tables, task lists, strikethrough, autolinks and footnotes,
/// parsed by cmark-gfm. Headings are bold, and soft breaks are joined (seed 002). A picture is its
/// description with a sign, and the number of a link to it: `▣ a cat[1]`. There is a blank line between blocks, but none after a heading, nor between a
/// paragraph and a list right below it. Footnotes are numbered in the order of their references,
/// and follow at the end.
///
/// A pure function, callable from any thread. Time and memory are bounded for any input: see
/// `MarkdownPieces` for the input and `lineLimit` for the output.
package enum MarkdownFormatter {
  /// Maximum number of lines; the rest of a body is left out.
  package static let lineLimit = 20_000

  /// Formats a body as lines of at most `width` columns.
  ///
  /// - Parameters:
  ///   - body: Markdown, cleaned or not.
  ///   - width: the width in columns, at least 2.
  ///   - symbols: the symbols to draw with.
  ///   - linksPosts: whether `post:123` is a link, as in posts of a Firefly server.
  ///   - reordersBidi: whether to reorder right-to-left text for display and align it to the right;
  ///     false for terminals that do it themselves.
  package static func format(
    _ body: String, width: Int, symbols: TextSymbols = .unicode, linksPosts: Bool = false,
    reordersBidi: Bool = true
  ) -> FormattedText {
    var layout = layout(width: width, symbols, linksPosts, reordersBidi)
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

  /// Maximum number of bytes, and of table cells, that are always laid out within a few
  /// milliseconds.
  static let quickSize = 4_096
  static let quickCells = 1_000

  /// Formats a body like `format`, if that takes no more than a few milliseconds.
  ///
  /// - Parameters:
  ///   - body: Markdown, cleaned or not.
  ///   - width: the width in columns, at least 2.
  ///   - symbols: the symbols to draw with.
  ///   - linksPosts: whether `post:123` is a link.
  ///   - reordersBidi: whether to reorder right-to-left text.
  /// - Returns: nil for a body that may take longer, and while another thread is parsing.
  package static func formatQuickly(
    _ body: String, width: Int, symbols: TextSymbols = .unicode, linksPosts: Bool = false,
    reordersBidi: Bool = true
  ) -> FormattedText? {
    guard body.utf8.count <= quickSize else { return nil }
    let text = ForeignText.clean(body)
    guard MarkdownPieces.cells(in: text[...].utf8) <= quickCells,
      let tree = MarkdownTree(withoutWaiting: text)
    else { return nil }
    var layout = layout(width: width, symbols, linksPosts, reordersBidi)
    layout.add(tree)
    return layout.finished()
  }

  private static func layout(
    width: Int, _ symbols: TextSymbols, _ linksPosts: Bool, _ reordersBidi: Bool
  ) -> BlockLayout {
    BlockLayout(
      LineWriter(width: max(2, width), limit: lineLimit, reordersBidi: reordersBidi),
      symbols: symbols, linksPosts: linksPosts)
  }
}
