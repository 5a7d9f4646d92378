import Foundation

/// Who may read a post of a service with accounts: the fewest people first.
///
/// The raw value is the word for users, for files and for the command line.
public enum Readers: String, CaseIterable, Comparable, Codable, Hashable, Sendable {
  /// Those whom it mentions.
  case mentioned
  /// The author's followers, and those whom it mentions.
  case followers
  /// Those with an account on the same instance.
  case local
  /// Everyone, but it is in no public list.
  case quiet
  /// Everyone.
  case everyone = "public"

  /// What is said of a post that only they can read.
  public var remark: String {
    switch self {
    case .mentioned: "for those mentioned"
    case .followers: "for followers"
    case .local: "for this instance"
    case .quiet: "quiet"
    case .everyone: ""
    }
  }

  /// Who they are, in words.
  public var words: String {
    switch self {
    case .mentioned: "those mentioned"
    case .followers: "followers"
    case .local: "this instance"
    case .quiet: "everybody, quietly"
    case .everyone: "everybody"
    }
  }

  /// Whether it may be shown to everyone.
  public var isPublic: Bool { self >= .quiet }

  /// The readers of a word; also takes the words of Mastodon's API.
  ///
  /// - Parameter word: the word, such as `quiet` or `unlisted`.
  public init?(word: String) {
    switch word.lowercased() {
    case "direct": self = .mentioned
    case "private": self = .followers
    case "unlisted": self = .quiet
    case let word: self.init(rawValue: word)
    }
  }

  /// Decodes readers; those that only a later version knows count as the fewest.
  ///
  /// - Throws: `DecodingError` if it is no text.
  public init(from decoder: any Decoder) throws {
    let word = try decoder.singleValueContainer().decode(String.self)
    self = Readers(rawValue: word) ?? .mentioned
  }

  /// Whether fewer people may read the first.
  public static func < (one: Readers, other: Readers) -> Bool { one.place < other.place }

  private var place: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

/// What the current user can do with a post without writing.
public enum PostMark: String, CaseIterable, Codable, Hashable, Sendable {
  /// Says to its author that it is liked.
  case favourite
  /// Keeps it among the bookmarks on the server.
  case bookmark
  /// Shows it to one's own followers.
  case boost
  /// Shows it first among the posts of the user's own profile.
  case pin
  /// Stars it on a service of feeds.
  case star

  /// What is said of a post that the user has marked.
  public var remark: String {
    switch self {
    case .favourite: "your favourite"
    case .bookmark: "bookmarked"
    case .boost: "boosted by you"
    case .pin: "pinned"
    case .star: "starred"
    }
  }
}

/// How a service has published a post otherwise than it was sent.
public enum PublishingMishap: Codable, Hashable, Sendable {
  /// More or fewer people may read it.
  case readers(wanted: Readers, got: Readers)
  /// It does not say who may read a post that is not for everyone.
  case unsaid(wanted: Readers)
  /// It answers nothing, or another post.
  case place
  /// A picture has another description.
  case descriptions
  /// It has no poll, or keeps one that was removed.
  case poll

  /// What has happened, as a sentence.
  ///
  /// - Parameter name: the name of the service.
  /// - Returns: the sentence.
  public func sentence(on name: String) -> String {
    switch self {
    case .readers(let wanted, let got):
      "\(name) published this to \(got.words), not to \(wanted.words)."
    case .unsaid(let wanted):
      "\(name) does not say who can read this. It is meant for \(wanted.words): look at its page."
    case .place: "\(name) published this in another place: it does not answer what you answered."
    case .descriptions: "\(name) saved the text, but not the description of a picture."
    case .poll: "\(name) published the text, but not the poll as it was written."
    }
  }
}

/// What a service with accounts says of a post beside its words.
public struct ServiceFacts: Codable, Hashable, Sendable {
  /// Who may read it; nil if unknown.
  public var readers: Readers?
  /// Its language, in two letters; nil if unknown.
  public var language: String?
  /// The handles of those whom it mentions, without `@`.
  public var mentions: [String] = []
  /// Who has boosted it, where it stands in a list for that reason.
  public var boostedBy: String?
  /// The address of the page that it is about, or else of its first picture or film; nil for neither.
  public var link: String?
  /// What the current user has done with it.
  public var marks: Set<PostMark> = []
  /// How it was published otherwise than it was written; nil if it was not.
  public var mishap: PublishingMishap?
  /// The name of the account's filter that folds it to one line; nil for none.
  public var filter: String?
  /// Why it can't be changed without a loss, as a sentence; nil if it can, or if that was not asked.
  public var editRefusal: String?
  /// Whether its text is folded behind its warning until the user opens it; nil if it is not.
  public var hidesText: Bool?
  /// The address of a picture that is not shown until the user opens it; nil for none.
  public var hiddenPicture: String?
  /// Whether its author has marked the pictures as sensitive; nil if not.
  public var isSensitive: Bool?
  /// When it was changed last; nil if it was not, or if that is not said.
  public var editedAt: Date?
  /// The address of the page that has its earlier versions; nil for none.
  public var versions: String?
  /// Its poll; nil for none.
  public var poll: Poll?
  /// What stands beside its text, in order; nil for nothing.
  public var pictures: [Draft.SidePicture]?
  /// What it has that Firefly can't write, in words; nil for nothing, or unless it is edited.
  public var loss: String?
  /// Why it stands among the notices; nil elsewhere.
  public var notice: Notice?
  /// Whether its author has pinned it to their profile, where it stands there; nil elsewhere.
  public var isPinned: Bool?

