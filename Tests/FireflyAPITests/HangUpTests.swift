import Foundation
import Synchronization
import Testing

@testable import FireflyAPI

/// Requests that are given up while their answers end: URLSession looks its tasks up in a table without
/// a lock, and ends the process for one that is not in it any more.
@Suite(.serialized) struct HangUpTests {
  @Test func pagesThatAreFullAtTheEndOfTheirAnswer() async throws {
    let posts = (1...3).map { #"{"id":\#($0),"title":"t"}"# }.joined(separator: ",")
    let server = try RawServer(body: #"{"children":[\#(posts)]}"#)
    let client = PostsClient.test(server.address)
    await withTaskGroup(of: Int.self) { group in
      for _ in 1...4 {
        group.addTask {
          var pages = 0
          for _ in 1...500 where (try? await client.branch(1, 1, 2))?.isCut == true { pages += 1 }
          return pages
        }
      }
      for await pages in group { #expect(pages == 500) }
    }
  }

  @Test func tasksThatAreCancelledAboutWhenTheirAnswersEnd() async throws {
    let server = try RawServer(body: #"{"children":[]}"#)
    let client = PostsClient.test(server.address)
    for round in 1...1_000 {
      let task = Task { try? await client.children(1, 1) }
      try await Task.sleep(for: .microseconds(20 * (round % 50)))
      task.cancel()
      _ = await task.value
    }
    // Afterwards all is as it was.
    #expect(try await client.children(1, 1).posts.isEmpty)
  }
}
