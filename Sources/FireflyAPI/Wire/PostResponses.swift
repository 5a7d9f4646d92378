import FireflyCore

/// The response with one post, read or written: `{status, post: Post}`.
package struct PostResponse: Decodable, Sendable {
  /// The post.
  package var post: Post
  /// The address of its page on the web; only if it was requested and is known.
  package var page: String?

  enum CodingKeys: String, CodingKey {
    case post
    case page = "page_url"
  }
}

/// The response with the address of a stored picture: `{status, image_url}`.
package struct PictureResponse: Codable, Sendable {
  /// `success`; ignored by clients.
  package var status: String?
  /// The address, relative to the server.
  package var address: String

  enum CodingKeys: String, CodingKey {
    case status
    case address = "image_url"
  }

  /// Creates a response.
  package init(address: String) { (status, self.address) = ("success", address) }
}

/// The response with a profile: `{status, profile: Post|null}`.
package struct ProfileResponse: Codable, Sendable {
  /// `success`; ignored by clients.
  package var status: String?
  /// The profile, nil if there is none.
  @Nullable package var profile: Post?

  /// Creates a response.
  package init(profile: Post?) {
    status = "success"
    self.profile = profile
  }
}

/// A value that is null on the wire if it is nil; a missing key is an error.
@propertyWrapper
package struct Nullable<Value: Codable & Hashable & Sendable>: Codable, Hashable, Sendable {
  /// The value.
  package var wrappedValue: Value?

  /// Creates a value.
  package init(wrappedValue: Value?) { self.wrappedValue = wrappedValue }

  /// Decodes a value or null.
  package init(from decoder: any Decoder) throws {
    wrappedValue = try decoder.singleValueContainer().decode(Value?.self)
  }

  /// Encodes the value or null.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(wrappedValue)
  }
}
