import FireflyCore

/// The response with one post, read or written: `{status, post: Post}`.
public struct PostResponse: Decodable, Sendable {
  /// The post.
  public var post: Post
  /// The address of its page on the web; only if it was requested and is known.
  public var page: String?

  enum CodingKeys: String, CodingKey {
    case post
    case page = "page_url"
  }
}

/// The response with the address of a stored picture: `{status, image_url}`.
public struct PictureResponse: Codable, Sendable {
  /// `success`; ignored by clients.
  public var status: String?
  /// The address, relative to the server.
  public var address: String

  enum CodingKeys: String, CodingKey {
    case status
    case address = "image_url"
  }

  /// Creates a response.
  public init(address: String) { (status, self.address) = ("success", address) }
}

/// The response with a profile: `{status, profile: Post|null}`.
public struct ProfileResponse: Codable, Sendable {
  /// `success`; ignored by clients.
  public var status: String?
  /// The profile, nil if there is none.
  @Nullable public var profile: Post?

  /// Creates a response.
  public init(profile: Post?) {
    status = "success"
    self.profile = profile
  }
}

/// A value that is null on the wire if it is nil; a missing key is an error.
@propertyWrapper
public struct Nullable<Value: Codable & Hashable & Sendable>: Codable, Hashable, Sendable {
  /// The value.
  public var wrappedValue: Value?

  /// Creates a value.
  public init(wrappedValue: Value?) { self.wrappedValue = wrappedValue }

  /// Decodes a value or null.
  public init(from decoder: any Decoder) throws {
    wrappedValue = try decoder.singleValueContainer().decode(Value?.self)
  }

  /// Encodes the value or null.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(wrappedValue)
  }
}
