import FireflyAPI
import FireflyCore
import FireflySources
import Foundation
import SourceFakes
import Testing

/// Lists of the parts of services, with what they should not have in them: each post that can be read is
/// there once, and an answer that can't be read is an error in words.
@Suite(.endsServices) struct OddListsTests {
  /// A part of a service, and how its answers are written.
  struct Part: CustomTestStringConvertible, Sendable {
    /// The source, as `--server` names it.
    var name: String
    /// The beginning of the request for its list.
    var target: String
    /// What stands around the posts.
    var frame: (before: String, after: String)
    /// A post: `@ID`, `@TITLE` and `@MORE` stand for its ID, its title or text, and further fields.
    var post: String
    /// The names of fields that posts may have.
    var fields: [String]
    /// Whether it is one of the further lists.
    var isFurther = false

    var testDescription: String { name + " " + target }

    func post(_ id: Int, _ title: String = "t", _ more: String = "") -> String {
      // Lobsters counts in letters.
      let name = name.hasPrefix("lobsters") ? "a\(id)" : "\(id)"
      return post.replacing("@ID", with: name).replacing("@TITLE", with: title)
        .replacing("@MORE", with: more)
    }
  }

  static let parts = [
    Part(
      name: "lobsters:t/rust", target: "/t/rust.json", frame: ("[", "]"),
      post: #"{"short_id":"@ID","title":"@TITLE"@MORE}"#,
      fields: [
        "url", "score", "comment_count", "submitter_user", "tags", "created_at", "description",
      ]),
    Part(
      name: "lemmy:l.example/c/rust", target: "/api/v3/post/list", frame: ("{\"posts\":[", "]}"),
      post: #"{"post":{"id":@ID,"name":"@TITLE"@MORE}}"#,
      fields: ["url", "body", "nsfw", "locked", "published", "ap_id", "thumbnail_url", "updated"]),
    Part(
      name: "mastodon:m.example/tags/swift", target: "/api/v1/timelines/tag/swift",
      frame: ("[", "]"), post: #"{"id":"@ID","content":"@TITLE"@MORE}"#,
      fields: [
        "account", "card", "poll", "media_attachments", "quote", "created_at", "sensitive",
        "reblog",
        "edited_at", "favourites_count",
      ]),
    Part(
      name: "mastodon:m.example/@ada", target: "/api/v1/accounts/9/statuses",
      frame: ("[", "]"), post: #"{"id":"@ID","content":"@TITLE"@MORE}"#,
      fields: ["account", "spoiler_text", "visibility", "in_reply_to_id"]),
    Part(
      name: "discourse:f.example/c/help/7", target: "/c/help/7/l/latest.json",
      frame: ("{\"topic_list\":{\"topics\":[", "]}}"), post: #"{"id":@ID,"title":"@TITLE"@MORE}"#,
      fields: [
        "posters", "posts_count", "excerpt", "image_url", "featured_link", "pinned", "closed",
      ]),
    Part(
      name: "discourse:f.example/tag/tea", target: "/tag/tea/l/latest.json",
      frame: ("{\"topic_list\":{\"topics\":[", "]}}"), post: #"{"id":@ID,"title":"@TITLE"@MORE}"#,
      fields: ["created_at", "like_count", "tags"]),
    Part(
      name: "hn:", target: "/api/v1/search_by_date?hitsPerPage=100&tags=ask_hn",
      frame: ("{\"hits\":[", "]}"),
      post: #"{"objectID":"@ID","title":"@TITLE","author":"ada"@MORE}"#,
      fields: ["url", "points", "num_comments", "story_text", "_tags", "created_at_i", "children"],
      isFurther: true),
  ]

  private static let wrong = [
    "null", "7", "-1", "\"\"", "\"x\"", "[]", "{}", "true", "1e99", "[{\"id\":[]}]", "[null,7,{}]",
    "{\"url\":7}", "99999999999999999999",
  ]

  /// Returns answers, and how many posts they have; nil for those that can't be read.
  private static func answers(of part: Part) -> [(text: String, count: Int?)] {
    func list(_ posts: String...) -> String {
      part.frame.before + posts.joined(separator: ",") + part.frame.after
    }
    let usual: [(String, Int?)] = [
      (list(), 0), (list(part.post(1)), 1), (list(part.post(1), part.post(2)), 2),
      (list(part.post(1), part.post(1, "again")), 1),
      (list("7", "null", "\"x\"", "[]", "{}", "true", part.post(1)), 1),
      (list(part.post(1, "")), 1), (list(part.post(1, #"\u001b[31m\u202e x \u0000"#)), 1),
      (list(part.post(1, "👩‍👩‍👧 שלום")), 1), (list(part.post(1, #"<script>x</script><b>y"#)), 1),
      (list(part.post(1, String(repeating: "a", count: 100_000))), 1),
      (list(part.post(1, #"two\nlines"#)), 1),
      (list(part.post(1, "t", #","unheard":{"of":[1]}"#)), 1),
      (list((1...300).map { part.post($0) }.joined(separator: ",")), 300),
      (list(part.post(1)).replacing(":\"t\"", with: ":[\"t\"]"), 1),
      ("<html><body>no</body></html>", nil), ("", nil), ("[", nil),
      (list(part.post(1)).dropLast().description, nil),
      (String(repeating: "[", count: 5_000), nil),
    ]
    let fields = part.fields.flatMap { field in
      wrong.map { (list(part.post(1, "t", ",\"\(field)\":\($0)"), part.post(2)), Int?.some(2)) }
    }
    return (usual + fields).map { (text: $0.0, count: $0.1) }
  }

  @Test(arguments: parts) func noPostIsLost(_ part: Part) async throws {
    let service = try await FakeService()
    service.answer("/api/v1/accounts/lookup", with: #"{"id":"9","acct":"ada"}"#)
    let answers = Self.answers(of: part)
    #expect(answers.count > 50)
    for (text, count) in answers {
      service.answer(part.target, with: text)
      // The next page of a list.
      service.answer("/c/help/7/l/latest.json?page=1", with: #"{"topic_list":{"topics":[]}}"#)
      service.answer("/tag/tea/l/latest.json?page=1", with: #"{"topic_list":{"topics":[]}}"#)
      let client = try SourceClient.source(part.name, at: service.address)
      let shown = text.prefix(300)
      do {
        let posts = try await list(part, client)
        #expect(Set(posts.map(\.id)).count == posts.count, "\(shown)")
        #expect(posts.count == count || count == 300 && posts.count > 49, "\(shown)")
        for post in posts {
          let words = [post.title, post.summary, post.body].joined()
          #expect(
            words.unicodeScalars.allSatisfy { $0 == "\n" || $0.value >= 0x20 && $0.value != 0x202E }
          )
        }
      } catch {
        let sentence = (error as? APIError)?.sentence ?? ""
        #expect(count == nil && sentence.hasSuffix("."), "\(shown) \(error)")
      }
    }
  }

  private func list(_ part: Part, _ client: any PostsClient) async throws -> [Post] {
    guard part.isFurther else { return try await client.front() }
    let row = try #require(
      try await client.recentPosts("query", .everyone, nil, 50).posts.first { $0.title == "Ask HN" }
    )
    var posts: [Post] = []
    for hit in try await client.search(row.id) {
      posts.append(try await client.post(hit.id, false))
    }
    return posts
  }
}
