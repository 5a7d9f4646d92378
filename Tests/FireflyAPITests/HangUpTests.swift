import FireflyCore
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
    let client = LiveClient.test(server.address)
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
    let client = LiveClient.test(server.address)
    for round in 1...1_000 {
      let task = Task { try? await client.children(1, 1) }
      try await Task.sleep(for: .microseconds(20 * (round % 50)))
      task.cancel()
      _ = await task.value
    }
    // Afterwards all is as it was.
    #expect(try await client.children(1, 1).posts.isEmpty)
  }

  /// A connection that is used again may die before the answer: libcurl would send the request once more.
  @Test(arguments: ["create", "update", "delete", "move"])
  func writesAreSentOnce(call: String) async throws {
    let changes = Mutex(0)
    let server = try RawServer { connection in
      var connection = connection
      while connection.head.hasPrefix("GET") {
        let body = Answers.post
        connection.send("HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
        connection.readHead()
      }
      if !connection.head.isEmpty { changes.withLock { $0 += 1 } }
    }
    let client = LiveClient.test(server.address, email: "ida@example.org")
    let form = PostForm(email: "ida@example.org", title: "t", summary: "s", body: "b")
    for round in 1...5 {
      _ = try await client.post(40, false)
      await #expect(throws: APIError.interrupted) {
        switch call {
        case "create": _ = try await client.create(form, "key")
        case "update": _ = try await client.update(form)
        case "delete": try await client.delete(40)
        default: _ = try await client.move(40, nil)
        }
      }
      #expect(changes.withLock { $0 } == round)
    }
  }
}
