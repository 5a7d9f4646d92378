import FireflyAPI
import FireflyCore
import SourceFakes
import Testing

@testable import FireflySources

/// What a status has beside its text: emojis, quotations, earlier versions.
@Suite(.endsServices) struct MastodonPartsTests {
  private typealias Status = FakeInstance.Status

  private static let emojis = ["blobcat", "party_parrot"].map { MastodonEmoji(shortcode: $0) }

  @Test(arguments: [
    (":blobcat:", "blobcat"), ("Hi :party_parrot:!", "Hi party parrot!"), ("a:b:c", "a:b:c"),
    (":blobcat::blobcat:", "blobcatblobcat"), ("12:30:blobcat:", "12:30blobcat"),
    (#"<a href="x:blobcat:y">:blobcat:</a>"#, #"<a href="x:blobcat:y">blobcat</a>"#),
    (":blobcat", ":blobcat"), ("::", "::"), ("blobcat:", "blobcat:"), ("", ""),
  ])
  func emojisStandByTheirNames(_ text: String, _ expected: String) {
    #expect(text.namingEmojis(Self.emojis) == expected)
  }

  @Test func aQuotationIsASmallCard() async throws {
    var status = Status(1, "so true")
    status.fields = #"""
      {"quote":{"state":"accepted","quoted_status":{"id":"9","content":"<p>the :hat: words</p>",
      "url":"https://far.example/@zed/1","created_at":"2025-05-03T12:00:00.000Z",
      "emojis":[{"shortcode":"hat"}],"account":{"acct":"zed","display_name":"Zed *Zoe*"},
      "media_attachments":[{"type":"image","preview_url":"https://f.example/1","description":"a lamp"}]}}}
      """#
    let fake = try await FakeInstance([status])
    let posts = try await fake.client(token: "right").recentPosts("post", .everyone, nil, 50).posts
    #expect(
      posts[0].body == #"""
        so true

        > **Zed \*Zoe\*** · [@zed](https://far.example/@zed/1) · 3 May 2025
        >
        > the hat words
        >
        > picture: a lamp
        """#)
  }

  /// What is quoted and doesn't come leaves a trace, and the reason if that is said.
  @Test(arguments: [
    ("pending", ": its author has not agreed yet"), ("rejected", ": its author has not agreed"),
    ("revoked", ": its author agrees no longer"), ("deleted", ": it was deleted"),
    ("unauthorized", ": you may not read it"), ("blocked_account", ": you block its author"),
    ("accepted", ""), ("new_word", ""), ("", ""),
  ])
  func aShallowQuotationSaysWhy(_ state: String, _ reason: String) async throws {
    var (status, linked) = (Status(1, "so true"), Status(2, "x"))
    let quote = #""quote":{"state":"\#(state)","quoted_status":null,"quoted_status_id":"9"}"#
    status.fields = "{\(quote)}"
    linked.fields = """
      {"content": "<p class=\\"quote-inline\\">RE: <a href=\\"https://f.example/9\\">f</a></p><p>so</p>", \(quote)}
      """
    let fake = try await FakeInstance([status, linked])
    let posts = try await fake.client(token: "right").recentPosts("post", .everyone, nil, 50).posts
    let trace = "> [quotes a post](https://instance.example/statuses/9)\(reason)"
    #expect(posts.last?.body == "so true\n\n" + trace)
    // A link in the text is a trace, too, but says no reason.
    #expect(posts.first?.body.contains(trace) == !reason.isEmpty)
  }

  /// All pictures are known in lists, too, with what is on them.
  @Test func aPostInAListHasAllPictures() async throws {
    var status = Status(1)
    status.media = [FakeInstance.Media("1", "a lamp"), FakeInstance.Media("2", "a wick")]
    let fake = try await FakeInstance([status, Status(2)])
    let posts = try await fake.client(token: "right").recentPosts("post", .everyone, nil, 50).posts
    #expect(posts.map { $0.service?.pictures?.map(\.description) } == [nil, ["a lamp", "a wick"]])
  }

  @Test func anEditedPostNamesItsEarlierVersions() async throws {
    var (first, second) = (Status(1, "changed"), Status(2, "as it was"))
    (first.isEdited, first.fields) = (true, #"{"url":"https://instance.example/@bob/1"}"#)
    second.fields = #"{"url":"https://instance.example/@bob/2"}"#
    let fake = try await FakeInstance([first, second])
    let posts = try await fake.client(token: "right").recentPosts("post", .everyone, nil, 50).posts
    #expect(posts.map { $0.service?.versions } == [nil, "https://instance.example/@bob/1"])
  }
}