  /// Creates facts.
  public init(readers: Readers? = nil) { self.readers = readers }
}

/// What a post of a service with accounts has beside its text, and how long it may be.
public struct ServiceFields: Hashable, Sendable {
  /// Characters of the text and the warning at most.
  public var characters: Int
  /// Characters as which a link counts; nil if it counts as it is.
  public var linkLength: Int?
  /// Who can be chosen as readers.
  public var readers: [Readers] = [.mentioned, .followers, .quiet, .everyone]
  /// The account's usual readers.
  public var usualReaders: Readers
  /// The account's usual language, in two letters; nil for none.
  public var language: String?
  /// Whether the text is Markdown for the server.
  public var takesMarkdown = false
  /// Pictures of a post at most.
  public var pictures = 4
  /// Whether a film can stand beside a picture.
  public var mixesFilms = true
  /// Characters of the description of a picture at most.
  public var descriptionCharacters = 1_500
  /// What its polls can have; nil if it has none.
  public var polls: PollLimits? = PollLimits()

  /// Creates fields.
  public init(characters: Int, usualReaders: Readers) {
    (self.characters, self.usualReaders) = (characters, usualReaders)
  }

  /// Returns who may read a reply at most: the narrower of what is answered and of what is usual.
  ///
  /// - Parameter answered: who may read what is answered; nil for a post that answers nothing.
  /// - Returns: who.
  public func readers(answering answered: Readers?) -> Readers {
    answered.map { min($0, usualReaders) } ?? usualReaders
  }

  /// Returns why a post can't be sent, as a sentence; nil if it can.
  ///
  /// - Parameters:
  ///   - text: the text.
  ///   - warning: the content warning.
  ///   - readers: who may read it; nil for a change, which leaves that as it is.
  ///   - hasPicture: whether it has a picture.
  ///   - name: the name of the service.
  /// - Returns: the sentence.
  public func refusal(
    of text: String, warning: String, to readers: Readers?, hasPicture: Bool, on name: String
  ) -> String? {
    if text.allSatisfy(\.isWhitespace), !hasPicture { return "There is nothing to post yet." }
    // What the server may take is not refused here, however it counts.
    if Self.count(text, linkLength: linkLength, isLeast: true) + warning.count > characters {
      let left = charactersLeft(text: text, warning: warning)
      return "\(Counted.words(-left, "character")) too long for \(name)."
    }
    if readers == .mentioned, FoundInText.people(in: text).isEmpty {
      return "This would reach no one: mention the people whom it is for."
    }
    return nil
  }

  /// Returns why pictures can't be sent, as a sentence; nil if they can.
  ///
  /// - Parameters:
  ///   - count: how many the post would have.
  ///   - descriptions: what is on the new ones.
  ///   - hasFilm: whether one of them is a film or a sound.
  ///   - name: the name of the service.
  /// - Returns: the sentence.
  public func refusal(
    ofPictures count: Int, _ descriptions: [String], hasFilm: Bool = false, on name: String
  ) -> String? {
    if hasFilm, !mixesFilms, count > 1 { return "\(name) takes no picture beside a film." }
    if count > pictures {
      return "\(name) takes \(Counted.words(pictures, "picture")) for a post."
    }
    let excess = (descriptions.map(\.count).max() ?? 0) - descriptionCharacters
    return excess > 0
      ? "The description of a picture is \(Counted.words(excess, "character")) too long for \(name)."
      : nil
  }

  /// Returns how many characters are left; negative if there are too many.
  ///
  /// - Parameters:
  ///   - text: the text.
  ///   - warning: the content warning.
  /// - Returns: how many.
  public func charactersLeft(text: String, warning: String) -> Int {
    guard linkLength != nil else {
      // Some servers count scalars.
      return characters - text.unicodeScalars.count - warning.unicodeScalars.count
    }
    return characters - Self.count(text, linkLength: linkLength) - warning.count
  }

  /// Characters as which Mastodon counts a link, where it doesn't say it.
  private static let usualLinkLength = 23

  /// Returns the number of graphemes, with links of a fixed length and people without their host.
  ///
  /// - Parameters:
  ///   - text: the text.
  ///   - linkLength: as many a link counts; nil for the usual number.
  ///   - isLeast: whether a link counts as it is if that is less: what is no link for the server does.
  /// - Returns: the number.
  private static func count(
    _ text: String, linkLength: Int?, isLeast: Bool = false
  ) -> Int {
    let linkLength = linkLength ?? usualLinkLength
    return FoundInText.all(in: text).reduce(text.count) { count, found in
      let length = text[found.range].count
      switch found.kind {
      case .link: return count - length + (isLeast ? min(length, linkLength) : linkLength)
      case .person(let handle): return count - length + 1 + handle.prefix { $0 != "@" }.count
      }
    }
  }
}
