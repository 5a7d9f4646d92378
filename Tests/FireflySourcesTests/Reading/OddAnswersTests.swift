import FireflyAPI
import FireflyCore
import FireflySources
import SeededRandom
import SourceFakes
import Testing

/// What services may answer, and what becomes of it: no reply that can be read is lost.
@Suite(.endsServices) struct OddAnswersTests {
  private func replies(
    _ server: String, to top: Int, _ answers: [String: String]
  ) async throws -> [String] {
    let service = try await FakeService()
    for (target, json) in answers { service.answer(target, with: json) }
    let client = try SourceClient.source(server, at: service.address)
    return try await client.children(top, 1).posts.map { $0.title + $0.summary }
  }

  @Test(arguments: [
    ("", []),
    (#"{"short_id":"b","comment":"<p>x"}"#, ["x"]),
    (#"{"short_id":"b","comment":"x","commenting_user":{"username":"ada"}}"#, ["x"]),
    (#"{"short_id":"b","comment":null,"commenting_user":null}"#, [""]),
    (#"{"short_id":"b","comment":"x","is_moderated":true}"#, ["deleted"]),
    (#"{"short_id":"b","comment":"x","parent_comment":"zz"}"#, ["x"]),
    (#"{"short_id":"b","comment":"x","parent_comment":"b"}"#, ["x"]),
    (
      #"{"short_id":"b","comment":"x","parent_comment":"c"},{"short_id":"c","comment":"y","parent_comment":"b"}"#,
      ["y"]
    ),
    (#"{"short_id":"b","comment":"x"},{"short_id":"b","comment":"y"}"#, ["x"]),
    (#"{"short_id":"c","comment":"y","parent_comment":"b"},{"short_id":"b","comment":"x"}"#, ["x"]),
    (#"{"comment":"no name"},{"short_id":"","comment":"y"},{"short_id":"b","comment":"x"}"#, ["x"]),
    (
      #"{"short_id":"/../","comment":"y"},{"short_id":"B","comment":"y"},{"short_id":"b","comment":"x"}"#,
      ["x"]
    ),
    (#"{"short_id":"zzzzzzzzzzzzzz","comment":"y"},{"short_id":"b","comment":"x"}"#, ["x"]),
    (#"7,null,"x",[],{"short_id":"b","comment":"x"}"#, ["x"]),
    (#"{"short_id":"b","comment":"👩‍👩‍👧"},{"short_id":"c","comment":"שלום"}"#, ["👩‍👩‍👧", "שלום"]),
    (#"{"short_id":"b","comment":"<script>y</script>x\u001b[2J"}"#, ["x"]),
    (#"{"short_id":"b","comment":"<p>شجرة <b>كبيرة"}"#, ["شجرة كبيرة"]),
    (#"{"short_id":"b","comment":"x","url":7,"depth":"deep","score":null}"#, ["x"]),
    (#"{"short_id":"b","comment":"x","created_at":"yesterday"}"#, ["x"]),
    (
      #"{"short_id":"b","comment":"<em>gone</em>","is_deleted":true,"commenting_user":"ada"}"#,
      ["deleted"]
    ),
    (#"{"short_id":"b","comment":["x"],"commenting_user":["ada"]}"#, [""]),
  ])
  func lobsters(_ comments: String, _ expected: [String]) async throws {
    let json = #"{"short_id":"a","title":"t","comments":[\#(comments)]}"#
    #expect(try await replies("lobsters:", to: 20, ["/s/a.json": json]) == expected)
  }

  private static func comment(_ id: String, _ path: String, _ more: String = "") -> String {
    #"{"comment":{"id":\#(id),"path":"\#(path)","content":"\#(id)","post_id":1\#(more)},"counts":{}}"#
  }

  @Test(arguments: [
    ("", []),
    (comment("2", "0.2"), ["2"]),
    (comment("2", "0.2", #","deleted":true"#), ["deleted"]),
    (comment("2", "0.2", #","removed":true"#), ["deleted"]),
    (comment("2", "0.99.2"), ["2"]),
    (comment("2", ""), ["2"]),
    (comment("2", "x.y.z"), ["2"]),
    (comment("2", "0.-5.2"), ["2"]),
    (comment("2", "0.9223372036854775807.2"), ["2"]),
    (comment("2", "0.3.2") + "," + comment("3", "0.2.3"), ["3"]),
    (comment("3", "0.2.3") + "," + comment("2", "0.2"), ["2"]),
    (comment("2", "0.2") + "," + comment("2", "0.2"), ["2"]),
    (comment("-2", "0") + "," + comment("2", "0.2"), ["2"]),
    (comment("-9223372036854775808", "0") + "," + comment("2", "0.2"), ["2"]),
    (comment("99999999999999999999", "0") + "," + comment("2", "0.2"), ["2"]),
    (#"{"comment":7},null,{"creator":{}},"# + comment("2", "0.2"), ["2"]),
    (#"{"comment":{"id":2,"content":null}}"#, [""]),
    (#"{"comment":{"id":2,"content":"👩‍👩‍👧 שלום"}}"#, ["👩‍👩‍👧 שלום"]),
    (comment("2", "0.2", #","published":"never""#), ["2"]),
    (comment("2", "0.2", #","deleted":false,"removed":null"#), ["2"]),
    (comment("2", "0." + String(repeating: "7.", count: 64) + "2"), ["2"]),
    (#"{"comment":{"id":2,"content":"x"},"creator":{"name":null}}"#, ["x"]),
    (#"{"comment":{"id":2,"content":"<script>x\u001b[2J"}}"#, ["<script>x"]),
    (
      #"{"comment":{"id":2,"content":"not **a** title"},"creator":7,"counts":7}"#,
      ["not a title"]
    ),
  ])
  func lemmy(_ comments: String, _ expected: [String]) async throws {
    let post = #"{"post_view":{"post":{"id":1,"name":"t"}}}"#
    let answers = [
      "/api/v3/post?id=1": post,
      "/api/v3/comment/list?post_id=1": #"{"comments":[\#(comments)]}"#,
    ]
    #expect(try await replies("lemmy:lemmy.example", to: 2, answers) == expected)
  }

  @Test(arguments: [
    ("", []),
    (#"{"id":"2","in_reply_to_id":"1","content":"x"}"#, ["x"]),
    (#"{"id":2,"in_reply_to_id":1,"content":"x"}"#, ["x"]),
    (#"{"id":"2","in_reply_to_id":"99","content":"x"}"#, ["x"]),
    (#"{"id":"2","in_reply_to_id":"2","content":"x"}"#, ["x"]),
    (#"{"id":"2","in_reply_to_id":null,"content":null,"account":null}"#, [""]),
    (#"{"id":"2","spoiler_text":"careful","content":""}"#, ["carefulcontent warning"]),
    (#"{"id":"flake-Id_9","content":"x"}"#, ["x"]),
    (#"{"id":"","content":"y"},{"content":"y"},{"id":"2","content":"x"}"#, ["x"]),
    (#"{"id":"2","reblog":{"id":"3","content":"x"}}"#, ["x"]),
    (#"{"id":"2","content":"x","replies_count":-5}"#, ["x"]),
    (#"{"id":"2","spoiler_text":"The film","content":"He dies."}"#, ["The filmcontent warning"]),
    (
      #"{"id":"2","content":"Which?","poll":{"options":[{"title":"a & b","votes_count":1},{"title":"c"},7]}}"#,
      ["Which?"]
    ),
    (#"{"id":"2","content":"x","poll":{"options":null},"quote":{"state":"pending"}}"#, ["x"]),
    (
      #"{"id":"2","content":"","media_attachments":[{"type":"image","url":"https://a.org/b.png","description":"A <red> lamp"}]}"#,
      ["A <red> lamp"]
    ),
    (
      #"{"id":"2","content":"","media_attachments":[{"type":"video","url":"javascript:x","description":null}]}"#,
      ["video"]
    ),
    (
      #"{"id":"2","content":"See","quote":{"quoted_status":{"id":"3","content":"x","account":{"acct":"ada"}}}}"#,
      ["See"]
    ),
    (
      #"{"id":"2","content":"See","quote":{"quoted_status":{"id":"3","content":"dies","spoiler_text":"film"}}}"#,
      ["See"]
    ),
    (#"{"id":"2","content":"👩‍👩‍👧 שלום"}"#, ["👩‍👩‍👧 שלום"]),
    (#"{"id":"2","content":"<script>y</script>x\u001b[2J"}"#, ["x"]),
    (
      #"{"id":"3","in_reply_to_id":"2","content":"y"},{"id":"2","in_reply_to_id":"3","content":"x"}"#,
      ["x"]
    ),
    (#"7,null,{"id":"2","content":"x","media_attachments":[7,{"preview_url":5}],"card":7}"#, ["x"]),
  ])
  func mastodon(_ descendants: String, _ expected: [String]) async throws {
    let answers = [
      "/api/v1/statuses/1": #"{"id":"1","content":"t"}"#,
      "/api/v1/statuses/1/context": #"{"ancestors":[],"descendants":[\#(descendants)]}"#,
    ]
    #expect(try await replies("mastodon:m.example", to: 1, answers) == expected)
  }

  @Test(arguments: [
    ("", []),
    (#"{"id":10,"post_number":1,"cooked":"top"}"#, []),
    (#"{"id":11,"post_number":2,"cooked":"x"}"#, ["x"]),
    (#"{"id":11,"post_number":2,"cooked":"x","reply_to_post_number":1}"#, ["x"]),
    (#"{"id":11,"post_number":2,"cooked":"x","reply_to_post_number":77}"#, ["x"]),
    (#"{"id":11,"post_number":2,"cooked":"x","reply_to_post_number":2}"#, ["x"]),
    (#"{"id":11,"post_number":2,"cooked":"x","deleted_at":"2025-01-01"}"#, ["deleted"]),
    (#"{"id":11,"cooked":null,"username":null}"#, [""]),
    (
      #"{"id":11,"post_number":2,"post_type":3,"cooked":"","action_code":"closed.enabled"}"#,
      ["Topic closed"]
    ),
    (#"{"id":11,"post_number":2,"cooked":"x","user_deleted":true}"#, ["deleted"]),
    (#"{"id":11,"post_number":2,"cooked":"x","user_deleted":null,"deleted_at":null}"#, ["x"]),
    (#"{"id":"11","post_number":"2","cooked":"x"}"#, ["x"]),
    (#"{"id":99999999999999999999,"cooked":"y"},{"id":11,"cooked":"x"}"#, ["x"]),
    (
      #"{"id":11,"cooked":"<p>hi <img class=emoji src=/s.png alt=':smile:'> <a href='/u/a'>@a</a>"}"#,
      ["hi :smile: @a"]
    ),
    (#"{"id":11,"cooked":"👩‍👩‍👧 שלום"}"#, ["👩‍👩‍👧 שלום"]),
    (#"{"id":11,"cooked":"<script>y</script>x\u001b[2J"}"#, ["x"]),
    (#"{"id":11,"cooked":"x","created_at":"soon","name":7}"#, ["x"]),
    (
      #"{"id":11,"post_number":2,"cooked":"x","reply_to_post_number":3},{"id":12,"post_number":3,"cooked":"y","reply_to_post_number":2}"#,
      ["y"]
    ),
    (#"{"id":11,"post_number":2,"cooked":"x"},{"id":11,"post_number":3,"cooked":"y"}"#, ["x"]),
    (#"7,{"post_number":2},{"id":-1},{"id":11,"post_number":3,"cooked":"x"}"#, ["x"]),
    (
      #"{"id":12,"post_number":3,"cooked":"y","reply_to_post_number":2},{"id":11,"post_number":2,"cooked":"x"}"#,
      ["x"]
    ),
  ])
  func discourse(_ posts: String, _ expected: [String]) async throws {
    let json = #"{"id":1,"title":"t","post_stream":{"posts":[\#(posts)],"stream":[]}}"#
    #expect(
      try await replies("discourse:forum.example", to: 2, ["/t/1.json": json]) == expected)
  }

  /// The link follows the text, because the card of a status begins with its text.
  @Test(arguments: [
    (#"Look"#, "Look\n\n<https://a.org/?b&c>"),
    (#"<a href=\"https://a.org/?b&amp;c\">this</a>"#, "[this](https://a.org/?b&c)"),
    (
      #"<a href=\"https://a.org/?b&amp;c=d\">that</a>"#,
      "[that](https://a.org/?b&c=d)\n\n<https://a.org/?b&c>"
    ),
  ])
  func aCardOfMastodonIsNoSecondLink(_ content: String, _ body: String) async throws {
    let service = try await FakeService()
    service.answer(
      "/api/v1/trends/statuses",
      with: #"[{"id":"1","content":"\#(content)","card":{"url":"https://a.org/?b&c"}}]"#)
    let mastodon = try SourceClient.source("mastodon:m.example", at: service.address)
    #expect(try await mastodon.front().first?.body == body)
  }

  @Test func emojiOfAnInstanceAreNoPartOfANameAndHiddenTextIsInTheBody() async throws {
    let service = try await FakeService()
    service.answer(
      "/api/v1/trends/statuses",
      with: #"[{"id":"1","content":"He dies.","spoiler_text":"film","account":{"acct":"ada","#
        + #""display_name":"Ada :cat: :-)","emojis":[{"shortcode":"cat"},7]}}]"#)
    let mastodon = try SourceClient.source("mastodon:m.example", at: service.address)
    let post = try #require(try await mastodon.front().first)
    #expect(post.authorName == "Ada :-)")
    #expect((post.title, post.summary, post.body) == ("film", "content warning", "He dies."))
  }

  @Test func lemmySaysInItsOwnWords() async throws {
    let service = try await FakeService()
    let lemmy = try SourceClient.source("lemmy:lemmy.example", at: service.address)
    service.trouble("/api", .status(400, message: "couldnt_find_post"))
    await #expect(throws: APIError.status(404, message: nil)) { try await lemmy.post(2, false) }
    service.trouble("/api", .status(400, message: "instance_is_private"))
    await #expect(throws: APIError.notOffered("lemmy.example shows this to signed-in users only."))
    {
      try await lemmy.front()
    }
    service.trouble("/api", .status(400, message: "rate_limit_error"))
    for _ in 0..<2 {
      await #expect { try await lemmy.front() } throws: {
        if case .status(429, _)? = $0 as? APIError { true } else { false }
      }
    }
    #expect(service.requests.count == 3)
  }

  @Test func hiddenPicturesAreNotShown() async throws {
    let service = try await FakeService()
    let media = #""media_attachments":[{"type":"image","preview_url":"https://a.org/p.png"}]"#
    service.answer(
      "/api/v1/trends/statuses",
      with: #"[{"id":"1","content":"x",\#(media)},{"id":"2","sensitive":true,\#(media)}]"#)
    let mastodon = try SourceClient.source("mastodon:m.example", at: service.address)
    #expect(try await mastodon.front().map(\.imageURL) == ["https://a.org/p.png", nil])
    let picture = #""thumbnail_url":"https://a.org/p.png""#
    service.answer(
      "/api/v3/post/list",
      with: #"{"posts":[{"post":{"id":1,\#(picture)}},{"post":{"id":2,"nsfw":true,\#(picture)}}]}"#)
    let lemmy = try SourceClient.source("lemmy:lemmy.example", at: service.address)
    #expect(try await lemmy.front().map(\.imageURL) == ["https://a.org/p.png", nil])
  }

  /// Answers with random changes: an error or a list, and an end in any case.
  @Test func changedAnswersAreReadOrRefused() async throws {
    var random = SplitMix(seed: 26)
    let service = try await FakeService()
    let original =
      Array(
        #"{"id":1,"title":"t","children":[{"id":2,"author":"a","text":"<p>b <a href=\"https://c.d\">e</a>","#
          .utf8)
      + Array(#""children":[{"id":3,"text":"&lt;f&gt;","parent_id":2}]},{"id":4}]}"#.utf8)
    for _ in 0..<300 {
      var bytes = original
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: bytes[place] = UInt8.random(in: 0x20...0x7E, using: &random)
        case 1: bytes.remove(at: place)
        default: bytes.insert(contentsOf: bytes[place...].prefix(12), at: place)
        }
      }
      service.answer("/api/v1/items/1", with: String(decoding: bytes, as: UTF8.self))
      let client = try SourceClient.source("hn:", at: service.address)
      let posts = (try? await client.branch(1, 16, 100).posts) ?? []
      #expect(posts.count <= 12)
    }
  }
}
