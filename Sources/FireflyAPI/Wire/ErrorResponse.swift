/// A server's description of an error.
package struct ErrorResponse: Decodable, Sendable {
  /// The server's message.
  package let text: String

  enum CodingKeys: String, CodingKey { case message, error, errors }

  /// Decodes `{"message": …}`, `{"error": …}` (search and badges), or `{"errors": […]}` (Discourse),
  /// of which the first one counts.
  /// - Throws: `DecodingError` if no key has a text.
  package init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    if let message = try? fields.decode(String.self, forKey: .message) {
      text = message
    } else if let first = try? fields.decode([String].self, forKey: .errors).first {
      text = first
    } else {
      text = try fields.decode(String.self, forKey: .error)
    }
  }
}
