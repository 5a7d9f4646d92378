import FireflyCore
import FireflyForeign
import FireflyModel
import FireflyScreen
import FireflyText

/// A post as text to read: formatted for a terminal, or as Markdown.
struct PostReading {
  /// The widest and the narrowest text on a terminal, in columns.
  private static let (widest, narrowest) = (80, 20)
  /// Levels of replies that are indented further than those above.
  private static let levels = 8

  private let post: Post
  private let depth: Int
  private let isOpen: Bool
  private let site: Site

  /// Creates a value.
  ///
  /// - Parameters:
  ///   - post: the post.
  ///   - depth: its level below the post that was named, which is at 0.
  ///   - isOpen: whether a warning hides nothing: the user named it, or wrote it.
  ///   - site: where it is.
  init(_ post: Post, depth: Int, isOpen: Bool, at site: Site) {
    (self.post, self.depth, self.isOpen, self.site) = (post, depth, isOpen, site)
  }

  /// Returns its text, with a line break at the end.
  ///
  /// - Parameter columns: the width of the terminal; nil for Markdown.
  func text(columns: Int?) -> String {
    guard let columns else { return markdown }
    let indent = min(depth, Self.levels) * 2
    let width = max(Self.narrowest, min(columns, Self.widest) - indent)
    let formatted = MarkdownFormatter.format(
      body, width: width, linksPosts: site.has(.fireflyPosts))
    func wrapped(_ text: String) -> [String] {
      text.isEmpty ? [] : WordWrap.wrap(text, width: width).map(\.text)
    }
    let links = formatted.links.enumerated().map { "[\($0 + 1)] \($1)" }
    let parts = [
      wrapped(post.title) + wrapped(facts), wrapped(summary), wrapped(picture),
      formatted.lines.map(\.text), links,
    ]
    let margin = String(repeating: " ", count: indent)
    return parts.filter { !$0.isEmpty }.map { part in
      part.map { $0.isEmpty ? "\n" : margin + $0 + "\n" }.joined()
    }.joined(separator: "\n")
  }

  private var markdown: String {
    let heading = String(repeating: "#", count: min(depth + 1, 6))
    let title = post.title.isEmpty ? "" : "\(heading) \(Self.escaped(post.title))"
    return [title, Self.escaped(facts), Self.escaped(summary), Self.escaped(picture), body]
      .filter { !$0.isEmpty }.joined(separator: "\n\n") + "\n"
  }

  private static func escaped(_ words: String) -> String { MarkdownWriter.escaped(words[...]) }

  /// Who wrote it, when, and what else is said of it.
  private var facts: String {
    let date = post.createdAt.map { WireDate.day($0, hasTime: true, in: .ofUser(at: $0)) }
    let byline = post.stated?.author == nil ? post.byline : nil
    let said =
      [byline].compactMap(\.self)
      + (post.stated.map { [$0.line] }
        ?? [post.replyWords(at: site)].compactMap(\.self))
    return (said + post.remarks + [date, String(post.id)].compactMap(\.self))
      .joined(separator: " · ")
  }

  /// The summary, unless it is said elsewhere.
  private var summary: String {
    post.stated != nil || post.summaryRepeatsBody && !body.isEmpty ? "" : post.summary
  }

  /// What is on its picture; nothing of a post behind a warning.
  private var picture: String {
    guard isOpen || !post.isWarned else { return "" }
    return post.pictureWords.map { "Picture: \($0)" } ?? ""
  }

  /// The text; behind a warning, how to read it.
  private var body: String {
    !isOpen && post.isWarned ? "`firefly show \(post.id)` shows the text." : post.body
  }
}
