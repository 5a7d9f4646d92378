import FireflyCore
import FireflyScreen

/// The sentences that line mode says about a post.
struct PostSentences {
  let post: Post
  /// The place in its list, from 1.
  let place: Int
  /// Number of posts in the list.
  let count: Int
  /// Whether more posts follow the loaded ones.
  let hasMore: Bool
  let canvas: Canvas

  /// One sentence after the other: place, title, summary, author and date, replies.
  func item(isUnread: Bool = false) -> String {
    let parts = [place(isUnread: isUnread), post.cardTitle, summary, byline, replies]
    return parts.compactMap { $0.map(Self.sentence) }.filter { !$0.isEmpty }
      .joined(separator: " ")
  }

  /// The whole post, a line each: what a closed card says, the picture, the text, the end.
  ///
  /// - Parameter text: the formatted body; nil if there is none.
  /// - Returns: the lines.
  func whole(_ text: FormattedText?) -> [String] {
    var lines = [item()]
    if post.imageURL != nil { lines.append("It has a picture.") }
    lines += text.map(Self.lines) ?? []
    lines.append("End of the post.")
    return lines
  }

  private func place(isUnread: Bool) -> String {
    "\(place) of \(count)\(hasMore ? " or more" : "")\(isUnread ? ", new" : "")"
  }

  private var summary: String? { post.summaryRepeatsBody ? nil : post.summary }

  private var byline: String? {
    let author = PostFacts.author(of: post, canvas.symbols)
    let date = post.createdAt.map { WireDate.day($0, in: canvas.context.settings.time) }
    let parts = [author, post.template == .profile ? nil : date].compactMap { $0 }
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }

  private var replies: String? {
    let count = post.childCount ?? post.children?.count ?? 0
    if post.template == .query { return "a saved search" }
    return count > 0 ? count == 1 ? "1 reply" : "\(count) replies" : nil
  }

  /// Returns the lines of a text, in which headings, quotations and code are named.
  static func lines(_ text: FormattedText) -> [String] {
    var last: TextRole?
    return text.lines.flatMap { line -> [String] in
      let role = line.spans.first { !$0.glyphs.isEmpty }?.role
      let words = role == .codeBlock ? line.text : line.spokenWords
      guard !words.isEmpty else { return [] }
      defer { last = role }
      switch role {
      case .heading: return ["heading: " + words]
      case .codeBlock where last != role: return ["code:", words]
      case .quote where last != role: return ["quote: " + words]
      default: return [words]
      }
    }
  }

  /// Returns a text that ends like a sentence; "" for a blank one.
  static func sentence(_ text: String) -> String {
    let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    guard let last = words.last else { return "" }
    return ".!?…:".contains(last) ? words : words + "."
  }
}

extension TextLine {
  /// The words, without bars and bullets.
  fileprivate var spokenWords: String {
    let words = text.split(whereSeparator: \.isWhitespace).filter { !["│", "┃", "•"].contains($0) }
    return words.joined(separator: " ")
  }
}
