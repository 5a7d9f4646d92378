import FireflyAPI
import FireflyCore
import Foundation
import Testing

/// Lists that one answer has no room for.
@Suite struct LongListTests {
  private static func json(_ ids: some Sequence<Int>, _ rest: String = "") -> String {
    let posts = ids.map { #"{"id":\#($0),"title":"\#(String(repeating: "x", count: 1_000))"}"# }
    let list = posts.joined(separator: ",")
    return #"{"posts":[\#(list)],"children":[\#(list)]\#(rest)}"#
  }

  /// A server with 100 posts, the newest first; a plain one doesn't know `before`.
  private static func server(isPlain: Bool) throws -> RawServer {
    try RawServer { connection in
      let items = URLComponents(string: connection.target)?.queryItems ?? []
      func number(_ name: String) -> Int? {
        items.first { $0.name == name }?.value.flatMap { Int($0) }
      }
      let first = isPlain ? 100 : (number("before") ?? 101) - 1
      connection.send(body: Self.json((0..<(number("limit") ?? 50)).map { first - $0 }))
    }
  }

  @Test(arguments: [true, false])
  func ofAListThatIsTooLargeFewerAreAskedFor(isPlain: Bool) async throws {
    let server = try Self.server(isPlain: isPlain)
    let client = LiveClient.test(server.address) { $0.listBytes = 80_000 }
    let page = try await client.recentPosts("post", .everyone, nil, 50)
    let count = isPlain ? 12 : 50
    #expect(page.posts.map(\.id) == Array((1...100).reversed().prefix(count)))
    #expect(!page.isCut && page.skipped.isEmpty)
  }

  @Test func oneSingleTooLargePostIsAnError() async throws {
    let server = try Self.server(isPlain: true)
    let client = LiveClient.test(server.address) { $0.listBytes = 1_000 }
    await #expect(throws: APIError.tooLarge(limit: 1_000)) {
      try await client.recentPosts("post", .everyone, nil, 50)
    }
    // Beside the question of what the server can.
    #expect(server.targets.count { $0 != "/api/ping" } == 4)
  }

  @Test func aListThatEndsEarlyIsGoneOnWith() async throws {
    let server = try RawServer { connection in
      let isFirst = !connection.target.contains("before=")
      connection.send(
        body: isFirst
          ? Self.json((91...100).reversed(), #","has_more":true"#)
          : Self.json((81...91).reversed()))
    }
    let client = LiveClient.test(server.address)
    #expect(try await client.children(7, 1).posts.map(\.id) == (81...100).reversed())
    #expect(
      server.targets == ["/api/posts/7/children", "/api/posts/7/children?before=91"])
    let feed = try await client.recentPosts("post", .everyone, nil, 15)
    #expect(Array(feed.posts.map(\.id).prefix(15)) == (86...100).reversed())
    // The question of what the server can may come last.
    #expect(server.targets.contains { $0.contains("limit=5") })
    // What ended within a branch can't be gone on with.
    #expect(try await client.branch(7, 3, 1_000).isCut)
  }

  @Test func aServerThatNeverEndsIsLeft() async throws {
    let server = try RawServer { connection in
      let before = connection.target.split(separator: "before=").dropFirst().first
      let last = before.flatMap { Int($0) } ?? 10_000
      connection.send(body: Self.json([last - 1], #","has_more":true"#))
    }
    let page = try await LiveClient.test(server.address).children(7, 1)
    #expect(page.posts.count == 64 && page.isCut)
  }
}
