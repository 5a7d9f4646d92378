/// A server's description of an error, in either of its two JSON shapes, or in that of Discourse.
public enum ErrorResponse: Codable, Hashable, Sendable {
  /// `{"status": "error", "message": …}`: most calls.
  case message(String)
  /// `{"error": …}`: search and badges.
  case error(String)

  /// The server's message.
  public var text: String {
    switch self {
    case .message(let text), .error(let text): text
    }
  }

  enum CodingKeys: String, CodingKey { case status, message, error, errors }

  /// Decodes either shape, and `{"errors": […]}`, of which the first one counts.
  /// - Throws: `DecodingError` if no key has a text.
  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    if let text = try? fields.decode(String.self, forKey: .message) {
      self = .message(text)
    } else if let text = try? fields.decode([String].self, forKey: .errors).first {
      self = .error(text)
    } else {
      self = .error(try fields.decode(String.self, forKey: .error))
    }
  }

  /// Encodes the shape it was decoded from.
  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .message(let text):
      try fields.encode("error", forKey: .status)
      try fields.encode(text, forKey: .message)
    case .error(let text): try fields.encode(text, forKey: .error)
    }
  }
}
