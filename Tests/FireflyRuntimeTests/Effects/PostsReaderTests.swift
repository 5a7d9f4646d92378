import FireflyAPI
import FireflyApp
import FireflyCore
import FireflyStore
import Foundation
import SeededRandom
import Synchronization
import Testing

@testable import FireflyClient

/// What `firefly posts` prints, from the real server: with its extensions, and as a plain one has it.
@Suite struct PostsReaderTests {
  /// Calls of a client that asks for lists of children.
  private final class Count: Sendable {
    private let lists = Mutex<[Post.ID]>([])
    var asked: [Post.ID] { lists.withLock { $0 } }

    func counting(_ client: any PostsClient) -> any PostsClient {
      var counting = AlteredClient(client)
      counting.instead.branch = { [client, self] id, depth, most async throws(APIError) in
        lists.withLock { $0.append(id) }
        return try await client.branch(id, depth, most)
      }
      return counting
    }
  }

  /// Posts with any parents, so that there are trees, cycles of all lengths, and parents that are
  /// missing; the numbers that they were given.
  private func addForest(_ count: Int, seed: UInt64, to server: TestServer) async throws -> Set<Int>
  {
    var random = SplitMix(seed: seed)
    let lines = (1...count).map { id in
      let parent = Int.random(in: 1...count + count / 10, using: &random)
      return #"{"id":\#(id),"title":"post \#(id)","parent_id":\#(parent)}"#
    }
    let before = Set(try await server.store.posts.map(\.id))
    try server.add(lines.joined(separator: "\n"))
    return Set(try await server.store.posts.map(\.id)).subtracting(before)
  }

  @Test func postsThatCannotBeReadAreCounted() async throws {
    try await TestServer.run { server in
      var client = AlteredClient(server.client)
      client.instead.recentPosts = { _, _, _, _ throws(APIError) in
        PostPage(posts: [Post(id: 1, title: "a")], skipped: ["id 2^63", "no title"])
      }
      let reader = PostsReader(client: client, limit: 10, log: silent)
      for isDeep in [false, true] {
        let branch = try await reader.read(parent: nil, deep: isDeep)
        #expect(branch.leftOut == 2)
      }
    }
  }

  @Test(arguments: 0..<6 as Range<UInt64>)
  func everyPostOnceBelowItsParent(seed: UInt64) async throws {
    try await TestServer.run { server in
      let count = [1, 2, 7, 30, 45, 120][Int(seed)]
      let added = try await addForest(count, seed: seed, to: server)
      let parents = Dictionary(
        uniqueKeysWithValues: try await server.store.posts.map { ($0.id, $0.parentID) })
      for client in [server.client, server.client.plain] {
        let lists = Count()
        let reader = PostsReader(client: lists.counting(client), limit: 1_000, log: silent)
        let branch = try await reader.read(parent: nil, deep: true)
        #expect(!branch.isCut)
        let ids = branch.nodes.map(\.post.id)
        #expect(Set(ids).count == ids.count)
        #expect(added.isSubset(of: ids))
        // Whatever is indented stands below its parent.
        var path: [Int] = []
        for node in branch.nodes {
          #expect((1...path.count + 1).contains(node.depth))
          path.removeLast(path.count - (node.depth - 1))
          if let above = path.last { #expect(parents[node.post.id] == above) }
          path.append(node.post.id)
        }
        // No list is asked for twice.
        #expect(Set(lists.asked).count == lists.asked.count)
      }
    }
  }

  @Test func aTreeTakesFewRequests() async throws {
    try await TestServer.run { server in
      let lines = (2...400).map { #"{"id":\#($0),"title":"p","parent_id":\#($0 / 2)}"# }
      try server.add(([#"{"id":1,"title":"p"}"#] + lines).joined(separator: "\n"))
      let posts = try await server.store.posts.filter { $0.template == .post }
      let parents = Set(posts.compactMap(\.parentID)).intersection(posts.map(\.id))
      let roots = posts.filter { post in post.parentID.map { !parents.contains($0) } ?? true }
      // One for each branch where the server nests, else one for each list that there is.
      for (client, most) in [(server.client, roots.count), (server.client.plain, parents.count)] {
        let lists = Count()
        let reader = PostsReader(client: lists.counting(client), limit: 1_000, log: silent)
        let branch = try await reader.read(parent: nil, deep: true)
        #expect(branch.nodes.count == posts.count)
        #expect(lists.asked.count <= most)
      }
    }
  }

  @Test(arguments: [1, 49, 50, 51, 120, 1_000])
  func asManyAsAreWantedFromAnyServer(limit: Int) async throws {
    try await TestServer.run { server in
      let ids = try await server.store.posts.filter { $0.template == .post }.map(\.id)
      for client in [server.client, server.client.plain] {
        let branch = try await PostsReader(client: client, limit: limit, log: silent)
          .read(parent: nil, deep: false)
        #expect(branch.nodes.count == min(limit, ids.count))
        #expect(Set(branch.nodes.map(\.post.id)).count == branch.nodes.count)
      }
    }
  }

  @Test func noMoreIsAskedForThanIsWanted() async throws {
    try await TestServer.run { server in
      let asked = Mutex<[Int]>([])
      var client = AlteredClient(server.client)
      client.instead.recentPosts = { [client] tag, author, before, limit async throws(APIError) in
        asked.withLock { $0.append(limit) }
        return try await client.recentPosts(tag, author, before, limit)
      }
      let branch = try await PostsReader(client: client, limit: 3, log: silent).read(
        parent: nil, deep: false)
      #expect(branch.nodes.count == 3)
      #expect(asked.withLock { $0 } == [3])
    }
  }

  @Test func theLimitHoldsAtEachLevel() async throws {
    try await TestServer.run { server in
      let top = try server.addChildren(9)
      for client in [server.client, server.client.plain] {
        let branch = try await PostsReader(client: client, limit: 4, log: silent).read(
          parent: top, deep: true)
        #expect(branch.nodes.count == 4)
        // There is more, but no more was wanted.
        #expect(!branch.isCut)
      }
    }
  }

  @Test func failedListIsReported() async throws {
    try await TestServer.run { server in
      let top = try server.addChildren(3)
      var client = AlteredClient(server.client.plain)
      client.instead.branch = { _, _, _ async throws(APIError) in throw .status(500, message: nil) }
      let branch = try await PostsReader(client: client, limit: 500, log: silent).read(
        parent: nil, deep: true)
      #expect(branch.isCut)
      #expect(branch.nodes.contains { $0.post.id == top })
    }
  }
}

extension Store {
  /// Every post there is.
  fileprivate var posts: [Post] {
    get async throws {
      var lines = Data()
      try await exportPosts(.flat) { lines.append(contentsOf: $0) }
      return lines.split(separator: UInt8(ascii: "\n"))
        .compactMap { try? JSONDecoder().decode(Post.self, from: $0) }
    }
  }
}
