import Foundation

/// Decodes JSON by strangers that is no response of a server, such as a feed.
package enum ForeignJSON {
  /// Decodes a whole text; nesting is limited to 512 levels.
  ///
  /// - Throws: `APIError.tooDeep` or `.unreadable`.
  package static func decode<Answer: Decodable & Sendable>(
    _ type: Answer.Type, from json: Data
  ) throws(APIError) -> Answer {
    try HTTPClient.decode(json) { (answer: Answer) in answer }
  }
}
