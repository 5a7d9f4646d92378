import FireflyCore
import FireflyScreen

/// What a closed row or a thread says about a post beside its title.
struct PostDetails {
  /// The author; nil if unknown, or if the title of a profile is the name.
  let author: String?
  /// The age: `3 h`; nil if unknown.
  let age: String?
  /// Number of replies; nil if there are none.
  let replies: Int?
  /// What is new in a feed or folder: `3 new`; nil for nothing.
  let news: String?
  /// Why it stands among the notices, which is said first; nil elsewhere.
  let notice: String?
  /// What else the source says about it, or the summary; what is new first.
  let rest: [String]

  /// Collects what is known about a post.
  ///
  /// - Parameter canvas: the canvas, for the time.
  init(_ post: Post, _ canvas: Canvas) {
    let site = canvas.context.site
    author = Self.author(of: post, canvas.symbols)
    age = Self.age(of: post, canvas)
    let summary = post.summaryRepeatsBody || post.cardTitle.isEmpty ? "" : post.summary
    var rest: [String] = []
    if !summary.isEmpty, var stated = post.stated {
      (stated.author, stated.replies) = (nil, nil)
      rest = stated.parts
    } else if !summary.isEmpty {
      rest = [canvas.symbols.opening(summary)]
    } else if !site.has(.statedFacts), !post.cardTitle.isEmpty, post.template != .query {
      let words = canvas.symbols.opening(post.bodyOpening)
      rest = words.isEmpty ? [] : [words]
    }
    replies = post.replyCount(at: site)
    news = canvas.context.news(of: post)
    notice = post.notice(at: canvas.context.date)
    self.rest =
      [news, canvas.context.undrawnPicture(of: post)].compactMap(\.self) + rest
      + post.sourceRemarks(at: canvas.context.date)
  }

  /// Returns the age of a post: `3 h`; nil if unknown, and for a profile.
  static func age(of post: Post, _ canvas: Canvas) -> String? {
    post.template == .profile
      ? nil : post.createdAt.map { WireDate.age($0, at: canvas.context.date) }
  }

  /// Returns the date of a post, with the time where many are of the same day: of stories, and of posts of the last
  /// 24 hours; nil if unknown.
  static func day(of post: Post, _ canvas: Canvas) -> String? {
    post.createdAt.map { date in
      // A server's clock may be ahead.
      let isRecent = abs(canvas.context.date - date.timeIntervalSince1970) < 86_400
      return WireDate.day(
        date,
        hasTime: post.template != .profile && (isRecent || canvas.context.site.has(.statedFacts)),
        in: canvas.context.settings.time)
    }
  }

  /// Returns the name of a post's author; nil if unknown, or if the title of a profile is the name.
  static func author(of post: Post, _ symbols: Symbols) -> String? {
    // Without Unicode, the librarian has no emoji.
    let author = post.isAIGenerated && !symbols.hasBlocks ? "librarian" : post.byline
    return post.template == .profile && author == post.cardTitle ? nil : author
  }
}

extension Post {
  /// What its source says of it and of its author; of its poll, how long one can vote.
  ///
  /// - Parameter date: the time, in seconds since 1970.
  func sourceRemarks(at date: Double) -> [String] {
    (facts.isByModerator ? ["moderator"] : []) + remarks(at: date)
  }

  /// Why it stands among the notices; nil elsewhere.
  func notice(at date: Double) -> String? { service?.notice?.sentence(at: date) }

  /// What its source says of it; of its poll, how long one can vote.
  func remarks(at date: Double) -> [String] {
    remarks + [service?.poll?.remark(at: date)].compactMap(\.self)
  }
}
