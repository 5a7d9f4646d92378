import FireflyCore
import FireflyTransfer
import Foundation
import OddInputs
import Testing

@testable import FireflyStore

/// Each number of a request or an import may be any other: it is answered or refused, never an error
/// of the server.
@Suite(.everyStore) struct OddNumberTests {
  @Test func requests() async throws {
    try await withServer(.router, try await TemporaryStore.sample()) { ask in
      for sample in [
        "GET /api/posts/recent?limit=5&before=9", "GET /api/posts/3?depth=2&include=ancestors",
        "GET /api/posts/recent-tagged?tags=post&limit=5&before=9&top=1&sort=last&after=Mon,%2003%20Nov%202025%2010:31:24%20GMT",
        "GET /api/users/recent?limit=5&before=2", "GET /api/posts/3/children?depth=2&before=6",
        "GET /api/posts/3/branch?limit=5&skip=1&after=4",
        "GET /api/posts/ids?below=3&since=4&after=5",
        "GET /api/posts/answers?user_email=ada@example.com&before=6&limit=5",
        "GET /api/search?query_id=8",
        "GET /api/users/new-since?since=Mon,%2003%20Nov%202025%2010:31:24%20GMT",
        "DELETE /api/devices/5",
        "GET /uploads/0123456789abcdef.png", "POST /api/posts/9/restore user_email=ada@example.com",
        "POST /api/posts/4/move user_email=ada@example.com&parent_id=3",
        "POST /api/posts/reparent user_email=ada@example.com&post_id=4&new_parent_id=3",
        "POST /api/posts/create email=ada@example.com&title=t&body=b&parent_id=3&clip_offset_x=0.5&timezone=1",
        "POST /api/posts/update email=ada@example.com&post_id=3&title=t&body=b",
        "POST /api/queries/badges user_email=ada@example.com&query_ids=8",
        "POST /api/notifications/poll user_email=ada@example.com&since=5&last_id=7",
      ] {
        for text in [sample] + OddNumbers.variants(of: sample) {
          let parts = text.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
          let reply = try await ask(
            parts[0], parts[1], ["Content-Type": "application/x-www-form-urlencoded"],
            Data((parts.count > 2 ? parts[2] : "").utf8))
          // The phone app expects 500 for a saved search that is no number.
          let isKnown =
            parts[1].hasPrefix("/api/search?") && reply.text.contains("must be a number")
          #expect(reply.status < 500 || isKnown, "\(text): \(reply.text)")
        }
      }
    }
  }

  @Test func imports() async throws {
    let sample = #"""
      {"id":12,"parent_id":10,"title":"t","body":"b","created_at":"2025-11-03T10:31:24Z","child_count":2,"clip_offset_x":0.5}
      {"id":10,"title":"u","source":"hn","source_key":"7","created_at":"Mon, 03 Nov 2025 10:31:24 GMT","user_id":4}
      """#
    let home = try TemporaryStore()
    var count = 0
    for text in OddNumbers.variants(of: sample, with: OddNumbers.json) {
      guard let document = try? ImportDocument(Data(text.utf8)) else { continue }
      do {
        _ = try await home.store.add(document, by: TemporaryStore.ada, ownership: .unchanged)
        count += 1
      } catch let error as ImportError {
        #expect("\(error)".isEmpty == false)
      }
    }
    #expect(count > 10)
  }
}
