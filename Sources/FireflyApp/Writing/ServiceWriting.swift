import FireflyCore

/// What a post of a service with accounts has beside its text, while it is written.
///
/// The body is the post, and the title its content warning.
struct ServiceWriting: Equatable, Sendable {
  /// The name of the service.
  let name: String
  /// What its posts have.
  let fields: ServiceFields
  /// Whether it answers a post.
  let isReply: Bool
  /// The most people who may read it: for a reply, those of what it answers.
  let limit: Readers
  /// Who may read it.
  private(set) var readers: Readers
  /// Its language, in two letters; nil for none.
  private(set) var language: String?
  /// The languages that can be chosen.
  private let languages: [String?]
  /// Whether it has a content warning.
  var hasWarning = false
  /// Whether it changes a post, whose readers stay.
  private(set) var isChange = false
  /// Those with whom the text began, in small letters, with `@`.
  var answered: Set<String> = []
  /// Those for whom its draft was kept; nil for a new text.
  private(set) var kept: Readers?
  /// Whether the user agreed to who may read it.
  var isAgreed = false
  /// Those for whom its draft is kept: never more than before, until the user agrees.
  var draftReaders: Readers { isAgreed ? readers : min(readers, kept ?? readers) }

  /// Creates a value for a new post.
  ///
  /// - Parameters:
  ///   - fields: what its posts have.
  ///   - post: what it answers; nil for a post that answers nothing.
  init(_ name: String, _ fields: ServiceFields, answering post: Post?) {
    (self.name, self.fields) = (name, fields)
    isReply = post != nil
    let usual = fields.readers(answering: post.map { $0.service?.readers ?? .mentioned })
    readers = usual
    limit = post == nil ? .everyone : usual
    let known = [post?.service?.language, fields.language].compactMap(\.self)
    languages = (known.first == known.last ? Array(known.prefix(1)) : known) + [nil]
    language = languages[0]
    hasWarning = post?.title.isEmpty == false
  }

  /// Whether a change is in another language than the post was.
  var changesLanguage: Bool { isChange && language != languages[0] }

  /// Creates a value for a change, which leaves the readers as they are.
  init(_ name: String, _ fields: ServiceFields, editing post: Post) {
    (self.name, self.fields, isReply) = (name, fields, false)
    readers = post.service?.readers ?? .mentioned
    limit = readers
    let known = [post.service?.language, fields.language]
    languages = known[0] == known[1] ? [known[0]] : known
    language = languages[0]
    hasWarning = !post.title.isEmpty
    isAgreed = true
    isChange = true
  }

  /// Restores what a draft has kept; a reply never gets more readers than what it answers.
  mutating func restore(_ kept: Draft.Delivery) {
    choose(kept)
    if kept.readers != nil, !isChange { wasKept() }
  }

  /// Notes that its draft was kept for those who may read it now.
  mutating func wasKept() { kept = readers }

  /// Takes readers and language that were chosen elsewhere.
  ///
  /// - Returns: false if a reply can't have so many readers, and has as many as it can.
  @discardableResult
  mutating func choose(_ chosen: Draft.Delivery) -> Bool {
    language = chosen.language ?? language
    guard !isChange, let wanted = chosen.readers else { return true }
    if min(wanted, limit) != readers { (readers, isAgreed) = (min(wanted, limit), false) }
    return wanted <= limit
  }

  /// Says that a reply has fewer readers than was wished.
  static let tooManyReaders = "A reply can't be for more people than what it answers."

  /// Returns the question before it is sent to so many readers.
  ///
  /// - Parameter hasPostedToEveryone: whether this user has posted to everyone from this machine before.
  /// - Returns: the question and what follows it; nil for none.
  func question(_ hasPostedToEveryone: Bool) -> (words: String, detail: String)? {
    if isAgreed { return nil }
    if let kept, readers > kept {
      return ("Post this to \(readers.words)?", "The draft was kept for \(kept.words).")
    }
    guard isFirstForEveryone, !hasPostedToEveryone else { return nil }
    return (
      "Post this to \(readers.words)?", "Anyone can read it. Firefly asks this the first time only."
    )
  }

  /// Whether the first such post needs the user's word: a new one for everyone.
  var isFirstForEveryone: Bool { !isReply && !isChange && readers == .everyone }

  /// Chooses the next fewer readers, and after the fewest the most.
  ///
  /// - Returns: false if there are no others.
  mutating func chooseNextReaders() -> Bool {
    if isChange { return false }
    let all = fields.readers.filter { $0 <= limit }.sorted(by: >)
    guard all.count > 1 || all.first.map({ $0 != readers }) == true else { return false }
    readers = all.first { $0 < readers } ?? all[0]
    isAgreed = false
    return true
  }

  /// Chooses the next language.
  ///
  /// - Returns: false if there is no other.
  mutating func chooseNextLanguage() -> Bool {
    guard languages.count > 1 else { return false }
    let place = languages.firstIndex(of: language) ?? languages.count - 1
    language = languages[(place + 1) % languages.count]
    return true
  }

  /// Returns those whom a text for those mentioned names beside the ones whom it answers: further readers.
  func furtherReaders(in words: PostText) -> [String] {
    guard readers == .mentioned, isReply else { return [] }
    let names = words.body.split { $0.isWhitespace }.map(String.init)
      .filter { name in name.first == "@" && name.count > 1 }
    return names.filter { !answered.contains($0.lowercased()) }
  }

  /// What hints call saving it: who can read it is always on the screen.
  ///
  /// - Parameter name: who writes; nil where that stands elsewhere.
  func verb(_ words: PostText, by name: String? = nil) -> String {
    if isChange { return "save" }
    return "\(name ?? "post") to \(readers.words)"
      + furtherReaders(in: words).map { " + " + $0 }.joined()
  }

  /// Returns in one word who can read it, for a row that has no room for more.
  func shortReaders(of words: PostText) -> String {
    let further = furtherReaders(in: words).count
    return readers.rawValue + (further == 0 ? "" : " +\(further)")
  }

  /// Returns how many characters are left; negative if there are too many.
  func left(in words: PostText) -> Int {
    fields.charactersLeft(text: words.withoutTextPictures.body, warning: words.title)
  }

  /// Returns why a text can't be posted, as a sentence; nil if it can.
  func refusal(of words: PostText, hasPicture: Bool) -> String? {
    let text = words.withoutTextPictures.body
    return fields.refusal(
      of: text, warning: words.title, to: isChange ? nil : readers,
      hasPicture: hasPicture || text != words.body, on: name)
  }

  /// Returns the text with which a post begins: whom it answers, on a line of their own, and the warning of that.
  ///
  /// - Parameters:
  ///   - post: what it answers; nil for nothing.
  ///   - user: the writer, whom it doesn't mention.
  /// - Returns: the text; it counts as nothing written.
  static func beginning(answering post: Post?, by user: User?) -> PostText {
    guard let post else { return PostText() }
    let names = post.handlesToAnswer(by: user)
    let line = names.map { "@\($0)" }.joined(separator: " ")
    return PostText(title: post.title, body: line.isEmpty ? "" : line + "\n")
  }
}
