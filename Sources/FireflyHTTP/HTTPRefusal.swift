/// Why the server refuses by itself what no handler gets to see: it is no request, or none that can be answered.
public struct HTTPRefusal: Sendable {
  /// The status of the answer.
  public let status: Int
  /// What happened, in a few words.
  public let title: String
  /// What to do about it.
  public let sentence: String

  init(_ status: Int, _ title: String, _ sentence: String) {
    (self.status, self.title, self.sentence) = (status, title, sentence)
  }

  /// A page for people that says so.
  public var page: HTTPResponse { .page(status, title, sentence) }
}
