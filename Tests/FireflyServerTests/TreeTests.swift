import FireflyAPI
import FireflyCore
import FireflyHTTP
import FireflyJSON
import Foundation
import Testing

@testable import FireflyServer
@testable import FireflyStore

/// Large, deep and broken trees.
@Suite struct TreeTests {
  @Test(arguments: Way.allCases)
  func manyChildrenArriveInOrderAndInPieces(_ way: Way) async throws {
    let home = try TemporaryStore()
    let body = String(repeating: "light ", count: 50)
    try await home.add(
      (["{\"id\":1,\"title\":\"root\"}"]
        + (2...2001).map { #"{"id":\#($0),"parent_id":1,"title":"\#($0)","body":"\#(body)"}"# })
        .joined(separator: "\n"))
    try await withServer(way, home) { ask in
      let reply = try await ask("GET", "/api/posts/1/children", [:], Data())
      let children = try reply.decoded(ChildrenResponse.self).children
      #expect(children.ids == Array((2...2001).reversed()))
      #expect(reply.text.contains(#"],"count":2000,"post_id":1"#))
      if way == .socket { #expect(reply.headers["content-length"] == nil) }
    }
  }

  @Test func firstPiecesComeBeforeTheRestIsRead() async throws {
    let home = try TemporaryStore()
    try await home.add(
      (["{\"id\":1,\"title\":\"root\"}"]
        + (2...3001).map { #"{"id":\#($0),"parent_id":1,"title":"\#($0)"}"# })
        .joined(separator: "\n"))
    let router = Router(store: home.store, logger: silent)
    let reply = await router.respond(
      to: HTTPRequest("GET", "/api/posts/1/children", fields: ["host": "localhost"]))
    guard case .stream(_, let next) = reply.body else {
      Issue.record("the answer is not streamed")
      return
    }
    let first = try #require(try await next())
    #expect((PostListBody.pieceLength..<PostListBody.pieceLength * 2).contains(first.count))
    // What changes meanwhile neither repeats nor breaks anything.
    _ = try await home.store.create(Post(id: 0, parentID: 1, title: "late"), by: "ada@example.com")
    try await home.store.delete(2)
    var all = Data(first)
    while let piece = try await next() { all.append(contentsOf: piece) }
    let children = try JSONDecoder().decode(ChildrenResponse.self, from: all).children
    #expect(children.ids == Array((3...3001).reversed()))
  }

  @Test(arguments: Way.allCases)
  func ringsAreHarmless(_ way: Way) async throws {
    let home = try TemporaryStore()
    try await home.add(
      """
      {"id":1,"parent_id":2,"title":"hen"}
      {"id":2,"parent_id":1,"title":"egg"}
      {"id":3,"parent_id":3,"title":"self"}
      """)
    try await withServer(way, home) { ask in
      let nested = try await ask("GET", "/api/posts/1/children?depth=64", [:], Data())
      let egg = try #require(try nested.decoded(ChildrenResponse.self).children.first)
      #expect(egg.id == 2)
      #expect(egg.children?.ids == [1])
      #expect(egg.children?.first?.children == nil)
      let whole = try await ask("GET", "/api/posts/3?include=parent,children&depth=5", [:], Data())
      let post = try whole.decoded(PostResponse.self).post
      #expect(post.children == [])
      #expect(post.ancestors == nil)
      let ring = try await ask("GET", "/api/posts/1?include=parent", [:], Data())
      #expect(try ring.decoded(PostResponse.self).post.ancestors?.ids == [2])
    }
  }

  @Test func depthIsBounded() async throws {
    let home = try TemporaryStore()
    try await home.add(
      (1...300).map { #"{"id":\#($0),"parent_id":\#($0 - 1),"title":"\#($0)"}"# }
        .joined(separator: "\n"))
    try await withServer(.router, home) { ask in
      let reply = try await ask("GET", "/api/posts/1/children?depth=100000", [:], Data())
      var level = try reply.decoded(ChildrenResponse.self).children
      var depth = 0
      while let next = level.first {
        depth += 1
        level = next.children ?? []
      }
      #expect(depth == 64)
      let deep = try await ask("GET", "/api/posts/300?include=parent", [:], Data())
      #expect(try deep.decoded(PostResponse.self).post.ancestors?.count == 200)
      for depth in ["0", "-4", "x"] {
        let odd = try await ask("GET", "/api/posts/1/children?depth=\(depth)", [:], Data())
        #expect(try odd.decoded(ChildrenResponse.self).children.first?.children == nil)
      }
    }
  }

  @Test func theBudgetLeavesWholeListsOut() async throws {
    let home = try TemporaryStore()
    try await home.add(
      """
      {"id":1,"title":"root"}
      {"id":2,"parent_id":1,"title":"older"}
      {"id":3,"parent_id":1,"title":"newer"}
      {"id":4,"parent_id":2,"title":"x"}
      {"id":5,"parent_id":2,"title":"x"}
      {"id":6,"parent_id":3,"title":"x"}
      """)
    var json = JSONWriter()
    json.beginArray()
    let body = PostListBody(
      head: json, home.store.cursor(over: .children(of: 1, depth: 5, budget: 2))
    ) { json, _, _ in json.endArray() }
    let bytes = try await body.begin(atLeast: 1 << 20)
    let posts = try JSONDecoder().decode([Post].self, from: Data(bytes))
    #expect(posts.ids == [3, 2])
    #expect(posts[0].children?.ids == [6])
    #expect(posts[1].children == nil)
    #expect(posts[1].childCount == 2)
  }
}
