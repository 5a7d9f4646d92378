/// A Mastodon instance with a few statuses, as it answers without an account.
package enum FakeMastodon {
  /// Begins to listen.
  /// - Throws: `HTTPListenError`.
  package static func start() async throws -> FakeService {
    let service = try await FakeService()
    let statuses = [top, status(2, "I tie shoes.", "ada")]
    service.answer("/api/v1/trends/statuses", with: "[\(statuses.joined(separator: ","))]")
    service.answer("/api/v1/trends/statuses?limit=40&offset=40", with: "[]")
    service.answer(
      "/api/v1/timelines/public?local=true", with: "[\(statuses.reversed().joined(separator: ","))]"
    )
    service.answer("/api/v1/statuses/\(number(1))", with: top)
    service.answer("/api/v1/statuses/\(number(4))", with: blink)
    service.answer(
      "/api/v1/statuses/\(number(1))/context",
      with: "{\"ancestors\":[],\"descendants\":[\(bright),\(blink),\(deep)]}")
    service.answer(
      "/api/v1/statuses/\(number(4))/context",
      with: "{\"ancestors\":[\(top),\(bright)],\"descendants\":[\(deep)]}")
    // Without an account, an answer ends here; below it there is one more.
    service.answer(
      "/api/v1/statuses/\(number(5))/context",
      with: "{\"ancestors\":[\(top),\(bright),\(blink)],"
        + "\"descendants\":[\(status(6, "Deeper.", "ada", parent: 5))]}")
    let account = account("grace")
    service.answer("/api/v1/accounts/lookup?acct=grace", with: account)
    service.answer("/api/v1/accounts/100/statuses", with: "[\(top),\(blink)]")
    service.answer("/api/v1/directory", with: "[\(account),\(self.account("mei"))]")
    service.answer("/api/v1/timelines/tag/night", with: "[\(blink)]")
    return service
  }

  /// The number of a status, too large for a post's.
  package static func number(_ status: Int) -> String { "11500000000000000\(status)" }

  private static let top = status(
    1,
    "<p>A <b>lighthouse</b>! <a href=\\\"https://www.example.org/light\\\"><span class=\\\"invisible\\\">"
      + "https://www.</span><span>example.org/light</span></a></p>", "grace", replies: 1,
    extra:
      "\"card\":{\"url\":\"https://www.example.org/light\",\"title\":\"Light\",\"image\":null},")
  private static let bright = status(3, "How bright is it?", "linus", parent: 1, replies: 1)
  private static let blink = status(4, "It blinks all night.", "grace", parent: 3, replies: 1)
  private static let deep = status(5, "Deep.", "ada", parent: 4, replies: 1)

  private static func status(
    _ id: Int, _ text: String, _ author: String, parent: Int? = nil, replies: Int = 0,
    extra: String = ""
  ) -> String {
    """
    {"id":"\(number(id))","uri":"https://far.example/users/\(author)/statuses/\(id)","created_at":"2025-10-09T08:53:2\(id).000Z",
    "in_reply_to_id":\(parent.map { "\"\(number($0))\"" } ?? "null"),"spoiler_text":"","visibility":"public",
    "replies_count":\(replies),"content":"\(text)","reblog":null,\(extra)
    "media_attachments":[],"account":\(account(author))}
    """
  }

  private static func account(_ name: String) -> String {
    """
    {"id":"100","username":"\(name)","acct":"\(name)","display_name":"\(name.capitalized)",
    "note":"<p>I build.</p>","avatar_static":"https://files.example/\(name).png","statuses_count":2,
    "followers_count":1,"created_at":"2020-01-01T00:00:00.000Z"}
    """
  }
}
