import FireflyAPI
import FireflyApp
import FireflyCore
import FireflyStore
import Foundation
import Synchronization
import Testing

@testable import FireflyClient

/// Branches for the outline, from the real server: with its extensions, and as a plain server has it.
@Suite struct OutlineReaderTests {
  private func readers(_ server: TestServer) -> [OutlineReader] {
    [server.client, server.client.plain].map(reader)
  }

  /// A reader that a busy machine doesn't hurry.
  private func reader(_ client: any PostsClient) -> OutlineReader {
    var reader = OutlineReader(client: client)
    reader.bounds.seconds = 600
    return reader
  }

  /// A branch of so many levels, each post with so many children; returns the top's number.
  private func add(levels: Int, of width: Int, to server: TestServer) throws -> Int {
    var lines = [#"{"id":1,"title":"top"}"#]
    var above = [1]
    for level in 1...levels {
      var next: [Int] = []
      for parent in above {
        for _ in 0..<width {
          let id = lines.count + 1
          next.append(id)
          lines.append(#"{"id":\#(id),"title":"\#(level).\#(id)","parent_id":\#(parent)}"#)
        }
      }
      above = next
    }
    return try server.add(lines.joined(separator: "\n"))[0]
  }

  @Test func theSameFromAnyServer() async throws {
    try await TestServer.run { server in
      let roots = try await server.client.recentPosts("post", .everyone, nil, 50).posts
        .filter { $0.isRoot && $0.hasChildren }
      let users = try await server.client.recentUsers().posts.filter(\.hasChildren)
      #expect(!roots.isEmpty || !users.isEmpty)
      for top in roots + users {
        let outlines = try await readers(server).asyncMap { try await $0.read(below: top.id) }
        #expect(!outlines[0].nodes.isEmpty)
        #expect(outlines[0] == outlines[1])
        #expect(!outlines[0].isCut)
        #expect(outlines[0].nodes.allSatisfy { $0.post.children == nil })
      }
    }
  }

  @Test func asManyPostsAsThereIsRoomFor() async throws {
    try await TestServer.run { server in
      for (count, isCut) in [(999, false), (1_000, false), (1_001, true), (3_000, true)] {
        let top = try server.addChildren(count)
        for reader in readers(server) {
          let branch = try await reader.read(below: top)
          #expect(branch.nodes.count == min(count, 1_000))
          #expect(branch.isCut == isCut)
        }
      }
    }
  }

  @Test func asManyLevels() async throws {
    try await TestServer.run { server in
      let deep = try add(levels: 210, of: 1, to: server)
      let fitting = try add(levels: 40, of: 1, to: server)
      for reader in readers(server) {
        let branch = try await reader.read(below: deep)
        // A plain server is asked for 60 more lists at most.
        #expect(branch.nodes.count == 200 || branch.nodes.count == 61)
        #expect(branch.nodes.map(\.depth) == Array(1...branch.nodes.count))
        #expect(branch.isCut)
        #expect(try await reader.read(below: fitting).isCut == false)
      }
    }
  }

  @Test func asManyListsAndTheUpperLevelsFirst() async throws {
    try await TestServer.run { server in
      let top = try add(levels: 3, of: 8, to: server)
      let asked = Mutex(0)
      var client = AlteredClient(server.client.plain)
      client.instead.branch = { [client] id, depth, most async throws(APIError) in
        asked.withLock { $0 += 1 }
        return try await client.branch(id, depth, most)
      }
      let branch = try await reader(client).read(below: top)
      #expect(asked.withLock { $0 } == 61)
      #expect(branch.isCut)
      // The first list, those of its 8 posts, and 52 of the 64 below: 8 + 64 + 52 * 8.
      #expect(branch.nodes.count == 488)
      #expect(branch.nodes.filter { $0.depth == 2 }.count == 64)
      // Whole where there is an extension: in one question.
      asked.withLock { $0 = 0 }
      #expect(try await reader(server.client).read(below: top).nodes.count == 584)
    }
  }

  /// 3,000 posts of 2 KB below a single child are 6 MB in one element of the list.
  @Test func aChildThatIsTooLargeWithItsBranch() async throws {
    try await TestServer.run { server in
      var lines = [#"{"id":1,"title":"top"}"#, #"{"id":2,"title":"child","parent_id":1}"#]
      let body = String(repeating: "x", count: 2_000)
      for id in 3...3_002 {
        lines.append(#"{"id":\#(id),"title":"low","parent_id":2,"body":"\#(body)"}"#)
      }
      let top = try server.add(lines.joined(separator: "\n"))[0]
      for reader in readers(server) {
        let branch = try await reader.read(below: top)
        #expect(branch.nodes.first?.post.title == "child")
        #expect(branch.nodes.count == 1_000)
        #expect(branch.isCut)
      }
    }
  }

  @Test func aSlowServerIsNotWaitedForForever() async throws {
    try await TestServer.run { server in
      let top = try add(levels: 2, of: 3, to: server)
      let slow = try await server.client.branch(top, 1, 10).posts[1].id
      var client = AlteredClient(server.client.plain)
      client.instead.branch = { [client] id, depth, most async throws(APIError) in
        if id == slow { try? await Task.sleep(for: .seconds(60)) }
        return try await client.branch(id, depth, most)
      }
      var reader = OutlineReader(client: client)
      reader.bounds.seconds = 2
      let branch = try await reader.read(below: top)
      #expect(branch.isCut)
      #expect(branch.nodes.map(\.depth) == [1, 2, 2, 2, 1, 1, 2, 2, 2])
    }
  }

  @Test func listsThatFailAreLeftOut() async throws {
    try await TestServer.run { server in
      let top = try add(levels: 2, of: 2, to: server)
      let bad = try await server.client.branch(top, 1, 10).posts[0].id
      var client = AlteredClient(server.client.plain)
      client.instead.branch = { [client] id, depth, most async throws(APIError) in
        if id == bad { throw .status(500, message: nil) }
        return try await client.branch(id, depth, most)
      }
      let branch = try await reader(client).read(below: top)
      #expect(branch.nodes.map(\.depth) == [1, 1, 2, 2])
      #expect(branch.isCut)
    }
  }

  @Test func leavingTheOutlineEndsItsRequests() async throws {
    let silence = Silence()
    try await Stage.run(client: { server in
      var client = AlteredClient(server.client)
      client.instead.branch = { _, _, _ async throws(APIError) in try await silence.answer() }
      return client
    }) { stage, server in
      try await stage.start(among: 3, on: server)
      stage.press(.character("t"))
      try await waitUntil("the request") { silence.asked == 1 }
      stage.press(.escape)
      try await waitUntil("the end of the request") { silence.cancelled == 1 }
      try await stage.rests()
      #expect(stage.screen.text.contains("1 of 3"))
    }
  }
}
