import FireflyCore
import Foundation
import Testing

@testable import FireflyServer

@Suite struct TransferTests {
  private func export(_ home: TemporaryStore, _ form: ExportForm) throws -> Data {
    var all = Data()
    try home.store.exportPosts(form) { all.append(contentsOf: $0) }
    return all
  }

  /// The export without its numbers.
  private func unnumbered(_ data: Data) -> String {
    String(decoding: data, as: UTF8.self)
      .replacing(/"(id|parent_id)":(-?\d+|null)/) { "\"\($0.1)\":0" }
  }

  @Test func nestedPostsKeepTheirPlaces() async throws {
    let home = try TemporaryStore()
    let roots = try home.add(
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

  @Test func linesAreLinkedByTheirNumbersInAnyOrder() async throws {
    let home = try TemporaryStore()
    let roots = try home.add(
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

  @Test(arguments: [ExportForm.nested, .flat])
  func aRoundTripChangesNothingButNumbers(_ form: ExportForm) throws {
    let first = try TemporaryStore.sample()
    try first.add(
      """
      {"id":1,"parent_id":2,"title":"hen\\r\\n\\t\\u0001 \\"q\\" \\\\ 👩‍👩‍👧‍👦","clip_offset_x":-0.25}
      {"id":2,"parent_id":1,"title":"egg","image_url":"/uploads/x.png","location_tag":"Bristol"}
      {"id":3,"parent_id":3,"title":"self","timezone":"Europe/London"}
      """)
    let exported = try export(first, form)
    let second = try TemporaryStore()
    // Others first, so that the numbers differ.
    try second.add(#"{"title":"x"}"#)
    let before = try unnumbered(export(second, form))
    _ = try second.store.importPosts(exported, author: TemporaryStore.ada)
    var again = try unnumbered(export(second, form))
    let extra = before.replacing("{\"posts\":[", with: "").replacing("]}\n", with: "")
    #expect(again.contains(extra))
    again = again.replacing(form == .flat ? extra : extra + ",", with: "")
    #expect(again == unnumbered(exported))
  }

  @Test func nestedExportIsOneDocumentWithEveryPost() throws {
    let home = try TemporaryStore.sample()
    struct Document: Decodable { var posts: [Post] }
    let document = try JSONDecoder().decode(Document.self, from: export(home, .nested))
    #expect(document.posts.ids == [1, 2, 8, 9, 10])
    #expect(document.posts[0].children?.first?.children?.ids == [4, 5])
    let empty = try TemporaryStore()
    #expect(try String(decoding: export(empty, .nested), as: UTF8.self) == "{\"posts\":[]}\n")
    #expect(try export(empty, .flat).isEmpty)
  }

  @Test func deepTreesGoFlatAndComeBack() async throws {
    let home = try TemporaryStore()
    try home.add(
      (1...1000).map { #"{"id":\#($0),"parent_id":\#($0 - 1),"title":"level \#($0)"}"# }
        .joined(separator: "\n"))
    #expect(throws: StoreError.tooDeepToNest(levels: 1000)) { _ = try export(home, .nested) }
    let copy = try TemporaryStore()
    let roots = try copy.store.importPosts(export(home, .flat), author: TemporaryStore.ada)
    #expect(roots == [1])
    #expect(try await copy.store.post(1000)?.parentID == 999)
  }

  @Test func theDeepestNestedExportCanBeRead() throws {
    let home = try TemporaryStore()
    try home.add(
      (1...200).map { #"{"id":\#($0),"parent_id":\#($0 - 1),"title":"level \#($0)"}"# }
        .joined(separator: "\n"))
    let copy = try TemporaryStore()
    #expect(
      try copy.store.importPosts(export(home, .nested), author: TemporaryStore.ada) == [1])
  }

  @Test(arguments: [
    ("{\"title\":\"a\"}\n{\"summary\":\"b\"}", "line 2: title is missing"),
    ("{\"title\":\"a\"}\n\n{\"title\":", "line 3"),
    ("{\"title\":\"a\"}\n{\"title\":5}", "line 2, title"),
    ("{\"posts\":[{\"title\":\"a\",\"children\":[{}]}]}", "posts.0.children.0: title is missing"),
    ("{\"posts\":[\n{\"title\":\"a\"},\n{\"title\" \"b\"}]}", "line 3, column 1"),
    ("{\"title\":\"a\",\"created_at\":\"yesterday\"}", "“yesterday” is no date"),
    ("{\"id\":1,\"title\":\"a\"}\n{\"id\":1,\"title\":\"b\"}", "line 2: the id 1 is there twice"),
    ("{\"title\":\"a\",\"children\":[{\"title\":\"b\"}]}", "line 1: a post on a line"),
    ("", "line 1, column 1"), ("[]", "document"), ("\u{0}\u{1}", "line 1, column 1"),
  ])
  func badInputIsNamedAndLeavesNothing(_ document: String, _ part: String) async throws {
    let home = try TemporaryStore()
    #expect {
      try home.add(document)
    } throws: { error in
      guard let error = error as? ImportError else { return false }
      if !error.description.contains(part) { Issue.record("\(error)") }
      return true
    }
    #expect(try await home.store.recentPosts(FeedRequest()).isEmpty)
  }

  @Test func nestingTooDeepHasItsOwnError() throws {
    let home = try TemporaryStore()
    let depth = 5000
    let bomb =
      "{\"posts\":[" + String(repeating: "{\"title\":\"x\",\"children\":[", count: depth)
      + String(repeating: "]}", count: depth) + "]}"
    #expect(throws: ImportError.tooDeep) { try home.add(bomb) }
  }

  @Test func tenThousandPosts() async throws {
    let home = try TemporaryStore()
    let body = String(repeating: "firefly light ", count: 40)
    let lines = (2...10_001).map {
      #"{"id":\#($0),"parent_id":1,"title":"post \#($0)","body":"\#(body)"}"#
    }
    try home.add((["{\"id\":1,\"title\":\"root\"}"] + lines).joined(separator: "\n"))
    #expect(try await home.store.post(1)?.childCount == 10_000)
  }
}
