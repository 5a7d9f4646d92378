import Foundation

/// One node of the tree: a short post, a saved search or a user's profile.
///
/// Decoding is tolerant: only `id` and `title` are required.
/// - SeeAlso: `Post+Codable.swift` for the JSON.
public struct Post: Identifiable, Hashable, Sendable {
  /// The kind of a post.
  public enum Template: Hashable, Sendable {
    /// An ordinary post.
    case post
    /// A saved search; its children are its results.
    case query
    /// A user's profile.
    case profile
    /// Unknown to this version; treated like a post.
    case other(String)
  }

  /// The server's ID for the post.
  public var id: Int
  /// The author's ID; 0 if unknown.
  public var userID: Int
  /// The parent; nil or -1 at the top level.
  ///
  /// May refer to a missing post, or to the post itself.
  public var parentID: Int?
  /// One line.
  public var title: String
  /// One or two lines.
  public var summary: String
  /// Some 300 words of Markdown.
  public var body: String
  /// What its source says of it; not in the JSON.
  public var facts: Facts {
    get { keptFacts.first ?? Facts() }
    set { keptFacts = newValue == Facts() ? [] : [newValue] }
  }
  // An array is small where there are none: most posts have none.
  private var keptFacts: [Facts] = []
  /// The address of the picture: a path relative to the server, or a full URL.
  public var imageURL: String?
  /// Centre of the square crop of the thumbnail, -1 left … 1 right.
  public var clipOffsetX: Double
  /// Centre of the square crop of the thumbnail, -1 top … 1 bottom.
  public var clipOffsetY: Double
  /// When it was created.
  public var createdAt: Date?
  /// IANA name of the author's time zone, or empty.
  public var timezone: String
  /// Where it was written, as free text.
  public var locationTag: String?
  /// Whether it was written by AI; the author is then the librarian.
  public var isAIGenerated: Bool
  /// The author's name.
  public var authorName: String?
  /// The author's e-mail address, which identifies them; their handle on a service.
  public var authorEmail: String?
  /// Number of children, if known.
  public var childCount: Int?
  /// The template.
  public var template: Template
  /// Placeholders for empty fields in the editor.
  public var placeholders: PostText?
  /// Details that only feeds contain.
  public var feed: FeedDetails?
  /// The children, nested to any depth; nil if not loaded.
  public var children: [Post]?
  /// The ancestors sent by the server, nearest first; nil if not loaded.
  public var ancestors: [Post]?

  /// Creates a post; only its ID and title are required.
  public init(
    id: Int, userID: Int = 0, parentID: Int? = nil, title: String, summary: String = "",
    body: String = "", imageURL: String? = nil, clipOffsetX: Double = 0, clipOffsetY: Double = 0,
    createdAt: Date? = nil, timezone: String = "", locationTag: String? = nil,
    isAIGenerated: Bool = false, authorName: String? = nil, authorEmail: String? = nil,
    childCount: Int? = nil, template: Template = .post, placeholders: PostText? = nil,
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

  /// Details of a post in a feed.
  public struct FeedDetails: Hashable, Sendable {
    /// The plural of the template: `posts`, `queries`, `profiles`.
    public var pluralName: String?
    /// Whether a saved search has new matches.
    public var hasNewMatches: Bool?
    /// IDs of the users through whom the author was invited, nearest first.
    public var ancestorChain: [Int]?
    /// The time of the last activity; may be in the future.
    public var lastActivity: Date?
    /// The author's distance from the current user, 0 nearest.
    public var proximity: Int?
    /// Number of posts below a top-level post, at any depth.
    public var descendants: Int?

    /// Creates details.
    public init(
      pluralName: String? = nil, hasNewMatches: Bool? = nil, ancestorChain: [Int]? = nil,
      lastActivity: Date? = nil, proximity: Int? = nil, descendants: Int? = nil
    ) {
      self.pluralName = pluralName
      self.hasNewMatches = hasNewMatches
      self.ancestorChain = ancestorChain
      self.lastActivity = lastActivity
      self.proximity = proximity
      self.descendants = descendants
    }
  }
}

extension Post {
  /// The date that read marks compare on sources: that of its arrival if it is known, as with the entries of a
  /// feed that is followed since then, or else that of its creation.
  public var readMarkDate: Date? { feed?.lastActivity ?? createdAt }

  /// Whether the post is known to have children: seed 000's `(post.childCount ?? 0) > 0`.
  public var hasChildren: Bool { (childCount ?? children?.count ?? 0) > 0 }

  /// The parent's ID; nil at the top level, for which servers also use negative IDs.
  public var realParentID: Post.ID? { isRoot ? nil : parentID }

  /// Whether the post is at the top level: no parent, or the -1 of profiles and queries.
  public var isRoot: Bool { (parentID ?? -1) < 0 }

  /// The author line: the librarian for machines, else the name (seed 002), else the part of the
  /// e-mail address before the @.
  public var byline: String? {
    if isAIGenerated { return "👓 librarian" }
    let email = authorEmail ?? ""
    // Some servers send the address as the name. On sources, the user name stands for the address.
    let isAddress = email.contains("@") && authorName?.lowercased() == email.lowercased()
    if let authorName, !authorName.isEmpty, !isAddress {
      return authorName
    }
    return email.isEmpty ? nil : User.shortName(of: email)
  }

  /// Whether it is a profile with nothing but a name, which only its owner sees in lists.
  public var isBlankProfile: Bool {
    template == .profile && summary.allSatisfy(\.isWhitespace) && body.allSatisfy(\.isWhitespace)
  }

  /// What identifies the author: the number on a service, else the e-mail address; nil if unknown.
  public var authorKey: PersonID? {
    facts.authorID.map(PersonID.init(number:)) ?? authorEmail.map(PersonID.init(email:))
  }

  /// Whether the user with this key (`User.key`) is the author; ignores case (seed 001).
  ///
  /// What this machine keeps for its user is always theirs.
  public func isOwned(by key: PersonID?) -> Bool {
    facts.authorID?.isEmpty == true || key != nil && key != .nobody && key == authorKey
  }
}
