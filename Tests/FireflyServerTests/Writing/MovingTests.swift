import FireflyAPI
import FireflyCore
import Foundation
import SeededRandom
import Testing

@testable import FireflyStore

/// The extension `move`.
@Suite(.everyStore) struct MovingTests {
  @Test func aPostGoesWithItsBranch() async throws {
    let ada = try await Writer(TestHouse.ada, at: try await TestHouse())
    let moved = try await ada.move(3, to: 7).post
    #expect(moved.parentID == 7 && moved.childCount == 2)
    #expect(try await ada.get("/api/posts/1").post.childCount == 0)
    #expect(try await ada.get("/api/posts/7").post.childCount == 1)
    let below = try await ada.get("/api/posts/7/children?depth=3").decoded(ChildrenResponse.self)
    #expect(below.children.first { $0.id == 3 }?.children?.map(\.id) == [5, 4])
    #expect(try await ada.move(3, to: nil).post.parentID == nil)
    // A search's root is another one, and it stays there.
    #expect(try await ada.move(8, to: 3).status == 409)
    #expect(try await ada.move(8, to: nil).post.parentID == -1)
  }

  @Test func whereItCantGo() async throws {
    let ada = try await Writer(TestHouse.ada, at: try await TestHouse())
    let cases: [(id: Int, parent: Int?, status: Int)] = [
      (3, 3, 409), (3, 4, 409), (3, 6, 409), (3, 8, 409), (1, 9, 409), (3, 4711, 404),
      (4711, 3, 404), (4, 1, 403),
    ]
    for (id, parent, status) in cases {
      let reply = try await ada.move(id, to: parent)
      #expect(reply.status == status, "\(id) to \(parent ?? -1): \(reply.text)")
      #expect(try !reply.decoded(ErrorResponse.self).text.isEmpty)
    }
    for body in ["", "{}", #"{"parent_id":"3"}"#, "[]", #"{"parent_id":1e99}"#] {
      let reply = try await ada.house.ask(
        "POST", "/api/posts/3/move", token: ada.token, body: Data(body.utf8))
      #expect(reply.status == 400, "\(body)")
    }
    #expect(try await ada.get("/api/posts/3").post.parentID == 1)
  }

  /// Whatever is moved wherever, no branch ever hangs in the air.
  @Test func noMoveMakesARing() async throws {
    let house = try await TestHouse()
    try await house.home.add((1...30).map { #"{"title":"\#($0)"}"# }.joined(separator: "\n"))
    let ada = try await Writer(TestHouse.ada, at: house)
    var random = SplitMix(seed: 11)
    for _ in 1...200 {
      let (a, b) = (
        Int.random(in: 11...40, using: &random), Int.random(in: 11...40, using: &random)
      )
      let reply = try await ada.move(a, to: b)
      #expect([200, 409].contains(reply.status))
    }
    for id in 11...40 {
      let post = try #require(try await house.home.store.post(id))
      let chain = try await house.home.store.ancestors(of: post)
      #expect(!chain.ids.contains(id))
      #expect((chain.last ?? post).isRoot)
      #expect(try await house.home.store.children(of: id, limit: 99).count == post.childCount)
    }
  }

  /// A ring that came from elsewhere ends the question, and can be opened.
  @Test func ringsCanBeOpened() async throws {
    let house = try await TestHouse()
    let ids = try await house.home.add(
      """
      {"id":1,"parent_id":2,"title":"hen"}
      {"id":2,"parent_id":1,"title":"egg"}
      {"id":3,"title":"outside"}
      """)
    #expect(ids == [13])
    let ada = try await Writer(TestHouse.ada, at: house)
    #expect(try await ada.move(13, to: 11).status == 200)
    #expect(try await ada.move(11, to: nil).post.isRoot)
    #expect(try await ada.move(12, to: nil).post.isRoot)
  }
}
