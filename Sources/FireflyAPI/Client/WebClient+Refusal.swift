import FireflyCore
// What the refusals of services mean.
extension WebClient {
  /// The error for a refusal.
  ///
  /// - Parameters:
  ///   - code: the status.
  ///   - message: the service's sentence.
  ///   - hasToken: whether a token was sent: then 401 means that it is no longer valid.
  func refusal(_ code: Int, _ message: String?, hasToken: Bool) -> APIError {
    switch (code, message) {
    // Takahē sends 400 for a token that it doesn't know.
    case (401, _) where hasToken, (400, "Invalid Bearer token") where hasToken:
      .status(401, message: nil)
    case (403, .some(let words)) where hasToken && Self.isAboutScope(words):
      .notOffered(Self.mayOnlyRead)
    case (403, _) where hasToken, (422, _) where hasToken: .status(code, message: message)
    // Mastodon sends 422 for lists that need an account.
    case (401, _), (422, _), (400, "instance_is_private"):
      .notOffered("\(name) shows this to signed-in users only.")
    case (403, _): .notOffered("\(name) refused the request: it may need an account (403).")
    // Lemmy sends 400 with a code of its own.
    case (400, .some(let words)) where words.hasPrefix("couldnt_find"):
      .status(404, message: nil)
    case (404, _): .status(404, message: nil)
    default: .status(code, message: message)
    }
  }

  /// The sentence for a sign-in that may not write.
  package static let mayOnlyRead =
    "\(Site.readingOnly) Sign in again and allow writing."

  /// Whether a refusal says that the token may not do this, rather than the account.
  private static func isAboutScope(_ message: String) -> Bool {
    message.contains("scope") || message.contains("nsufficient permissions")
  }
}
