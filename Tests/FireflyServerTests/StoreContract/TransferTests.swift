import FireflyCore
import Foundation
import Testing

@testable import FireflyStore

extension StoreContractTests {
  @Suite struct TransferTests {
    private func export(_ home: TestStore, _ form: ExportFormat) async throws -> Data {
      var all = Data()
      try await home.store.exportPosts(form) { all.append(contentsOf: $0) }
      return all
    }

    /// The export without its numbers, and without what names the server.
    private func unnumbered(_ data: Data) -> String {
      String(decoding: data, as: UTF8.self)
        .replacing(/"(id|parent_id)":(-?\d+|null)/) { "\"\($0.1)\":0" }
        .replacing(
          /,"source":"firefly:[^"]*","source_key":"[-0-9TZ:\/]+"(,"source_edited":true)?/, with: ""
        )
        .replacing(/"server":"[0-9a-f]*",/, with: "")
        .replacing(/,"server":"[0-9a-f]*"/, with: "")
    }

    @Test(arguments: StoreKind.all) func nestedPostsKeepTheirPlaces(_ kind: StoreKind) async throws
    {
      let home = try await kind.make()
      let roots = try await home.add(
        """
        {"posts":[
          {"title":"root","children":[
            {"title":"a","children":[{"title":"a1"}]},
            {"title":"b","author_name":"Cleo Park"}]},
          {"title":"second"}]}
        """)
      #expect(roots == [1, 5])
      #expect(try await home.store.children(of: 1, limit: 9).map(\.title) == ["b", "a"])
      #expect(try await home.store.post(3)?.parentID == 2)
      #expect(try await home.store.post(1)?.authorEmail == "ada@example.com")
      #expect(try await home.store.post(4)?.authorName == "Cleo Park")
    }

    @Test(arguments: StoreKind.all) func linesAreLinkedByTheirNumbersInAnyOrder(_ kind: StoreKind)
      async throws
    {
      let home = try await kind.make()
      let roots = try await home.add(
        """
        {"id":30,"parent_id":20,"title":"grandchild"}

        {"id":20,"parent_id":10,"title":"child"}
        {"id":10,"title":"root"}
        {"id":40,"parent_id":777,"title":"its parent is elsewhere"}
        """)
      #expect(roots == [3, 4])
      #expect(try await home.store.post(1)?.parentID == 2)
      #expect(try await home.store.post(2)?.parentID == 3)
      #expect(try await home.store.post(4)?.parentID == nil)
    }

    @Test(arguments: StoreKind.all) func linksLeadToTheNewNumbers(_ kind: StoreKind) async throws {
      let home = try await kind.make()
      try await home.add(#"{"title":"x"}"#)
      func document(_ words: String) -> String {
        """
        {"id":5,"title":"boat","body":"[shop](post:9) [gone](post:8) `[a](post:9)`","source":"f","source_key":"1"}
        {"id":9,"title":"shop","body":"\(words) [boat](post:5)","source":"f","source_key":"2"}
        """
      }
      try await home.add(document("a"))
      #expect(try await home.store.post(2)?.body == "[shop](post:3) gone `[a](post:9)`")
      #expect(try await home.store.post(3)?.body == "a [boat](post:2)")
      // Importing it again rewrites them from the file.
      try await home.add(document("b"))
      #expect(try await home.store.post(3)?.body == "b [boat](post:2)")
      #expect(try await home.store.post(2)?.body == "[shop](post:3) gone `[a](post:9)`")
    }

    @Test(arguments: StoreKind.all, [ExportFormat.nested, .flat])
    func aRoundTripChangesNothingButNumbers(_ kind: StoreKind, _ form: ExportFormat) async throws {
      let first = try await kind.sample()
      try await first.add(
        """
        {"id":1,"parent_id":2,"title":"hen\\r\\n\\t\\u0001 \\"q\\" \\\\ 👩‍👩‍👧‍👦","clip_offset_x":-0.25}
        {"id":2,"parent_id":1,"title":"egg","image_url":"/uploads/x.png","location_tag":"Bristol"}
        {"id":3,"parent_id":3,"title":"self","timezone":"Europe/London"}
        """)
      let exported = try await export(first, form)
      let second = try await kind.make()
      // Others first, so that the numbers differ.
      try await second.add(#"{"title":"x"}"#)
      let before = unnumbered(try await export(second, form))
      try await second.add(exported)
      var again = unnumbered(try await export(second, form))
      let extra = before.replacing("{\"posts\":[", with: "").replacing("]}\n", with: "")
      #expect(again.contains(extra))
      again = again.replacing(form == .flat ? extra : extra + ",", with: "")
      #expect(again == unnumbered(exported))
    }

    @Test(arguments: StoreKind.all) func nestedExportIsOneDocumentWithEveryPost(_ kind: StoreKind)
      async throws
    {
      let home = try await kind.sample()
      struct Document: Decodable { var posts: [Post] }
      let document = try await JSONDecoder().decode(
        Document.self, from: export(home, .nested))
      #expect(document.posts.ids == [1, 2, 8, 9, 10])
      #expect(document.posts[0].children?.first?.children?.ids == [4, 5])
      let empty = try await kind.make()
      #expect(
        try await String(decoding: export(empty, .nested), as: UTF8.self)
          == "{\"server\":\"\(empty.store.identity())\",\"posts\":[]}\n")
      #expect(try await export(empty, .flat).isEmpty)
    }

    @Test(arguments: StoreKind.all) func deepTreesGoFlatAndComeBack(_ kind: StoreKind) async throws
    {
      let home = try await kind.make()
      try await home.add(
        (1...1000).map { #"{"id":\#($0),"parent_id":\#($0 - 1),"title":"level \#($0)"}"# }
          .joined(separator: "\n"))
      await #expect(throws: StoreError.tooDeepToNest(levels: 1000)) {
        _ = try await export(home, .nested)
      }
      let copy = try await kind.make()
      let roots = try await copy.add(try await export(home, .flat))
      #expect(roots == [1])
      #expect(try await copy.store.post(1000)?.parentID == 999)
    }

    @Test(arguments: StoreKind.all) func theDeepestNestedExportCanBeRead(_ kind: StoreKind)
      async throws
    {
      let home = try await kind.make()
      try await home.add(
        (1...200).map { #"{"id":\#($0),"parent_id":\#($0 - 1),"title":"level \#($0)"}"# }
          .joined(separator: "\n"))
      let copy = try await kind.make()
      #expect(
        try await copy.add(try await export(home, .nested)) == [1])
    }

    @Test(arguments: StoreKind.all) func tenThousandPosts(_ kind: StoreKind) async throws {
      let home = try await kind.make()
      let body = String(repeating: "firefly light ", count: 40)
      let lines = (2...10_001).map {
        #"{"id":\#($0),"parent_id":1,"title":"post \#($0)","body":"\#(body)"}"#
      }
      try await home.add((["{\"id\":1,\"title\":\"root\"}"] + lines).joined(separator: "\n"))
      #expect(try await home.store.post(1)?.childCount == 10_000)
    }
  }
}
