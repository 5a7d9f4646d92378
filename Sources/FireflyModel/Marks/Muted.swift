import FireflyCore

/// Words and people whose posts are folded to one line, and silenced branches.
package struct Muted: Hashable, Sendable {
  /// Maximum number of words, and of people.
  package static let maximum = 200
  /// The most posts above a post that are followed: links of others may be a ring.
  package static let maximumDepth = 1_000

  /// Words or phrases in a title, a summary or the beginning of a body.
  package var words: [String] { didSet { matcher = WordMatcher(words) } }
  private var matcher: WordMatcher
  /// The tops of silenced branches.
  private var silenced: Set<Post.ID> = []
  /// What posts answer, as far as that is known.
  private var parents: [Post.ID: Post.ID] = [:]
  /// Names or e-mails of authors, in lower case.
  private(set) package var people: Set<String> = []

  /// Creates a list of words and people; nobody is muted by default.
  package init(words: [String] = [], people: some Sequence<String> = []) {
    self.words = words.filter { !$0.allSatisfy(\.isWhitespace) }
    matcher = WordMatcher(self.words)
    self.people = Set(people.map { $0.lowercased() })
  }

  /// Whether nothing is muted.
  package var isEmpty: Bool { words.isEmpty && people.isEmpty && silenced.isEmpty }

  /// Adds other people and words, and silenced branches.
  package func adding(
    _ others: Set<String>, words: [String] = [], branches: MarkedBranches = MarkedBranches()
  ) -> Muted {
    var muted = self
    if !words.isEmpty { muted.words += words }
    muted.people.formUnion(others)
    muted.silenced.formUnion(branches.silenced)
    muted.parents = branches.parents
    return muted
  }

  /// Learns what posts answer.
  package mutating func learn(_ places: some Sequence<(id: Post.ID, parent: Post.ID?)>) {
    guard !silenced.isEmpty else { return }
    for (id, parent) in places { parents[id] = parent }
  }

  /// Returns whether a post is in a silenced branch, as far as it is known what it answers.
  package func isSilenced(_ post: Post) -> Bool {
    guard !silenced.isEmpty else { return false }
    var next = post.feedID ?? post.parentID
    var above = [post.id] + (post.ancestors ?? []).map(\.id)
    while let id = next, above.count < Self.maximumDepth {
      above.append(id)
      next = parents[id]
    }
    return above.contains(where: silenced.contains)
  }

  /// Returns the words of the line to which a post is folded; nil if it isn't.
  ///
  /// - Parameters:
  ///   - reader: the user, whose own posts are muted only as branches.
  ///   - isOpened: whether it stands below what it answers, which the user has opened: of a silenced branch,
  ///     only the top is folded there.
  package func remark(on post: Post, reader: Account, isOpened: Bool = false) -> String? {
    if isOpened ? silenced.contains(post.id) : isSilenced(post) {
      return "silenced: \(post.headline)"
    }
    return remark(onWordsOf: post, reader)
  }

  private func remark(onWordsOf post: Post, _ reader: Account) -> String? {
    guard !reader.owns(post) else { return nil }
    if let filter = post.filterRemark { return filter }
    return reason(for: post).map { "muted: \($0)" }
  }

  /// Returns whether a post is muted by its words or its author, or by a filter of the account: such a post is not new,
  /// as nothing in a silenced branch is.
  package func hides(_ post: Post, from reader: Account) -> Bool {
    remark(onWordsOf: post, reader) != nil
  }

  /// Whether words or people are muted.
  package var hasWordsOrPeople: Bool { !words.isEmpty || !people.isEmpty }

  /// Returns whether a post of somebody else is closed until the user opens it: muted, or behind a warning.
  ///
  /// - Parameters: as of `remark`.
  package func closes(_ post: Post, reader: Account, isOpened: Bool = false) -> Bool {
    remark(on: post, reader: reader, isOpened: isOpened) != nil
      || post.isWarned && !reader.owns(post)
  }

  /// Returns why a post is folded: the name of its author, or a word; nil if it isn't.
  package func reason(for post: Post) -> String? {
    if !people.isEmpty, !people.isDisjoint(with: post.authorNames) { return post.byline ?? "" }
    guard !words.isEmpty else { return nil }
    return matcher.first(in: [post.title, post.summary, String(post.body.prefix(2_000))])
  }
}

extension Post {
  /// The words of the line to which a filter of the account folds it; nil if none does.
  package var filterRemark: String? { service?.filter.map { "filtered: \($0)" } }

  /// Whether its text is folded behind its warning until the user opens it.
  package var isWarned: Bool { service?.hidesText == true }

  /// Why its picture is not shown until the user opens it, in a word: its author, or the account wants it so.
  package var hiddenPictureKind: String { service?.isSensitive == true ? "sensitive" : "hidden" }

  /// Its hidden picture in words.
  package var hiddenPictureSentence: String {
    "A \(hiddenPictureKind) picture: \(facts.pictureWords ?? "no description")."
  }

  /// The author's name and e-mail, in lower case.
  var authorNames: Set<String> {
    Set([authorName, authorEmail, byline].compactMap { $0?.lowercased() }.filter { !$0.isEmpty })
  }

  /// The name by which its author is muted; nil without one.
  package var mutedName: String? {
    // What an entry has in place of an e-mail is its feed.
    if feedID != nil, let byline { return byline.lowercased() }
    let email = authorEmail?.lowercased() ?? ""
    return email.isEmpty ? authorName?.lowercased() : email
  }

  /// The post as one line that says why it is folded.
  package func folded(_ remark: String) -> Post {
    var post = self
    (post.title, post.summary, post.body, post.imageURL) = (remark, "", "", nil)
    post.facts.pictureWords = nil
    return post
  }
}
