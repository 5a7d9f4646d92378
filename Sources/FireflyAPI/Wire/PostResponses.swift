import FireflyCore

/// The response with one post, read or written: `{status, post: Post}`.
public struct PostResponse: Codable, Sendable {
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
public struct ProfileResponse: Codable, Sendable {
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
