import FireflyCore
import FireflyTransfer
import Foundation
import Testing

@testable import FireflyStore

extension StoreContractTests {
  /// Posts of a source that are imported again.
  @Suite struct SourceTests {
    private static let thread = """
      {"posts":[{"title":"story","source":"hn","source_key":"1","children":[
        {"title":"","body":"one","source":"hn","source_key":"2"},
        {"title":"","body":"two","source":"hn","source_key":"3"}]}]}
      """

    private func titles(_ home: TestStore) async throws -> [String] {
      let snapshot = try await home.store.snapshot()
      var lines: [String] = []
      let plan = TreePlan(try await snapshot.links())
      try await snapshot.read(plan.steps) { index, post, source in
        lines.append("\(plan.steps[index].level) \(post.title)\(post.body) \(source?.key ?? "-")")
      }
      return lines
    }

    @Test func aSourceHasTwoShortParts() {
      let longest = String(repeating: "é", count: 512)
      #expect(PostSource(name: longest, key: longest) != nil)
      for bad in ["", longest + "a", "a\u{0}"] {
        #expect(PostSource(name: bad, key: "1") == nil)
        #expect(PostSource(name: "hn", key: bad) == nil)
      }
    }

    @Test(arguments: StoreKind.all) func whatCameFromTheWebKnowsItsPage(_ kind: StoreKind)
      async throws
    {
      let home = try await kind.make()
      func page(_ id: Int) async throws -> String? {
        guard let post = try await home.store.post(id) else { return nil }
        return try await home.store.page(of: post)
      }
      try await home.add(
        """
        {"posts":[
          {"title":"a","source":"hn","source_key":"1","children":[
            {"title":"b","source":"hn","source_key":"2"}]},
          {"title":"c","source":"lobsters","source_key":"x1","children":[
            {"title":"d","source":"lobsters","source_key":"y2"}]},
          {"title":"e","source":"reddit","source_key":"t3_x","children":[
            {"title":"f","source":"reddit","source_key":"t1_y"}]},
          {"title":"g","source":"lemmy","source_key":"https://l.example/post/7"},
          {"title":"h","source":"mail","source_key":"1@x.example"},
          {"title":"i","source":"hn","source_key":"1/../2"}, {"title":"j"}]}
        """)
      var pages: [String] = []
      for id in 1...10 { pages.append(try await page(id) ?? "-") }
      #expect(
        pages == [
          "https://news.ycombinator.com/item?id=1", "https://news.ycombinator.com/item?id=2",
          "https://lobste.rs/s/x1", "https://lobste.rs/c/y2", "https://www.reddit.com/comments/x",
          "https://www.reddit.com/comments/x/_/y", "https://l.example/post/7", "-", "-", "-",
        ])
    }

