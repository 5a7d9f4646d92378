import FireflyCore

/// The answer of a feed: `{status, posts: [Post]}`.
public struct PostsEnvelope: Codable, Sendable {
  /// `success`; clients don't look at it.
  public var status: String
  /// The posts, those that could be read.
  public var posts: [Post]
  /// Why each of the others could not; never sent.
  public var skipped: [String]

  enum CodingKeys: String, CodingKey { case status, posts }

  /// An answer.
  public init(posts: [Post], status: String = "success") {
    self.status = status
    self.posts = posts
    skipped = []
  }

  /// Decodes, with bad posts skipped.
  /// - Throws: `DecodingError` if there is no array under `posts`.
  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    let list = try fields.decode(LossyList<Post>.self, forKey: .posts)
    status = (try? fields.decode(String.self, forKey: .status)) ?? ""
    posts = list.elements
    skipped = list.skipped
  }
}

/// The answer for the children of a post: `{status, post_id, children, count}`.
public struct ChildrenEnvelope: Codable, Sendable {
  /// `success`; clients don't look at it.
  public var status: String
  /// Whose children; nil where the server doesn't tell.
  public var postID: Int?
  /// The children, newest first, those that could be read.
  public var children: [Post]
  /// Why each of the others could not; never sent.
  public var skipped: [String]

  enum CodingKeys: String, CodingKey {
    case status
    case postID = "post_id"
    case children, count
  }

  /// An answer.
  public init(of postID: Int, children: [Post], status: String = "success") {
    self.status = status
    self.postID = postID
    self.children = children
    skipped = []
  }

  /// Decodes, with bad posts skipped.
  /// - Throws: `DecodingError` if there is no array under `children`.
  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    let list = try fields.decode(LossyList<Post>.self, forKey: .children)
    status = (try? fields.decode(String.self, forKey: .status)) ?? ""
    postID = try? fields.decode(Int.self, forKey: .postID)
    children = list.elements
    skipped = list.skipped
  }

  /// Encodes, with the count of the children.
  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(status, forKey: .status)
    try fields.encodeIfPresent(postID, forKey: .postID)
    try fields.encode(children, forKey: .children)
    try fields.encode(children.count, forKey: .count)
  }
}

/// The answer for one post, and for one written: `{status, post: Post}`.
public struct PostEnvelope: Codable, Sendable {
  /// `success`; clients don't look at it.
  public var status: String?
  /// The post.
  public var post: Post

  /// An answer.
  public init(post: Post, status: String = "success") {
    self.status = status
    self.post = post
  }
}

/// The answer for a profile: `{status, profile: Post|null}`.
public struct ProfileEnvelope: Codable, Sendable {
  /// `success`; clients don't look at it.
  public var status: String
  /// The profile, nil if there is none.
  public var profile: Post?

  enum CodingKeys: String, CodingKey { case status, profile }

  /// An answer.
  public init(profile: Post?, status: String = "success") {
    self.status = status
    self.profile = profile
  }

  /// Decodes; a null profile is none, but a missing one is an error.
  /// - Throws: `DecodingError` if the key is missing or its value is no post.
  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    profile = try fields.decode(Post?.self, forKey: .profile)
    status = (try? fields.decode(String.self, forKey: .status)) ?? ""
  }

  /// Encodes, with null for no profile.
  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(status, forKey: .status)
    try fields.encode(profile, forKey: .profile)
  }
}
