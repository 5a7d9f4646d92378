import Eventually
import FireflyAPI
import FireflyApp
import FireflyCore
import Foundation
import Synchronization
import Testing

@testable import FireflyClient

/// What a start requests: nothing twice, and nothing later than it could.
@MainActor @Suite(.timeLimit(.minutes(2)))
struct StartRequestsTests {
  /// The requests by their names.
  private final class Requests: Sendable {
    private let counts = Mutex([String: Int]())
    var all: [String: Int] { counts.withLock { $0 } }
    func count(_ name: String) { counts.withLock { $0[name, default: 0] += 1 } }
  }

  private func counting(
    _ client: any PostsClient, _ requests: Requests,
    beforePost: @escaping @Sendable () async -> Void = {},
    beforeIDs: @escaping @Sendable () async -> Void = {}
  ) -> any PostsClient {
    var counted = AlteredClient(client)
    counted.instead.post = { id, ancestors async throws(APIError) in
      requests.count("post \(id)")
      await beforePost()
      return try await client.post(id, ancestors)
    }
    counted.instead.list = { list, arriving async throws(APIError) in
      requests.count("\(list)")
      return try await client.list(list, arriving)
    }
    counted.instead.ids = { top, since, after async throws(APIError) in
      requests.count("new posts")
      await beforeIDs()
      return try await client.ids(top, since, after)
    }
    return counted
  }

  @Test func repliesAreRequestedTogetherWithTheirPost() async throws {
    try await TestServer.run { server in
      let requests = Requests()
      let top = try server.addChildren(12)
      let replies = "\(RequestedList.children(of: top))"
      // The post waits for the request of its replies, but not for ever.
      let together = Mutex(false)
      let client = await counting(server.client, requests) {
        let isAsked = try? await eventually { requests.all[replies] != nil }
        together.withLock { $0 = isAsked == true }
      }
      let stage = await Stage(server, client: client)
      await stage.start(at: top)
      try await stage.shows("1 of 12")
      try await stage.rests()
      await stage.runtime.end()
      #expect(together.withLock { $0 })
      #expect(requests.all["post \(top)"] == 1 && requests.all[replies] == 1)
      #expect(requests.all.values.allSatisfy { $0 == 1 })
    }
  }

  /// The list that a post is in needs no replies to it.
  @Test func repliesAreNotRequestedForAPostThatIsSelected() async throws {
    try await TestServer.run { server in
      let requests = Requests()
      let top = try server.addChildren(3)
      let child = try #require(try await server.client.children(top, 1).posts.first).id
      let stage = await Stage(
        server, client: await counting(server.client, requests), selectsStart: true)
      await stage.start(at: child)
      try await stage.shows("1 of 3")
      try await stage.rests()
      await stage.runtime.end()
      #expect(requests.all["\(RequestedList.children(of: child))"] == nil)
      #expect(requests.all["\(RequestedList.children(of: top))"] == 1)
    }
  }

  @Test func newPostsAreRequestedOnceForAllListsOfAStart() async throws {
    try await TestServer.run { server in
      let (requests, gate) = (Requests(), Gate())
      let top = try server.addChildren(12)
      let state = server.folder.appendingPathComponent("marks")
      let marks = ReadMarkStore(state: state, server: "test")
      marks.apply([.firstContact(highest: top)], to: TestServer.adaKey)
      let client = await counting(server.client, requests, beforeIDs: { await gate.pass() })
      let stage = await Stage(server, client: client, marks: marks)
      await stage.start(at: top)
      try await stage.shows("1 of 12")
      try await stage.rests(but: "new posts")
      gate.open()
      try await stage.rests()
      await stage.runtime.end()
      #expect(requests.all["new posts"] == 1)
    }
  }
}
