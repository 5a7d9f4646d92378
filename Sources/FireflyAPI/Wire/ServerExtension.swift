import FireflyCore

/// What a server can do beyond the contract; `GET /api/ping` lists the names.
public enum ServerExtension: String, CaseIterable, Hashable, Sendable {
  /// `depth` and `include`: children and parents nested in an answer.
  case nesting
  /// `before`: the next page of a feed. Elsewhere one asks again, with a larger limit.
  case paging
  /// `token` in the answer to a right code, and the devices that have one.
  case devices
  /// `ETag` with a post; `If-Match` with what changes it.
  case etag
  /// `Idempotency-Key` with what makes a post.
  case idempotency
  /// `POST /api/posts/{id}/move`.
  case move
  /// `POST /api/posts/{id}/restore`.
  case undelete
  /// `GET /api/search?q=`: a search without a post that holds it.
  case search
  /// `GET /api/events`: the server tells what happens, so that it needn't be asked.
  case events
  /// `remove_image` with what changes a post.
  case picture
  /// `moderator` in the answer to a ping: the caller may delete whatever there is.
  case moderate
  /// `limits` in the answer to a ping: how long the texts of a post may be.
  case limits
}

/// The answer to a ping: `{status, message, extensions}`.
public struct PingAnswer: Codable, Hashable, Sendable {
  /// `ok`.
  public var status: String
  /// A sentence, if any.
  public var message: String?
  /// Those extensions whose names are known here; a plain server has none.
  ///
  /// `moderate` is among them only where the caller is a moderator.
  public var extensions: Set<ServerExtension>
  /// How long the texts of a post may be; nil where that isn't known.
  public var limits: PostLimits?

  enum CodingKeys: String, CodingKey { case status, message, extensions, limits, moderator }

  /// An answer.
  public init(status: String, message: String? = nil, extensions: Set<ServerExtension>) {
    self.status = status
    self.message = message
    self.extensions = extensions
  }

  /// Decodes; names that are unknown here are left out, and so is what is no list of names.
  /// - Throws: `DecodingError` if it is no object.
  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    status = (try? fields.decode(String.self, forKey: .status)) ?? ""
    message = try? fields.decode(String.self, forKey: .message)
    let names = (try? fields.decode([String].self, forKey: .extensions)) ?? []
    extensions = Set(names.compactMap(ServerExtension.init))
    if (try? fields.decode(Bool.self, forKey: .moderator)) != true { extensions.remove(.moderate) }
    limits = try? fields.decode(PostLimits.self, forKey: .limits)
  }

  /// Encodes, the names in alphabetical order.
  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(status, forKey: .status)
    try fields.encodeIfPresent(message, forKey: .message)
    if extensions.contains(.moderate) { try fields.encode(true, forKey: .moderator) }
    try fields.encode(extensions.map(\.rawValue).sorted(), forKey: .extensions)
    try fields.encodeIfPresent(limits, forKey: .limits)
  }
}
