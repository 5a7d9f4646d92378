import FireflyCore

/// The response of a feed: `{status, posts: [Post]}`.
public struct PostsEnvelope: Codable, Sendable {
  /// `success`; ignored by clients.
  public var status: String
  /// The posts that could be decoded.
  public var posts: [Post]
  /// Why the other posts could not be decoded; never sent.
  public var skipped: [String]

  enum CodingKeys: String, CodingKey { case status, posts }

  /// Creates a response.
  public init(posts: [Post], status: String = "success") {
    self.status = status
    self.posts = posts
    skipped = []
  }

  /// Decodes, skipping invalid posts.
  /// - Throws: `DecodingError` if there is no array under `posts`.
  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    let list = try fields.decode(LossyList<Post>.self, forKey: .posts)
    status = (try? fields.decode(String.self, forKey: .status)) ?? ""
    posts = list.elements
    skipped = list.skipped
  }
}

/// The response with the children of a post: `{status, post_id, children, count}`.
public struct ChildrenEnvelope: Codable, Sendable {
  /// `success`; ignored by clients.
  public var status: String
  /// The parent's ID; nil if the server leaves it out.
  public var postID: Int?
  /// The children that could be decoded, newest first.
  public var children: [Post]
  /// Why the others could not be decoded; never sent.
  public var skipped: [String]

  enum CodingKeys: String, CodingKey {
    case status
    case postID = "post_id"
    case children, count
  }

  /// Creates a response.
  public init(of postID: Int, children: [Post], status: String = "success") {
    self.status = status
    self.postID = postID
    self.children = children
    skipped = []
  }

  /// Decodes, skipping invalid posts.
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

/// The response with one post, read or written: `{status, post: Post}`.
public struct PostEnvelope: Codable, Sendable {
  /// `success`; ignored by clients.
  public var status: String?
  /// The post.
  public var post: Post

  /// Creates a response.
  public init(post: Post, status: String = "success") {
    self.status = status
    self.post = post
  }
}

/// The response with a profile: `{status, profile: Post|null}`.
public struct ProfileEnvelope: Codable, Sendable {
  /// `success`; ignored by clients.
  public var status: String
  /// The profile, nil if there is none.
  public var profile: Post?

  enum CodingKeys: String, CodingKey { case status, profile }

  /// Creates a response.
  public init(profile: Post?, status: String = "success") {
    self.status = status
    self.profile = profile
  }

  /// Decodes.
  ///
  /// A null profile becomes nil, but a missing key is an error.
  ///
  /// - Throws: `DecodingError` if the key is missing or its value is not a post.
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
