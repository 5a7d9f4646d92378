import FireflyCore

/// Words and people whose posts are folded to one line.
public struct Muted: Hashable, Sendable {
  /// Maximum number of words, and of people.
  public static let maximum = 200

  /// Words or phrases in a title, a summary or the beginning of a body.
  public var words: [String] = []
  /// Names or e-mails of authors, in lower case.
  private(set) public var people: Set<String> = []

  /// Creates a list of words and people; nobody is muted by default.
  public init(words: [String] = [], people: some Sequence<String> = []) {
    self.words = words.filter { !$0.allSatisfy(\.isWhitespace) }
    self.people = Set(people.map { $0.lowercased() })
  }

  /// Whether nothing is muted.
  var isEmpty: Bool { words.isEmpty && people.isEmpty }

  /// Adds other people.
  func adding(_ others: Set<String>) -> Muted {
    var muted = self
    muted.people.formUnion(others)
    return muted
  }

  /// Returns why a post is folded: the name of its author, or a word; nil if it isn't.
  func reason(for post: Post) -> String? {
    if !people.isEmpty, !people.isDisjoint(with: post.authorNames) { return post.byline ?? "" }
    guard !words.isEmpty else { return nil }
    return WordMatcher(words).first(in: [post.title, post.summary, String(post.body.prefix(2_000))])
  }
}

extension Post {
  /// The author's name and e-mail, in lower case.
  var authorNames: Set<String> {
    Set([authorName, authorEmail, byline].compactMap { $0?.lowercased() }.filter { !$0.isEmpty })
  }

  /// The name by which its author is muted; nil without one.
  var mutedName: String? {
    let email = authorEmail?.lowercased() ?? ""
    return email.isEmpty ? authorName?.lowercased() : email
  }

  /// The post as one line that says why it is folded.
  func folded(_ reason: String) -> Post {
    var post = self
    (post.title, post.summary, post.body, post.imageURL) = ("muted: \(reason)", "", "", nil)
    return post
  }
}

/// An event of muted people.
public enum MuteAction: Hashable, Sendable {
  /// Muting a person, or no longer muting them, was requested.
  case personPressed(String, name: String)
  /// The muted people, or the reason of a failure.
  case response(Result<Set<String>, LoadFailure>, said: String?)
}

/// An effect of muted people.
public enum MuteEffect: Hashable, Sendable {
  /// Store that a person is muted, or no longer.
  case store(String, isMuted: Bool, said: String)
}

extension AppState {
  mutating func reduceMute(_ action: MuteAction) -> [Effect] {
    switch action {
    case .personPressed(let person, let name):
      let isMuted = mutedPeople.contains(person)
      let said = isMuted ? "\(name) is shown again." : "\(name) is muted: Enter opens their posts."
      return [.mute(.store(person, isMuted: !isMuted, said: said))]
    case .response(.success(let people), let sentence):
      mutedPeople = people
      return sentence.map { [.note($0)] } ?? []
    case .response(.failure(let failure), _): return [.note(failure.sentence, isError: true)]
    }
  }

  /// What is muted: by the configuration, and in the menu.
  var muted: Muted { settings.muted.adding(mutedPeople) }

  /// The item of the menu that mutes the author of a post; nil for the user's own posts.
  func muteItem(_ post: Post) -> Menu.Item? {
    guard let person = post.mutedName, !post.isOwned(by: account.email), !post.isLocal,
      !settings.muted.people.contains(person)
    else { return nil }
    let title = mutedPeople.contains(person) ? "Show this person again" : "Mute this person"
    return Menu.Item(
      title: title, binding: nil,
      action: .mute(.personPressed(person, name: post.byline ?? person)))
  }

  /// Sets the people who are muted, before the program starts.
  public mutating func beginMuted(_ people: Set<String>) { mutedPeople = people }
}
