import FireflyCore
import FireflyScreen

/// What a closed row or a thread says about a post beside its title.
struct PostFacts {
  /// The author; nil if unknown, or if the title of a profile is the name.
  let author: String?
  /// The age: `3 h`; nil if unknown.
  let age: String?
  /// Number of replies; nil if there are none.
  let replies: Int?
  /// What else the source says about it, or the summary.
  let rest: [String]
  /// Whether the summary is a list of what a source says, as that of a kept story.
  let isListed: Bool

  /// Collects what is known about a post.
  ///
  /// - Parameters:
  ///   - post: the post.
  ///   - canvas: the canvas, for the time.
  ///   - isSource: whether it is from a source, whose summary may have author and replies, too.
  init(_ post: Post, _ canvas: Canvas, isSource: Bool) {
    let name = Self.author(of: post, canvas.symbols)
    author = name
    age = Self.age(of: post, canvas)
    let summary = post.summaryRepeatsBody || post.cardTitle.isEmpty ? "" : post.summary
    var rest: [String] = []
    let stated = post.statedParts
    let parts = summary.isEmpty ? [] : stated
    // A kept story has the summary of its source.
    let isListed = isSource || parts.count > 1 && parts.contains { Post.replies($0) != nil }
    self.isListed = isListed
    if isListed, post.template != .query {
      let names = post.authorNames
      rest = parts.filter { !names.contains($0.lowercased()) && Post.replies($0) == nil }
        .map(String.init)
    } else if !summary.isEmpty {
      rest = [canvas.symbols.opening(summary)]
    } else if !isSource, !post.cardTitle.isEmpty, post.template != .query {
      let words = canvas.symbols.opening(post.bodyOpening)
      rest = words.isEmpty ? [] : [words]
    }
    replies = post.replyCount(in: stated, isSource: isSource)
    let news = canvas.context.news(of: post)
    self.rest = [news].compactMap(\.self) + rest + post.sourceRemarks
  }

  /// Returns the age of a post: `3 h`; nil if unknown, and for a profile.
  static func age(of post: Post, _ canvas: Canvas) -> String? {
    post.template == .profile
      ? nil : post.createdAt.map { WireDate.age($0, at: canvas.context.date) }
  }

  /// Returns the name of a post's author; nil if unknown, or if the title of a profile is the name.
  static func author(of post: Post, _ symbols: Symbols) -> String? {
    // Without Unicode, the librarian has no emoji.
    let author = post.isAIGenerated && !symbols.hasBlocks ? "librarian" : post.byline
    return post.template == .profile && author == post.cardTitle ? nil : author
  }
}

extension Post {
  /// Returns the number of replies to the post; nil if there are none.
  ///
  /// - Parameter isSource: whether it is from a source, which counts all replies, not only direct ones.
  /// - Returns: the number.
  public func replyCount(isSource: Bool) -> Int? {
    replyCount(in: statedParts, isSource: isSource)
  }

  fileprivate func replyCount(in parts: [Substring], isSource: Bool) -> Int? {
    // The posts of a person are no replies.
    if isSource, template == .profile { return nil }
    // The server counts them all.
    if !isSource, let all = feed?.descendants { return all > 0 ? all : nil }
    let direct = childCount ?? children?.count ?? 0
    // A source counts all replies, not only direct ones; a kept story says how many there were.
    let stated = parts.lazy.compactMap(Self.replies).last
    let all = isSource ? stated : parts.count > 1 ? stated.map { max($0, direct) } : nil
    // An excerpt may have replies.
    let count = all ?? (isSource && isExcerpt && direct == 1 ? 0 : direct)
    return count > 0 ? count : nil
  }

  /// The parts of a summary that lists what a source says.
  var statedParts: [Substring] {
    var (parts, rest) = ([Substring](), summary[...])
    while let dot = rest.utf8.firstRange(of: Self.dot) {
      parts.append(rest[..<dot.lowerBound])
      rest = rest[dot.upperBound...]
    }
    return (parts + [rest]).filter { !$0.isEmpty }
  }

  private static let dot = Array(" · ".utf8)

  /// The summary with the number of replies that there are now, if it lists what a source says.
  var currentSummary: String {
    guard let count = feed?.descendants, count > 0 else { return summary }
    let parts = statedParts
    guard parts.count > 1, let place = parts.lastIndex(where: { Self.replies($0) != nil }) else {
      return summary
    }
    var words = parts.map(String.init)
    words[place] = Counted.words(count, "reply", "replies")
    return words.joined(separator: " · ")
  }

  /// Returns the number of `42 replies`; nil for another part of a line.
  static func replies(_ part: Substring) -> Int? {
    let words = part.split(separator: " ")
    guard words.count == 2, words[1] == "reply" || words[1] == "replies" else { return nil }
    return Int(words[0])
  }
}

extension Post {
  /// What its source says of it and of its author.
  var sourceRemarks: [String] { (isByModerator ? ["moderator"] : []) + remarks }
}
