import FireflyAPI
import FireflyCore
import FireflySources
import Foundation
import Logging
import SourceFakes
import Testing

/// Whatever an instance answers to an account, every call ends, with posts or an error.
@Suite struct MastodonOddAnswersTests {
  private static let answers = [
    "", "null", "[]", "{}", "7", "\"x\"", "[null,1,\"x\",{},[]]", "<html>", "{\"id\":null}",
    #"{"id":9223372036854775807,"acct":7,"visibility":{},"source":[],"created_at":-1}"#,
    #"{"id":"-1","acct":"\u0000\u001b[31m","visibility":"public","in_reply_to_id":1e400}"#,
    #"{"id":"a b\r\nX: y","acct":"ada","access_token":"a\r\nX: y","client_id":"1","client_secret":"2"}"#,
    #"[{"id":"1","type":"mention","status":{"id":"1","reblog":{"id":"1","reblog":{"id":"1"}}}}]"#,
    #"{"configuration":{"statuses":{"max_characters":-5,"characters_reserved_per_url":1e9}},"max_toot_chars":"x"}"#,
    #"{"ancestors":[{"id":"5","in_reply_to_id":"5"}],"descendants":{"id":"6","in_reply_to_id":"6"}}"#,
    #"{"ancestors":[{"id":"5","in_reply_to_id":"4"}],"descendants":[]}"#,
    #"{"id":"5","text":"x","quote":{"quoted_status_id":"a b\r\nX"},"media_attachments":[{"id":"5\r\nX: y"},7]}"#,
    #"{"id":"5","text":"x","media_attachments":[{"id":"5","meta":{"focus":{"x":1e400,"y":"n"}},"preview_url":"javascript:x","description":"\u001b[31m\u0000"},{"id":"5","type":{},"meta":[]}]}"#,
    String(repeating: "[", count: 600) + String(repeating: "]", count: 600),
  ]

  @Test(arguments: answers) func everyCallEnds(_ answer: String) async throws {
    let server = try await ExchangeServer { _ in
      .init(
        status: 200,
        fields: [
          "Content-Type": "application/json",
          "Link": "<https://m.example/?max_id=7>; rel=\"next\", <<>;;,rel=next",
        ], body: .bytes(Array(answer.utf8)))
    }
    let client = try SourceClient.source(
      "mastodon:instance.example", at: server.address, credentials: .signedIn("right"))
    var form = PostForm(email: "", title: "w", summary: "", body: "@bob hi")
    (form.parentID, form.postID, form.replacesPictures) = (5, 5, true)
    form.further = [DescribedImage(kept: "5", "a lamp", crop: Draft.Crop(x: 1))]
    let change = form
    // Every person has a number as soon as they were seen.
    let bob = (try? await client.recentUsers())?.posts.first?.id ?? 5
    let calls: [@Sendable () async throws -> Any] = [
      { try await client.recentPosts("post", .everyone, nil, 50) },
      { try await client.recentPosts("query", .everyone, nil, 50) },
      { try await client.recentUsers() },
      { try await client.answers(nil, 50) },
      { try await client.notices(nil, areSeen: true) }, { try await client.searchWords("x") },
      { try await client.post(5, true) }, { try await client.children(5, 3) },
      { try await client.version(5) }, { try await client.fields() },
      { try await client.create(change, "key") }, { try await client.update(change) },
      { try await client.found(change, .distantPast) as Any }, { try await client.delete(5) },
      { try await client.mark(5, .boost, true) }, { try await client.profile("bob", true) as Any },
      { try await client.relate(bob, .follow) }, { try await client.list(.profile(bob)) { _ in } },
    ]
    for call in calls {
      do { _ = try await call() } catch { #expect(error is APIError) }
    }
    let signIn = MastodonSignIn(
      try SourceAddress(.mastodon, instance: "instance.example"),
      server: try ServerAddress(server.address), userAgent: "Firefly",
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    await #expect(throws: APIError.self) {
      let pending = try await signIn.begin()
      _ = try await signIn.finish(pending, code: "code")
    }
    // Nothing is asked for without an end, and no answer gets into a header.
    #expect(server.exchanges.count < 250)
    #expect(server.exchanges.allSatisfy { $0.token == nil || $0.token == "right" })
  }
}
