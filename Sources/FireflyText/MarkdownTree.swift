import CMarkdown
import Synchronization

/// A text parsed by cmark-gfm, to be walked once.
struct MarkdownTree: ~Copyable {
  enum Event {
    case enter
    case exit
  }

  let root: OpaquePointer?

  /// Parses Markdown, after waiting for other threads to finish parsing.
  ///
  /// - Parameter hasTables: whether to parse tables; see `MarkdownPieces`.
  init(_ text: String, hasTables: Bool = true) {
    root = Self.parser.withLock { Self.parse(text, hasTables: hasTables, isReady: &$0) }
  }

  /// Parses Markdown without waiting; nil while another thread is parsing.
  init?(withoutWaiting text: String) {
    let parsed = Self.parser.withLockIfAvailable {
      Self.parse(text, hasTables: true, isReady: &$0)
    }
    guard let parsed else { return nil }
    root = parsed
  }

  private static func parse(
    _ text: String, hasTables: Bool, isReady: inout Bool
  ) -> sending OpaquePointer? {
    if !isReady {
      cmark_gfm_core_extensions_ensure_registered()
      isReady = true
    }
    // Without the second, the lines of HTML and code of several lines aren't counted.
    let parser = cmark_parser_new(
      CMARK_OPT_DEFAULT | CMARK_OPT_SOURCEPOS | CMARK_OPT_FOOTNOTES)
    defer { cmark_parser_free(parser) }
    for name in ["strikethrough", "autolink", "tasklist"] + (hasTables ? ["table"] : []) {
      cmark_parser_attach_syntax_extension(parser, cmark_find_syntax_extension(name))
    }
    let masked = VerbatimMask.masked(text)
    var text = masked ?? text
    text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) {
        cmark_parser_feed(parser, $0.baseAddress, $0.count)
      }
    }
    let root = cmark_parser_finish(parser)
    BareAddresses.shorten(in: root)
    if masked != nil { VerbatimMask.restore(root) }
    return root
  }

  deinit { cmark_node_free(root) }

  /// Whether the extensions are registered.
  ///
  /// cmark-gfm stores the special characters of the active extensions in a global table, so only
  /// one text can be parsed at a time.
  static let parser = Mutex(false)

  /// Visits every node, parents before and after their children, without recursion, until `visit`
  /// returns false.
  ///
  /// Nodes without children are only entered.
  borrowing func walk(_ visit: (Event, MarkdownNode) -> Bool) {
    guard let root, let iterator = cmark_iter_new(root) else { return }
    defer { cmark_iter_free(iterator) }
    while true {
      let event = cmark_iter_next(iterator)
      guard event != CMARK_EVENT_DONE, let pointer = cmark_iter_get_node(iterator) else { return }
      let node = MarkdownNode(pointer)
      guard visit(event == CMARK_EVENT_ENTER ? .enter : .exit, node) else { return }
    }
  }
}
