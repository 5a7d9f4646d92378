/// Why the server rejected input that no handler sees: it is not a valid request.
package struct HTTPRefusal: Sendable {
  /// The status of the response.
  package let status: Int
  /// The problem in a few words.
  package let title: String
  /// A suggestion for the user.
  package let sentence: String

  /// A client has its share of requests at a time.
  static let tooManyRequests = HTTPRefusal(
    429, "Too many requests at a time", "Try again when others from your address are done.")

  init(_ status: Int, _ title: String, _ sentence: String) {
    (self.status, self.title, self.sentence) = (status, title, sentence)
  }

  /// A web page with the problem.
  package var page: HTTPResponse {
    var page = HTTPResponse.page(status, title, sentence)
    if status == 429 { page.fields["Retry-After"] = "\(HTTPClientStatus.retrySeconds)" }
    return page
  }
}
