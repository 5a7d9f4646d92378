import FireflyAPI
import FireflyCore
import Foundation
import SeededRandom
import Testing

@testable import FireflyStore

/// The extension `etag`: nobody writes over what they haven't read.
@Suite(.everyStore) struct ConditionTests {
  @Test func theServerSaysWhatItCan() async throws {
    let house = try await TestHouse()
    let ping = try await house.ask("GET", "/api/ping", token: nil).decoded(PingResponse.self)
    #expect(
      ping.extensions == Set(ServerExtension.allCases).subtracting([.moderate, .replies, .marks]))
  }

  /// A tag changes with whatever the author changes, and with nothing else.
  @Test func aTagIsThatOfWhatIsWritten() {
    let post = Post(
      id: 7, userID: 1, parentID: 3, title: "a", summary: "b", body: "c", imageURL: "/uploads/d",
      clipOffsetX: 0.5, timezone: "UTC", locationTag: "e", authorName: "Ada", childCount: 2)
    let changes: [(inout Post) -> Void] = [
      { $0.id = 8 }, { $0.parentID = nil }, { $0.parentID = 4 }, { $0.title = "ab" },
      {
        $0.title = ""; $0.summary = "ab"
      }, { $0.summary = "" }, { $0.body = "" },
      { $0.imageURL = nil }, { $0.clipOffsetX = 0 }, { $0.clipOffsetY = 0.5 },
      {
        $0.title = "a1:b"; $0.summary = ""
      }, { $0.template = .query },
    ]
    let tags = changes.map { change in
      var other = post
      change(&other)
      return PostETag(other)
    }
    #expect(Set(tags + [PostETag(post)]).count == changes.count + 1)
    var same = post
    (same.childCount, same.authorName, same.userID) = (9, "Bea", 2)
    #expect(PostETag(same) == PostETag(post))
  }

  @Test func everyChangeLooksAtTheTag() async throws {
    let ada = try await Writer(TestHouse.ada, at: try await TestHouse())
    let old = try #require(try await ada.tag(3))
    #expect(try await ada.get("/api/posts/3?include=parent,children").headers["etag"] == old)
    let changed = try await ada.update(3, "another loom", tag: old)
    #expect(changed.status == 200)
    let new = try #require(changed.headers["etag"])
    #expect(new != old)
    #expect(try await ada.tag(3) == new)
    for reply in [
      try await ada.update(3, "mine", tag: old), try await ada.move(3, to: nil, tag: old),
      try await ada.delete(3, tag: old), try await ada.delete(3, tag: "\"\""),
      try await ada.delete(3, tag: "nonsense"), try await ada.delete(3, tag: ""),
    ] {
      #expect(reply.status == 412)
      #expect(try reply.post.title == "another loom")
      #expect(reply.headers["etag"] == new)
      #expect(
        try reply.decoded(ErrorResponse.self).text == "The post has changed since it was read.")
    }
    // Only what was sent has changed.
    #expect(try await ada.get("/api/posts/3").post.body == "Four planks.")
    for tag in ["\"x\", \(new)", "*", "W/\(new)", new] {
      #expect(try await ada.update(3, "another loom", tag: tag).status == 200, "\(tag)")
    }
    #expect(try await ada.delete(3, tag: new).status == 200)
  }

  /// Of many who have read the same, one writes.
  @Test func oneOfManyWins() async throws {
    let ada = try await Writer(TestHouse.ada, at: try await TestHouse())
    let tag = try #require(try await ada.tag(3))
    let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
      for turn in 1...20 {
        group.addTask { try await ada.update(3, "turn \(turn)", tag: tag).status }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(statuses.count { $0 == 200 } == 1)
    #expect(statuses.count { $0 == 412 } == 19)
  }
}