    /// Some sources say where their posts are.
    @Test(arguments: StoreKind.all) func pagesOfSourcesAreKept(_ kind: StoreKind) async throws {
      let home = try await kind.make()
      func add(_ pages: String?...) async throws -> [String?] {
        let posts = pages.enumerated().map { index, page in
          let page = page.map { ",\"source_page\":\"\($0)\"" } ?? ""
          return "{\"title\":\"\(index)\",\"source\":\"mail\",\"source_key\":\"\(index)@x\"\(page)}"
        }
        try await home.add("{\"posts\":[\(posts.joined(separator: ","))]}")
        var found: [String?] = []
        for id in 1...pages.count {
          found.append(try await home.store.page(of: try #require(try await home.store.post(id))))
        }
        return found
      }
      let one = "https://lists.example/a/0@x/"
      #expect(try await add(one, nil, "javascript:x", "https://a b") == [one, nil, nil, nil])
      // It stays if a later import doesn't know it, and changes if that knows better.
      let other = "https://lists.example/all/1@x/"
      #expect(try await add(nil, other, nil) == [one, other, nil])
      #expect(try await add(other) == [other])
      let snapshot = try await home.store.snapshot()
      let sources = try await snapshot.sources(of: [1, 3])
      #expect(sources[1]?.source.page == other && sources[3]?.source.page == nil)
    }

    /// More than one statement takes; what is purged leaves no page behind.
    @Test(arguments: StoreKind.all) func pagesOfManySourcesAreKept(_ kind: StoreKind) async throws {
      let home = try await kind.make()
      func add(again: Bool = false, pages: Bool) async throws {
        let posts = (1...250).map { number in
          let page = pages ? ",\"source_page\":\"https://lists.example/\(number)\"" : ""
          return "{\"title\":\"t\",\"source\":\"mail\",\"source_key\":\"\(number)@x\"\(page)}"
        }
        var document = try ImportDocument(
          Data("{\"posts\":[\(posts.joined(separator: ","))]}".utf8))
        document.bringsBackDeleted = again
        _ = try await home.store.add(document, by: TemporaryStore.ada, ownership: .unchanged)
      }
      func page(_ id: Int) async throws -> String? {
        try await home.store.page(of: try #require(try await home.store.post(id)))
      }
      try await add(pages: true)
      for id in [1, 100, 101, 250] { #expect(try await page(id) == "https://lists.example/\(id)") }
      try await home.store.delete(7)
      try await home.store.purgeDeleted(at: Date().addingTimeInterval(601))
      try await add(again: true, pages: false)
      #expect(try await page(8) == "https://lists.example/8")
      let brought = try #require(try await home.store.snapshot().links().map(\.id).max())
      #expect(brought == 251)
      #expect(try await page(brought) == nil)
    }

    /// Pictures that one import has copied stay when a later one only names them.
    @Test(arguments: StoreKind.all) func copiedPicturesStay(_ kind: StoreKind) async throws {
      let home = try await kind.make()
      let address = "https://p.example/a.gif"
      func document(_ words: String, copied: Bool) throws -> ImportDocument {
        var document = try ImportDocument(
          Data(
            """
            {"title":"a","source":"s","source_key":"1","image_url":"\(address)",
             "body":"\(words) ![b](\(address)) [c](https://o.example)"}
            """.replacing("\n", with: "").utf8))
        if copied { document.bring([address: Data("GIF89ax\0\u{1}\0\0\0\0;".utf8)]) }
        return document
      }
      func add(_ words: String, copied: Bool) async throws -> (ImportResult?, Post?) {
        let result = try await home.store.importPosts(
          document(words, copied: copied), localUser: { TemporaryStore.ada })
        return (result, try await home.store.post(result.roots[0]))
      }
      let first = try await add("x", copied: false).1
      #expect(first?.imageURL == address && first?.body.contains(address) == true)
      let (copied, post) = try await add("x", copied: true)
      let name = try #require(post?.imageURL.flatMap(BodyPicture.name))
      #expect(copied?.updated == 1)
      #expect(post?.body == "x ![b](/uploads/\(name)) [c](https://o.example)")
      let (again, same) = try await add("x", copied: false)
      #expect(again?.updated == 0 && same?.body == post?.body && same?.imageURL == post?.imageURL)
      // Other words replace the text.
      let (changed, other) = try await add("y", copied: false)
      #expect(changed?.updated == 1 && other?.body.hasPrefix("y ![b](https://p.example") == true)
      #expect(other?.imageURL == post?.imageURL)
    }

    @Test(arguments: StoreKind.all) func nothingIsThereTwice(_ kind: StoreKind) async throws {
      let home = try await kind.make()
      let roots = try await home.add(Self.thread)
      try await home.add(#"{"id":9,"title":"mine"}"#)
      _ = try await home.store.move(4, to: 2, if: .none, by: TemporaryStore.ada.email, at: Date())
      let before = try await titles(home)
      #expect(before == ["0 story 1", "1 one 2", "2 mine -", "1 two 3"])
      #expect(try await home.add(Self.thread) == roots)
      #expect(try await titles(home) == before)
      // Another source may use the same keys.
      try await home.add(Self.thread.replacing("hn", with: "lobsters"))
      #expect(try await titles(home).count == 7)
    }

    @Test(arguments: StoreKind.all) func importUpdatesChangedPosts(_ kind: StoreKind) async throws {
      let home = try await kind.make()
      try await home.add(Self.thread)
      let document = try ImportDocument(
        Data(
          Self.thread.replacing("one", with: "one edited")
            .replacing(
              "\"3\"}",
              with:
                "\"3\"},{\"title\":\"\",\"body\":\"new\",\"source\":\"hn\",\"source_key\":\"4\"}"
            )
            .utf8))
      let result = try #require(
        try await home.store.add(document, by: TemporaryStore.ada, ownership: .unchanged))
      #expect(result.added == 1 && result.updated == 1)
      #expect(try await titles(home) == ["0 story 1", "1 one edited 2", "1 two 3", "1 new 4"])
      #expect(try await home.store.search(words: "edited").count == 1)
    }

    /// Words of a user are never replaced by those of a source, also not by way of an export.
    @Test(arguments: StoreKind.all) func editsByUsersStay(_ kind: StoreKind) async throws {
      let home = try await kind.make()
      try await home.add(Self.thread)
      for (id, body) in [(2, "mine"), (3, "two")] {
        var change = PostChange()
        change.body = body
        _ = try await home.store.update(id, change, by: TemporaryStore.ada.email)
      }
      let newer = Self.thread.replacing("\"one", with: "\"new one")
        .replacing("\"two", with: "\"new two")
      func add(_ text: String, _ home: TestStore) async throws -> ImportResult? {
        try await home.store.add(
          ImportDocument(Data(text.utf8)), by: TemporaryStore.ada, ownership: .unchanged)
      }
      for (updated, edited) in [(1, 1), (0, 1)] {
        let result = try await add(newer, home)
        #expect(result?.added == 0 && result?.updated == updated && result?.edited == edited)
        #expect(try await titles(home) == ["0 story 1", "1 mine 2", "1 new two 3"])
      }
      // Deleted and restored, it is still the user's.
      try await home.store.delete(2)
      _ = try await home.store.restore(2)
      _ = try await add(newer, home)
      #expect(try await home.store.post(2)?.body == "mine")

      var all = Data()
      try await home.store.exportPosts(.nested) { all.append(contentsOf: $0) }
      let other = try await kind.make()
      try await other.add(all)
      _ = try await add(newer.replacing("new two", with: "newer two"), other)
      #expect(try await titles(other) == ["0 story 1", "1 mine 2", "1 newer two 3"])
    }

    @Test(arguments: StoreKind.all) func importLeavesDeletedPostsAlone(_ kind: StoreKind)
      async throws
    {
      let home = try await kind.make()
      try await home.add(Self.thread)
      // There: what was kept stays.
      try await home.add(
        #"{"title":"deleted","template_name":"deleted","source":"hn","source_key":"2"}"#)
      #expect(try await home.store.post(2)?.body == "one")
      // Here: the place of a deleted post is not filled again.
      try await home.store.delete(1)
      try await home.add(Self.thread)
      #expect(try await home.store.post(1)?.template == .deleted)
      #expect(try await titles(home).first == "0 deleted 1")
      _ = try await home.store.restore(1)
      try await home.add(Self.thread)
      #expect(try await titles(home) == ["0 story 1", "1 one 2", "1 two 3"])
    }

    /// Also when they can't be restored any more.
    @Test(arguments: StoreKind.all) func purgedPostsStayAway(_ kind: StoreKind)
      async throws
    {
      let home = try await kind.make()
      try await home.add(Self.thread)
      for id in [3, 1] { try await home.store.delete(id) }
      try await home.store.purgeDeleted(at: Date() + 1_000_000_000)
      #expect(try await titles(home) == ["0 deleted 1", "1 one 2"])
      for _ in 0..<2 {
        try await home.add(Self.thread)
        #expect(try await titles(home) == ["0 deleted 1", "1 one 2"])
      }
    }

    /// As long as they can be restored, too; unless the user wants them back.
    @Test(arguments: StoreKind.all, [false, true]) func deletedPostsComeBackIfTheyAreWanted(
      _ kind: StoreKind, isPurged: Bool
    ) async throws {
      let home = try await kind.make()
      try await home.add(Self.thread)
      let before = try await titles(home)
      for id in [3, 1] { try await home.store.delete(id) }
      if isPurged { try await home.store.purgeDeleted(at: Date() + 1_000_000_000) }
      func add(again: Bool) async throws -> ImportResult? {
        var document = try ImportDocument(Data(Self.thread.utf8))
        document.bringsBackDeleted = again
        return try await home.store.add(
          document, by: TemporaryStore.ada, ownership: .unchanged)
      }
      let result = try await add(again: false)
      #expect(result?.added == 0 && result?.leftOut == 1 && result?.broughtBack == 0)
      #expect(try await titles(home) == ["0 deleted 1", "1 one 2"])
      let second = try await add(again: true)
      #expect(second?.added == (isPurged ? 1 : 0) && second?.leftOut == 0)
      #expect(second?.broughtBack == (isPurged ? 1 : 2))
      #expect(try await titles(home) == before)
      #expect(try await home.store.search(words: "story").map(\.id) == [1])
      #expect(try await home.store.post(1)?.authorEmail == TemporaryStore.ada.email)
      #expect(try await home.store.post(1)?.childCount == 2)
      // They are as they were: the next import changes nothing.
      for again in [false, true] {
        let result = try await add(again: again)
        #expect(result?.added == 0 && result?.updated == 0 && result?.broughtBack == 0)
      }
      // Nothing is left to restore.
      try await home.store.purgeDeleted(at: Date() + 1_000_000_000)
      #expect(try await titles(home) == before)
    }

    /// A link to a post that was deleted here keeps its number, and gets the new one when the post comes
    /// back.
    @Test(arguments: StoreKind.all, [false, true]) func linksToDeletedPostsStay(
      _ kind: StoreKind, isPurged: Bool
    ) async throws {
      let home = try await kind.make()
      func add(again: Bool = false, with more: String? = nil) async throws {
        var document = ImportDocument()
        for (key, body) in [
          (
            "a",
            "[to b](post:~b) [to c](post:~c \"https://c.example\")\n\n[k]: post:~b\n[m]: post:~m \"https://m.example\""
          ), ("b", ""),
        ]
          + [more].compactMap({ $0 }).map({ ($0, "") })
        {
          var post = ImportedPost(title: key)
          post.source = PostSource(name: "mail", key: key)
          (post.body, post.linkNames) = (body, ["~\(key)"])
          if key == "c" { post.parent = 1 }
          _ = try document.add(post, below: key == "c" ? 1 : nil)
        }
        document.bringsBackDeleted = again
        _ = try await home.store.add(document, by: TemporaryStore.ada, ownership: .unchanged)
      }
      func body() async throws -> String? { try await home.store.post(1)?.body }
      let before =
        "[to b](post:2) [to c](<https://c.example>)\n\n[k]: post:2\n[m]: <https://m.example> \"https://m.example\""
      try await add()
      #expect(try await body() == before)
      try await home.store.delete(2)
      if isPurged { try await home.store.purgeDeleted(at: Date() + 1_000_000_000) }
      // What is new below a deleted post is left out, too.
      for more in [nil, "c"] {
        try await add(with: more)
        #expect(try await body() == before)
      }
      try await add(again: true, with: "c")
      let numbers = isPurged ? (3, 4) : (2, 3)
      #expect(
        try await body()
          == "[to b](post:\(numbers.0)) [to c](post:\(numbers.1))\n\n[k]: post:\(numbers.0)\n[m]: <https://m.example> \"https://m.example\""
      )
      #expect(try await home.store.post(numbers.0)?.title == "b")
    }

    /// Also one with a parent of its own by now, and with another date and author.
    @Test(arguments: StoreKind.all) func whatIsNoLongerDeletedAtItsSourceComesBackWhole(
      _ kind: StoreKind
    ) async throws {
      let home = try await kind.make()
      let gone = #"{"title":"deleted","template_name":"deleted","source":"hn","source_key":"3"}"#
      let reply =
        #"{"title":"","body":"to it","source":"hn","source_key":"4","author_name":"Noor"}"#
      try await home.add(
        #"{"posts":[{"title":"story","source":"hn","source_key":"1"},"#
          + #"{"title":"","body":"two","source":"hn","source_key":"2","created_at":"2024-02-01T00:00:00Z"},"#
          + String(gone.dropLast()) + #","children":[\#(reply)]}]}"#)
      let here = #"""
        {"title":"","body":"here again","source":"hn","source_key":"3","author_name":"Mei",
        "created_at":"2024-01-01T00:00:00Z","children":[\#(reply)]}
        """#
      let second = #"{"title":"","body":"two","source":"hn","source_key":"2"}"#
      var document = try ImportDocument(
        Data(
          #"{"posts":[{"title":"story","source":"hn","source_key":"1","children":[\#(second),\#(here)]}]}"#
            .utf8))
      document.bringsBackDeleted = true
      let result = try await home.store.add(
        document, by: TemporaryStore.ada, ownership: .unchanged)
      #expect(result?.broughtBack == 1 && result?.added == 0)
      #expect(try await titles(home) == ["0 story 1", "1 two 2", "1 here again 3", "2 to it 4"])
      #expect(try await home.store.search(words: "again").map(\.id) == [3])
      #expect(try await home.store.search(words: "deleted").isEmpty)
      let author = try #require(try await home.store.post(3)?.authorEmail)
      #expect(author == "mei@firefly.invalid")
      // The next import changes nothing.
      document.bringsBackDeleted = false
      let next = try await home.store.add(document, by: TemporaryStore.ada, ownership: .unchanged)
      #expect(next?.updated == 0 && next?.edited == 0 && next?.broughtBack == 0)
      #expect(try await home.store.wrongTreePaths() == [])
    }

    /// Posts that were deleted at their source are part of the thread; those that the user deletes
    /// go with their last reply.
    @Test(arguments: StoreKind.all) func draftOfAPostDeletedElsewhereStays(_ kind: StoreKind)
      async throws
    {
      let home = try await kind.make()
      try await home.add(
        """
        {"posts":[{"title":"story","children":[
            {"title":"","template_name":"deleted","source":"hn","source_key":"2"}]},
          {"title":"other","source":"hn","source_key":"3","children":[{"title":"reply"}]}]}
        """)
      let before = try await titles(home)
      #expect(before.count == 4)
      for id in [3, 4] { try await home.store.delete(id) }
      #expect(try await titles(home).count == 3)
      try await home.store.purgeDeleted(at: Date() + 1_000_000_000)
      #expect(try await titles(home) == before.filter { !$0.contains(/other|reply/) })
    }

    /// An answer may come before what it answers.
    @Test(arguments: StoreKind.all) func aParentThatComesLaterIsFound(_ kind: StoreKind)
      async throws
    {
      let home = try await kind.make()
      try await home.add(#"{"title":"Re: a","source":"mail","source_key":"2"}"#)
      try await home.add(
        """
        {"posts":[{"title":"a","source":"mail","source_key":"1","children":[
          {"title":"Re: a","source":"mail","source_key":"2"}]}]}
        """)
      #expect(try await titles(home) == ["0 a 1", "1 Re: a 2"])
    }

    /// An archive grows month by month.
    @Test(arguments: StoreKind.all) func aParentMayHaveBeenImportedBefore(_ kind: StoreKind)
      async throws
    {
      let home = try await kind.make()
      let deleted = #"{"title":"x","template_name":"deleted","source":"mail","source_key":"3"}"#
      for line in [#"{"title":"a","source":"mail","source_key":"1"}"#, deleted] {
        try await home.add(line)
      }
      for attached in [1, 1] {
        var document = ImportDocument()
        for (title, key, parent) in [("Re: a", "2", "1"), ("Re: b", "4", "9")] {
          var post = ImportedPost(title: title)
          post.source = PostSource(name: "mail", key: key)
          post.parentSource = PostSource(name: "mail", key: parent)
          _ = try document.add(post)
        }
        let result = try await home.store.add(
          document, by: TemporaryStore.ada, ownership: .unchanged)
        #expect(result?.attached == attached)
        #expect(try await titles(home) == ["0 a 1", "1 Re: a 2", "0 x 3", "0 Re: b 4"])
      }
      #expect(try await home.store.post(1)?.childCount == 1)
      // A place that was left by a deleted post gets its parent, too.
      try await home.add(
        #"{"posts":[{"title":"a","source":"mail","source_key":"1","children":[\#(deleted)]}]}"#)
      #expect(try await titles(home) == ["0 a 1", "1 x 3", "1 Re: a 2", "0 Re: b 4"])
    }

    @Test(arguments: StoreKind.all) func thePartsOfALongBodyAreUpdated(_ kind: StoreKind)
      async throws
    {
      let home = try await kind.make()
      let body = String(repeating: "a word ", count: 50_000)
      let line = #"{"title":"long","body":"\#(body)","source":"hn","source_key":"1"}"#
      try await home.add(line)
      try await home.add(line)
      #expect(try await home.store.snapshot().links().count == 2)
    }

    @Test(arguments: StoreKind.all, [ExportFormat.nested, .flat])
    func sourcesAreExported(_ kind: StoreKind, _ form: ExportFormat) async throws {
      let home = try await kind.make()
      try await home.add(Self.thread)
      var all = Data()
      try await home.store.exportPosts(form) { all.append(contentsOf: $0) }
      let before = try await titles(home)
      try await home.add(all)
      #expect(try await titles(home) == before)
    }
  }
}
