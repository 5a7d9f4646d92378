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
  /// Whether the list is that of a source.
  let isSource: Bool
  /// Where it stands in a thread; nil in other lists.
  let thread: Place?

  /// The place of a reply in a thread.
  struct Place {
    /// 0 for the first post, 1 for a reply to it.
    let level: Int
    /// The post that it answers.
    let answers: Post?
    /// Number of posts below it.
    let replies: Int
  }

  /// One sentence after the other: place, title, summary, author and date, replies.
  var item: String {
    // In a thread, title and summary are part of the text.
    let isReply = thread.map { $0.level > 0 } == true
    return sentences(titles: isReply ? [] : [post.cardTitle, summary])
  }

  /// The same, with the title in a thread, too.
  var named: String { sentences(titles: [post.cardTitle, summary]) }

  private func sentences(titles: [String?]) -> String {
    ([placeWords] + titles + [byline, depth, replies])
      .compactMap { $0.map(Self.sentence) }.filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// The whole post, a line each: what a closed card says, the picture, the text, the end.
  ///
  /// - Parameters:
  ///   - text: the formatted body; nil if there is none.
  ///   - picture: the size of the picture in words.
  /// - Returns: the lines.
  func whole(_ text: FormattedText?, picture: String?) -> [String] {
    var lines = [item]
    if post.imageURL?.isEmpty == false {
      lines.append("Picture\(picture.map { $0.isEmpty ? "" : ", " + $0 } ?? "").")
    }
    lines += text.map(Self.lines) ?? []
    lines.append("End of the post.")
    return lines
  }

  private var placeWords: String {
    let isUnread = canvas.context.isUnread(post.id)
    return "\(place) of \(count)\(hasMore ? " or more" : "")\(isUnread ? ", new" : "")"
  }

  /// The summary; without a title, the beginning of the text.
  private var summary: String? {
    guard post.cardTitle.isEmpty else { return post.summaryRepeatsBody ? nil : post.summary }
    let opening = post.opening
    return opening.isEmpty ? "untitled" : canvas.symbols.opening(opening)
  }

  private var byline: String? {
    let author = PostFacts.author(of: post, canvas.symbols)
    let date = post.createdAt.map { WireDate.day($0, in: canvas.context.settings.time) }
    let parts =
      [author, post.template == .profile ? nil : date].compactMap(\.self) + post.sourceRemarks
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }

  /// The level of a reply in words, and whom it answers.
  private var depth: String? {
    guard let thread, thread.level > 1 else { return nil }
    let name = thread.answers.flatMap { PostFacts.author(of: $0, canvas.symbols) }
    return "Level \(thread.level)" + (name.map { ", to \($0)" } ?? "")
  }

  private var replies: String? {
    if post.template == .query { return "a saved search" }
    // What a source says is part of the summary.
    let direct = isSource && thread == nil ? 0 : post.childCount ?? post.children?.count ?? 0
    let count = max(thread?.replies ?? 0, direct)
    let new = canvas.context.readMarks.newReplies(to: post, isSource: isSource)
    var words = count == 0 ? [] : [count == 1 ? "1 reply" : "\(count) replies"]
    if new > 0 { words.append("\(new) new") }
    return words.isEmpty ? nil : words.joined(separator: ", ")
  }

  /// Returns the lines of a text, a paragraph each, in which headings, quotations, code and list
  /// items are named.
  static func lines(_ text: FormattedText) -> [String] {
    var result: [String] = []
    var last: (line: TextLine, role: TextRole?)?
    for line in text.lines {
      // The indent of a list item's further lines is blank.
      let role = line.spans.first { span in span.glyphs.contains { $0.base != 0x20 } }?.role
      let words = role == .codeBlock ? line.text : line.spokenWords
      guard !words.isEmpty else {
        last = nil
        continue
      }
      defer { last = (line, role) }
      switch role {
      case .codeBlock: result += last?.role == role ? [words] : ["code:", words]
      case .heading: result.append("heading: " + words)
      case .marker: result.append(words)
      default:
        let isQuote = role == .quote
        let first = Glyph.glyphs(of: words.prefix { $0 != " " }).displayWidth
        if let last, (last.role == .quote) == isQuote, !result.isEmpty,
          last.line.width + 1 + first > text.width
        {
          // The line was broken because this word had no room in it.
          result[result.count - 1] += " " + words
        } else {
          result.append(isQuote && last?.role != role ? "quote: " + words : words)
        }
      }
    }
    return result
  }

  /// Returns a text that ends like a sentence; "" for a blank one.
  static func sentence(_ text: String) -> String {
    let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    guard let last = words.last else { return "" }
    return ".!?…:".contains(last) ? words : words + "."
  }
}

extension TextLine {
  /// The words, without bars.
  fileprivate var spokenWords: String {
    text.split(whereSeparator: \.isWhitespace).filter { !["│", "┃"].contains($0) }
      .joined(separator: " ")
  }
}
