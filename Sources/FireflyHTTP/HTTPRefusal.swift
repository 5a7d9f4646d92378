/// Why the server rejected input that no handler sees: it is not a valid request.
public struct HTTPRefusal: Sendable {
  /// The status of the response.
  public let status: Int
  /// The problem in a few words.
  public let title: String
  /// A suggestion for the user.
  public let sentence: String

  init(_ status: Int, _ title: String, _ sentence: String) {
    (self.status, self.title, self.sentence) = (status, title, sentence)
  }

  /// A web page with the problem.
  public var page: HTTPResponse { .page(status, title, sentence) }
}
