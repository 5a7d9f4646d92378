import Foundation

/// What a request carries, with its type.
public struct RequestBody: Hashable, Sendable {
  /// The `Content-Type`.
  public var contentType: String
  /// The bytes.
  public var bytes: Data

  /// A value as JSON.
  /// - Throws: `EncodingError` if the value has no JSON, such as an infinite number.
  public static func json(_ value: some Encodable) throws -> RequestBody {
    RequestBody(contentType: "application/json", bytes: try JSONEncoder().encode(value))
  }

  /// The fields of a form, percent-encoded.
  public static func form(_ fields: [QueryItem]) -> RequestBody {
    RequestBody(
      contentType: "application/x-www-form-urlencoded", bytes: Data(fields.encoded.utf8))
  }
}
