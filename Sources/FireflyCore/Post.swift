import Foundation

/// One node of the tree: a short post, a saved search or a person's profile.
///
/// Decoded tolerantly from what a Firefly server sends: only `id` and `title` are indispensable.
/// - SeeAlso: `Post+Codable.swift` for the wire form.
public struct Post: Identifiable, Hashable, Sendable {
  /// What a post was written as.
  public enum Template: Hashable, Sendable {
    /// An ordinary post.
    case post
    /// A saved search; its children are what it finds.
    case query
    /// A person.
    case profile
    /// Something this version doesn't know; treated like a post.
    case other(String)
  }

  /// The server's number for the post.
  public var id: Int
  /// The number of its author; 0 where the server doesn't tell.
  public var userID: Int
  /// The post above; nil or -1 at the root.
  ///
  /// May dangle, may even equal `id`.
  public var parentID: Int?
  /// One line.
  public var title: String
  /// One or two lines.
  public var summary: String
  /// Some 300 words of Markdown.
  public var body: String
  /// Where the picture is: a path relative to the server, or a whole URL.
  public var imageURL: String?
  /// Centre of the square crop of the thumbnail, -1 left … 1 right.
  public var clipOffsetX: Double
  /// Centre of the square crop of the thumbnail, -1 top … 1 bottom.
  public var clipOffsetY: Double
  /// When it was written.
  public var createdAt: Date?
  /// IANA name of the author's time zone, or empty.
  public var timezone: String
  /// Where it was written, in the author's words.
  public var locationTag: String?
  /// Whether a machine wrote it: then its author is the librarian.
  public var isAIGenerated: Bool
  /// The author's name.
  public var authorName: String?
  /// The author's e-mail: their identity.
  public var authorEmail: String?
  /// How many children it has, where the server tells.
  public var childCount: Int?
  /// What it was written as.
  public var template: Template
  /// What stands in the empty fields while it is edited.
  public var placeholders: Placeholders?
  /// What only the feeds tell.
  public var feed: FeedDetails?
  /// The posts below, to any depth; nil means not loaded.
  public var children: [Post]?
  /// The posts above, nearest first, as far as the server sent them; nil means not loaded.
  public var ancestors: [Post]?

  /// A post; everything but its number and title has a default.
  public init(
    id: Int, userID: Int = 0, parentID: Int? = nil, title: String, summary: String = "",
    body: String = "", imageURL: String? = nil, clipOffsetX: Double = 0, clipOffsetY: Double = 0,
    createdAt: Date? = nil, timezone: String = "", locationTag: String? = nil,
    isAIGenerated: Bool = false, authorName: String? = nil, authorEmail: String? = nil,
    childCount: Int? = nil, template: Template = .post, placeholders: Placeholders? = nil,
    feed: FeedDetails? = nil, children: [Post]? = nil, ancestors: [Post]? = nil
  ) {
    self.id = id
    self.userID = userID
    self.parentID = parentID
    self.title = title
    self.summary = summary
    self.body = body
    self.imageURL = imageURL
    self.clipOffsetX = clipOffsetX
    self.clipOffsetY = clipOffsetY
    self.createdAt = createdAt
    self.timezone = timezone
    self.locationTag = locationTag
    self.isAIGenerated = isAIGenerated
    self.authorName = authorName
    self.authorEmail = authorEmail
    self.childCount = childCount
    self.template = template
    self.placeholders = placeholders
    self.feed = feed
    self.children = children
    self.ancestors = ancestors
  }

  /// The words that stand in the empty fields of a post being edited, as its template has them.
  public struct Placeholders: Hashable, Sendable {
    /// For the title.
    public var title: String
    /// For the summary.
    public var summary: String
    /// For the body.
    public var body: String

    /// The three words.
    public init(title: String, summary: String, body: String) {
      self.title = title
      self.summary = summary
      self.body = body
    }
  }

  /// What a feed tells beyond the post itself.
  public struct FeedDetails: Hashable, Sendable {
    /// Several of this kind: `posts`, `queries`, `profiles`.
    public var pluralName: String?
    /// Whether a saved search has found something new.
    public var hasNewMatches: Bool?
    /// Numbers of the users through whom the author came here, nearest first.
    public var ancestorChain: [Int]?
    /// When something last happened here; may lie in the future.
    public var lastActivity: Date?
    /// How near the author is to the reader, 0 nearest.
    public var proximity: Int?

    /// The details; all may be missing.
    public init(
      pluralName: String? = nil, hasNewMatches: Bool? = nil, ancestorChain: [Int]? = nil,
      lastActivity: Date? = nil, proximity: Int? = nil
    ) {
      self.pluralName = pluralName
      self.hasNewMatches = hasNewMatches
      self.ancestorChain = ancestorChain
      self.lastActivity = lastActivity
      self.proximity = proximity
    }
  }
}

extension Post {
  /// Whether anything is known to be below: seed 000's `(post.childCount ?? 0) > 0`.
  public var hasChildren: Bool { (childCount ?? children?.count ?? 0) > 0 }

  /// Whether the post is at the root: no parent, or the -1 of profiles and queries.
  public var isRoot: Bool { (parentID ?? -1) < 0 }

  /// The line under a post: the librarian for machines, else the name, else the e-mail (seed 002).
  public var byline: String? {
    if isAIGenerated { return "👓 librarian" }
    let name = authorName.flatMap { $0.isEmpty ? nil : $0 }
    return name ?? authorEmail.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Whether the user with this e-mail wrote it; case does not matter (seed 001).
  public func isOwned(by email: String?) -> Bool {
    guard let email, !email.isEmpty, let authorEmail else { return false }
    return email.lowercased() == authorEmail.lowercased()
  }
}
