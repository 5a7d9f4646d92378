import FireflyCore
import FireflyTransfer
import Foundation
import Testing

@testable import FireflyStore

/// What is wrong with a document is named, and nothing of it is imported.
@Suite struct ImportDocumentTests {
  @Test(arguments: [
    ("{\"title\":\"a\"}\n{\"summary\":\"b\"}", "line 2: title is missing"),
    ("{\"title\":\"a\"}\n\n{\"title\":", "line 3"),
    ("{\"title\":\"a\"}\n{\"title\":5}", "line 2, title"),
    ("{\"posts\":[{\"title\":\"a\",\"children\":[{}]}]}", "posts.0.children.0: title is missing"),
    ("{\"posts\":[\n{\"title\":\"a\"},\n{\"title\" \"b\"}]}", "line 3, column 1"),
    ("{\"title\":\"a\",\"created_at\":\"yesterday\"}", "“yesterday” is not a date"),
    ("{\"id\":1,\"title\":\"a\"}\n{\"id\":1,\"title\":\"b\"}", "line 2: the id 1 occurs twice"),
    ("{\"title\":\"a\",\"children\":[{\"title\":\"b\"}]}", "line 1: a file with one post per line"),
    ("", "line 1, column 1"), ("[]", "document"), ("\u{0}\u{1}", "line 1, column 1"),
  ])
  func badInputIsNamedAndLeavesNothing(_ document: String, _ part: String) async throws {
    let home = try TemporaryStore()
    await #expect {
      try await home.add(document)
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
    #expect(throws: ImportError.tooDeep) { try home.addNow(bomb) }
  }
}
