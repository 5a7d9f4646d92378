import FireflyCore
import FireflyTransfer
import Foundation
import PostgresHarness
import Testing

@testable import FireflyStore

extension StoreContractTests {
  /// Stories that an earlier version copied have author and replies in their summaries, too.
  @Suite struct KeptSummaryTests {
    /// A copied story.
    private struct Story {
      let title: String
      let source: String
      let author: String
      let before: String
      let after: String
      var replies = 0
    }

    private static let stories = [
      Story(
        title: "loom", source: "hn", author: "ada",
        before: "loom.example · 5 points · ada · 2 replies", after: "loom.example · 5 points",
        replies: 2),
      Story(
        title: "alone", source: "hn", author: "Eve", before: "1 point · eve · 1 reply",
        after: "1 point · 1 reply"),
      Story(
        title: "tags", source: "lobsters", author: "ada",
        before: "2 points · ada · 3 replies · ada",
        after: "2 points · ada", replies: 1),
      Story(
        title: "topic", source: "discourse", author: "ben", before: "ben · 1 reply", after: "",
        replies: 1),
      Story(
        title: "handle", source: "discourse", author: "Ben Okafor",
        before: "3 likes · ben · pinned",
        after: "3 likes · ben · pinned"),
      Story(
        title: "forum", source: "lemmy", author: "Ada",
        before: "3 points · ada · 1 reply · weaving",
        after: "3 points · weaving", replies: 1),
      Story(
        title: "list", source: "reddit", author: "ada", before: "r/weaving · 5 points · ada",
        after: "r/weaving · 5 points"),
      // Not of a service, or what a user wrote.
      Story(
        title: "mail", source: "mail", author: "ada", before: "ada · 2 replies",
        after: "ada · 2 replies", replies: 1),
      Story(
        title: "edited", source: "hn", author: "ada", before: "Harvest · ada · 5 replies",
        after: "Harvest · ada · 5 replies", replies: 1),
      Story(
        title: "own", source: "", author: "ada", before: "Harvest · ada · 5 replies",
        after: "Harvest · ada · 5 replies", replies: 1),
    ]

    private static func document(_ summary: (Story) -> String) -> ImportDocument {
      var document = ImportDocument()
      for story in stories {
        var post = ImportedPost(title: story.title, summary: summary(story))
        (post.authorName, post.authorEmail) = (story.author, "\(story.author)@x.invalid")
        post.source = PostSource(name: story.source, key: story.title)
        let top = document.append(post)
        for number in 0..<story.replies {
          var reply = ImportedPost(summary: "ada · 1 reply")
          reply.source = PostSource(name: story.source, key: "\(story.title) \(number)")
          _ = document.append(reply, below: top)
        }
      }
      return document
    }

    private static let edit = "UPDATE posts SET body = 'mine' WHERE title = 'edited'"

    private func expectShortened(_ store: any Store) async throws {
      let snapshot = try await store.snapshot()
      let posts = try await snapshot.posts(snapshot.links().map(\.id))
      for story in Self.stories {
        let post = try #require(posts.first { $0.title == story.title })
        #expect(post.summary == story.after, "\(story.title)")
      }
      #expect(posts.filter { $0.title.isEmpty }.allSatisfy { $0.summary == "ada · 1 reply" })
      let loom = try #require(posts.first { $0.title == "loom" })
      #expect(try await store.search(words: "loom.example").map(\.id) == [loom.id])
      #expect(try await store.search(words: "loom 2").isEmpty)
      // What is imported now is the same.
      let again = try await store.add(
        Self.document(\.after), by: TemporaryStore.ada, ownership: .unchanged)
      #expect(again?.updated == 0 && again?.edited == 1)
    }

    @Test func sqlite() async throws {
      try await withOldDatabase(upTo: "Korean within words, emoji") { db in
        _ = try SQLiteSession(db).add(
          Self.document(\.before), by: TemporaryStore.ada, ownership: .unchanged)
        try db.execute(sql: Self.edit)
      } check: { store in
        try await expectShortened(store)
      }
    }

    @Test(.enabled(if: PostgresServer.programs != nil, "PostgreSQL is not installed"))
    func postgreSQL() async throws {
      let home = try TemporaryDatabase()
      let earlier = try home.open()
      try await earlier.updateAllPaths()
      _ = try await earlier.add(
        Self.document(\.before), by: TemporaryStore.ada, ownership: .unchanged)
      try home.database.sql(
        Self.edit + "; INSERT INTO settings (name, value) VALUES ('kept-summaries', '0')")
      let store = try home.open()
      _ = try await store.identity()
      try await store.updateAllPaths()
      try await expectShortened(store)
      let left = "SELECT count(*) FROM settings WHERE name = 'kept-summaries'"
      #expect(try home.database.sql(left) == "0\n")
    }

    /// An export of that version has them as well.
    @Test func exports() throws {
      let posts = """
        {"id":1,"title":"t","summary":"5 points · ada · 1 reply","author_name":"ada","source":"hn","source_key":"1","MORE"},
        {"id":2,"parent_id":1,"title":"","summary":"ada · 1 reply","source":"hn","source_key":"2","MORE"},
        {"id":3,"title":"t","summary":"5 points · ada · 1 reply","author_name":"ada","source":"hn","source_key":"3","MORE"},
        {"id":4,"title":"t","summary":"ada · 1 reply","author_name":"ada","source":"hn","source_key":"4","source_edited":true,"MORE"},
        {"id":5,"title":"t","summary":"ada · 1 reply","author_name":"ada","MORE"}
        """
      let shortened = [
        "5 points", "ada · 1 reply", "5 points · 1 reply", "ada · 1 reply", "ada · 1 reply",
      ]
      func summaries(_ text: String) throws -> [String?] {
        try ImportDocument(Data(text.utf8)).items.map(\.summary)
      }
      let flat = posts.replacing("\"MORE\"", with: #""server":"s""#)
      #expect(try summaries(flat.replacing("},\n", with: "}\n")) == shortened)
      let nested = posts.replacing(",\"MORE\"}", with: "}")
        .replacing("\"source_key\":\"1\"},", with: "\"source_key\":\"1\",\"children\":[")
        .replacing("\"source_key\":\"2\"},", with: "\"source_key\":\"2\"}]},")
      #expect(try summaries(#"{"server":"s","posts":[\#(nested)]}"#) == shortened)
      // Another program's file says what it says.
      #expect(
        try summaries(posts.replacing(",\"MORE\"}", with: "}").replacing("},\n", with: "}\n")).first
          == "5 points · ada · 1 reply")
    }
  }
}
