import Foundation

extension Post {
  /// What the source of a post says of it, as fields.
  ///
  /// It is never in the JSON of posts: no server can claim it, and none gets it.
  public struct Facts: Hashable, Sendable {
    // What the line says, in this order; the relation stands before the labels.

    /// The site of the link that it is about, or the feed that has it.
    public var place: String?
    /// What it is there, if that is no usual post: `job`.
    public var kind: String?
    /// How it is valued: `12 points`.
    public var value: String?
    /// The number in that; nil if none is said.
    public var points: Int?
    /// The name by which its author is known there.
    public var author: String?
    /// The number of replies at all levels; nil if it is not said.
    public var replies: Int?
    /// What else is said of it, such as `pinned`.
    public var labels: [String] = []
    /// The first words of its text.
    public var opening: String?

    /// The address of the page that it is about, which stands at the beginning of its text.
    public var link: String?
    /// The recordings and films of an entry of a feed.
    public var recordings: [Recording] = []
    /// What is on its picture.
    public var pictureWords: String?
    /// Why a feed could not be loaded, as a sentence.
    public var failure: String?
    /// Whether the body is only a part of the text, as in lists of some sources.
    public var isExcerpt = false
    /// Whether it was changed after it was written.
    public var isEdited = false
    /// Whether it never counts as new.
    public var isQuiet = false
    /// Whether a moderator wrote it.
    public var isByModerator = false
    /// Whether posts above it exist that can't be loaded.
    public var lacksBeginning = false
    /// What a service with accounts says of it; nil for others.
    public var service: ServiceFacts?
    /// The author's number on a service, which identifies them there.
    ///
    /// It is empty for what this machine keeps for its user, such as a saved search of a source.
    public var authorID: String?
    /// The feed that it is an entry of.
    public var feedID: Post.ID?
    /// What a feed, or a folder of feeds, has; nil for other posts.
    public var contents: FeedContents?
    /// How the current user and the person of a profile stand to each other; nil if that is not known.
    public var relation: Relation?

    /// Creates facts that say nothing but labels.
    public init(labels: [String?] = []) { self.labels = labels.compactMap(\.self) }

    /// Says how it is valued: by 12 of what is called `point`.
    public mutating func rate(_ count: Int?, _ noun: String) {
      (points, value) = (count, Counted.words(count, noun))
    }

    /// The parts of the line.
    public var parts: [String] {
      [place, kind, value, author, Counted.replies(replies)].compactMap(\.self)
        + (relation?.words ?? []) + labels + [opening].compactMap(\.self)
    }

    /// The line that a person reads below a title: `example.org · 12 points · ada · 3 replies`.
    public var line: String { parts.joined(separator: " · ") }

    /// Returns the facts with all words of the line on one line each, without blank ones.
    public func cleaned() -> Facts {
      func clean(_ words: String?) -> String? {
        words.map { ForeignText.cleanLine($0) }.flatMap { $0.isEmpty ? nil : $0 }
      }
      var facts = self
      (facts.place, facts.kind, facts.value) = (clean(place), clean(kind), clean(value))
      (facts.author, facts.labels) = (clean(author), labels.compactMap(clean))
      (facts.opening, facts.pictureWords) = (clean(opening), clean(pictureWords))
      return facts
    }
  }

  /// A recording or a film of an entry of a feed.
  public struct Recording: Codable, Hashable, Sendable {
    /// Its title, without marks.
    public let title: String
    /// Its address.
    public let address: String

    /// Creates a recording.
    public init(title: String, address: String) { (self.title, self.address) = (title, address) }
  }
}

extension Post.Facts: Codable {
  private enum CodingKeys: CodingKey {
    case place, kind, value, points, author, replies, labels, opening, link, recordings,
      pictureWords,
      failure
    case isExcerpt, isEdited, isQuiet, isByModerator, lacksBeginning, service, authorID, feedID,
      contents, relation
  }

  /// Reads facts from a file of this machine; what a file of another version lacks, is not known.
  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    func read<Value: Decodable>(_ key: CodingKeys) -> Value? {
      try? fields.decodeIfPresent(Value.self, forKey: key)
    }
    (place, kind, value, points) = (read(.place), read(.kind), read(.value), read(.points))
    (author, replies, labels) = (read(.author), read(.replies), read(.labels) ?? [])
    (opening, link, recordings) = (read(.opening), read(.link), read(.recordings) ?? [])
    (pictureWords, failure) = (read(.pictureWords), read(.failure))
    (isExcerpt, isQuiet) = (read(.isExcerpt) ?? false, read(.isQuiet) ?? false)
    (isEdited, isByModerator) = (read(.isEdited) ?? false, read(.isByModerator) ?? false)
    (lacksBeginning, service) = (read(.lacksBeginning) ?? false, read(.service))
    (authorID, feedID, contents) = (read(.authorID), read(.feedID), read(.contents))
    relation = read(.relation)
  }
}

extension Post {
  /// What a service with accounts says of it; nil for others.
  public var service: ServiceFacts? { facts.service }
  /// What a feed, or a folder of feeds, has; nil for other posts.
  public var contents: FeedContents? { facts.contents }
  /// The feed that it is an entry of.
  public var feedID: Post.ID? { facts.feedID }
  /// Whether the body is only a part of the text.
  public var isExcerpt: Bool { facts.isExcerpt }

  /// What its source says of it, if its summary is the line of that; nil for a summary of its own.
  public var stated: Facts? {
    let facts = facts
    return !summary.isEmpty && facts.line == summary ? facts : nil
  }

  /// Changes what the line says, and with it the summary; a summary of its own stays.
  public mutating func restate(_ change: (inout Facts) -> Void) {
    guard var stated else { return }
    change(&stated)
    (facts, summary) = (stated, stated.line)
  }

  /// What is said of it beside its author wherever it is shown: `edited`, `12 points`.
  public var remarks: [String] {
    let (facts, service) = (facts, service)
    // Who else can read it, unless everybody can.
    var remarks = [service?.readers.flatMap { $0 == .everyone ? nil : $0.remark }]
    // Below a title, its line says it.
    let edited = service?.editedAt.map { "edited on " + WireDate.day($0, in: .ofUser(at: $0)) }
    if title.isEmpty || edited != nil { remarks.append(facts.isEdited ? edited ?? "edited" : nil) }
    if title.isEmpty { remarks.append(facts.value) }
    var marks = service?.marks ?? []
    if service?.isPinned == true { marks.insert(.pin) }
    remarks += marks.sorted { $0.rawValue < $1.rawValue }.map(\.remark)
    remarks += [
      service?.boostedBy.map { "boosted by " + ForeignText.cleanLine($0, limit: 60) },
      facts.lacksBeginning ? "the beginning is missing" : nil,
    ]
    return remarks.compactMap(\.self)
  }
}
