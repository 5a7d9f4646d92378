import FireflyCore
import FireflyScreen

/// The sentences that line mode says about a post.
struct PostSentences {
  /// Number of words that stand for the title of an untitled post: its text follows when it is
  /// opened.
  private static let openingWords = 12

  private(set) var post: Post
  /// The place in its list, from 1.
  let place: Int
  /// Number of posts in the list.
  let count: Int
  /// Whether more posts follow the loaded ones.
  let hasMore: Bool
  let canvas: Canvas
  /// Where it stands in a thread; nil in other lists.
  let thread: Place?
  /// The label of the post that it answers, in a list that is not one of its replies.
  var parent: String?
  /// Whether all posts of the list are saved searches, so that it is not said.
  var isAmongSearches = false
  /// The sentence in which the words of a saved search were found, among its results; nil for others.
  var hit: String?
  /// What marks say of it: saved for later, new matches.
  var signs: [String] = []
  /// Whether only place, title and author are said.
  var isBrief = false
  /// Why it is folded to one line, such as `muted: knot`; nil for others.
  var remark: String?

  /// The place of a reply in a thread.
  struct Place {
    /// The level, counted from the top level of its tab, whose level is 0.
    let level: Int
    /// The post that it answers; nil for the post above the thread, and for replies to that.
    let answers: Post?
    /// Number of posts below it.
    let replies: Int
    /// Whether it is the post above the thread.
    let isTop: Bool
  }

  /// One sentence after the other: place, title, summary, author and date, replies.
  var item: String {
    if let folded { return folded }
    // In a thread, title and summary are part of the text.
    return isBrief && thread?.isTop != false
      ? brief : sentences(titles: isReply ? [] : titles + [beginning])
  }

  /// The same with the beginning of its text, also in a thread.
  var named: String { folded ?? sentences(titles: titles + [beginning]) }

  /// A muted post in one line, without its words.
  private var folded: String? {
    remark.map { Self.joined([placeWords, $0.prefix(1).uppercased() + $0.dropFirst()]) }
  }

  /// The same before the whole text: without what the text says again.
  var heading: String {
    guard !isBrief || isReply else { return brief }
    var opened = self
    opened.hit = nil
    opened.post = post.opened
    return opened.sentences(titles: isReply ? [] : opened.titles)
  }

  /// Place, title or beginning, and author.
  var brief: String {
    if let folded { return folded }
    let title = post.cardTitle.isEmpty ? beginning ?? post.summary : post.cardTitle
    return Self.joined([placeWords, title, author])
  }

  /// Place, title and author, with the sentence in which something was found.
  func found(in sentence: String?) -> String {
    if let folded { return folded }
    // The beginning of an untitled text is not needed beside it.
    return sentence.map {
      Self.joined([placeWords, post.cardTitle.isEmpty ? nil : post.cardTitle, author, $0])
    } ?? brief
  }

  private var isReply: Bool { thread.map { !$0.isTop } == true }

  private func sentences(titles: [String?]) -> String {
    Self.joined(
      [placeWords] + titles + [parent.map { "In: \($0)" }, byline, depth, replies] + signs)
  }

  private static func joined(_ parts: [String?]) -> String {
    parts.compactMap { $0.map(sentence) }.filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// The whole post, a line each: what a closed card says, the picture, the text, the end.
  ///
  /// - Parameters:
  ///   - text: the formatted body; nil if there is none.
  ///   - picture: the size of the picture in words.
  ///   - hasItem: whether its item was said already.
  func whole(_ text: FormattedText?, picture: String?, hasItem: Bool) -> [String] {
    let lines = words(text, picture: picture)
    let isEmpty = lines.isEmpty && (post.body.isEmpty || text?.spoken != nil)
    let end = isEmpty ? "It has no text." : "End of the post."
    return (hasItem ? [] : [heading]) + lines + [end]
  }

  /// The picture and the text, a line each.
  func words(_ text: FormattedText?, picture: String?) -> [String] {
    var paragraphs = text?.spoken?.paragraphs ?? []
    let isHidden = post.service?.hiddenPicture != nil
    guard post.imageURL?.isEmpty == false || isHidden else { return paragraphs }
    // In a thread, a mark in the text stands for it.
    if thread?.isTop == false, paragraphs.last == canvas.symbols.pictureLine {
      paragraphs.removeLast()
    }
    if isHidden {
      return [post.hiddenPictureSentence] + paragraphs
    }
    return ["Picture\(picture.map { $0.isEmpty ? "" : ", " + $0 } ?? "")."] + paragraphs
  }

  private var placeWords: String {
    let isUnread = canvas.context.isUnread(post.id)
    return "\(place) of \(count)\(hasMore ? " or more" : "")\(isUnread ? ", new" : "")"
  }

  /// Title and summary, as far as the text does not begin with them.
  private var titles: [String?] {
    if let hit { return [post.cardTitle, hit] }
    if post.cardTitle.isEmpty { return [post.summaryRepeatsBody ? nil : post.summary] }
    let isKnown = post.summaryRepeatsBody || isFacts || post.summary == post.cardTitle
    return [post.cardTitle, isKnown ? nil : post.summary]
  }

  /// Whether the summary is what a source says of the post, such as author and replies.
  private var isFacts: Bool {
    canvas.context.site.has(.statedFacts) && post.template != .query
  }

  /// What stands for the title of an untitled post: the beginning of its text.
  private var beginning: String? {
    guard hit == nil, post.cardTitle.isEmpty, post.summary.isEmpty || post.summaryRepeatsBody
    else { return nil }
    let opening = post.opening
    guard opening.isEmpty else {
      return canvas.symbols.opening(opening).beginning(words: Self.openingWords)
    }
    // A person without a mission is known by their name.
    return post.template == .profile ? nil : "untitled"
  }

  private var facts: PostDetails { PostDetails(post, canvas) }

  private var author: String? { PostDetails.author(of: post, canvas.symbols) }

  private var byline: String? {
    // What a source says besides author, age and replies.
    let rest =
      isFacts && !post.cardTitle.isEmpty
      ? facts.rest
      : post.sourceRemarks(at: canvas.context.date)
    let age = facts.age
    let parts =
      [
        facts.notice, author,
        post.template == .profile ? nil : PostDetails.day(of: post, canvas), post.locationTag,
      ].compactMap(\.self)
      + rest.filter { $0 != age }
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }

  /// The level of a reply in words, and whom it answers.
  private var depth: String? {
    guard let thread, !thread.isTop else { return nil }
    let name = thread.answers.flatMap { PostDetails.author(of: $0, canvas.symbols) }
    // Who goes on answers nobody else.
    return "Level \(thread.level)" + (name.map { $0 == author ? "" : ", to \($0)" } ?? "")
  }

  private var replies: String? {
    if post.template == .query { return isAmongSearches || post.isLocal ? nil : "A saved search" }
    let site = canvas.context.site
    // A thread knows all that is below a reply.
    let below = thread.flatMap { $0.replies >= facts.replies ?? 1 ? $0.replies : nil }
    let new = canvas.context.readMarks.newReplies(to: post, at: site)
    var words = [Counted.replies(below) ?? post.replyWords(at: site)].compactMap(\.self)
    // The facts of a feed say it.
    if new > 0, post.contents == nil { words.append("\(new) new") }
    return words.isEmpty ? nil : words.joined(separator: ", ")
  }

  /// Returns a text that ends like a sentence; "" for a blank one.
  static func sentence(_ text: String) -> String {
    let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    guard let last = words.last else { return "" }
    return ".!?…:。！？؟".contains(last) ? words : words + "."
  }
}
