import FireflyAPI
import FireflyCore
import FireflyModel
import FireflyStore
import Foundation
import Synchronization
import Testing

@testable import FireflyApp
@testable import FireflyClient

/// What the lists show, from the real server: with its extensions, and as a plain server has it.
@Suite struct PostLoaderTests {
  private func loaders(_ server: TestServer) -> [PostLoader] {
    [server.client, server.client.plain].map { PostLoader(client: $0, log: silent) }
  }

  @Test func theThreeRoots() async throws {
    try await TestServer.run { server in
      for loader in loaders(server) {
        let posts = try await loader.root(.posts)
        #expect(!posts.posts.isEmpty && posts.posts.allSatisfy { $0.template == .post })
        let queries = try await loader.root(.searches)
        #expect(!queries.posts.isEmpty && queries.posts.allSatisfy { $0.template == .query })
        let users = try await loader.root(.users)
        #expect(!users.posts.isEmpty && users.posts.allSatisfy { $0.template == .profile })
      }
    }
  }

  @Test func thePostsThatLinkToAPost() async throws {
    try await TestServer.run { server in
      let ids = try server.add(
        """
        {"id":1,"title":"the boat"}
        {"id":2,"title":"a link","body":"See [the boat](post:1)."}
        {"id":3,"title":"words","body":"The post: 1 of 12."}
        {"id":4,"title":"another","body":"See [the sail](post:2) and [it](post:1)."}
        """)
      let loaders = loaders(server)
      let found = await loaders[0].posts(linkingTo: ids[0])
      #expect(Set(found.map(\.title)) == ["a link", "another"])
      #expect(await loaders[0].posts(linkingTo: ids[3]).isEmpty)
      #expect(Set(await loaders[0].posts(titled: "the bo").map(\.id)).contains(ids[0]))
      #expect(await loaders[0].posts(titled: " ").isEmpty)
      // A plain server can't search for words.
      #expect(await loaders[1].posts(linkingTo: ids[0]).isEmpty)
    }
  }

  @Test func thePageOfAPostThatCameFromTheWeb() async throws {
    try await TestServer.run { server in
      let ids = try server.add(
        """
        {"title":"a","source":"hn","source_key":"7"}
        {"title":"b","source":"lemmy","source_key":"https://l.example/\\u200e7"}
        {"title":"c"}
        """)
      let loader = loaders(server)[0]
      #expect(
        try await loader.page(of: ids[0]).get() == "https://news.ycombinator.com/item?id=7")
      #expect(try await loader.page(of: ids[1]).get() == "https://l.example/7")
      #expect(try await loader.page(of: ids[2]).get() == nil)
      await #expect(throws: LoadFailure.self) { try await loader.page(of: 99_999).get() }
    }
  }

  /// The last page of a profile and what its owner has written.
  private func profile(
    of email: String, isAlone: Bool, from loader: PostLoader
  ) async throws -> PostPage {
    var last: PostPage?
    for await page in loader.profile(of: email, isAlone: isAlone) { last = try page.get() }
    return try #require(last)
  }

  @Test func aProfileLeadsToWhatItsOwnerHasWritten() async throws {
    try await TestServer.run { server in
      for loader in loaders(server) {
        let email = "noor@example.com"
        let page = try await profile(of: email, isAlone: false, from: loader)
        #expect(page.posts.first?.title == "Noor Khalil" && !page.isCut && page.posts.count > 1)
        let below = try await loader.children(of: page.posts[0].id).get().posts.map(\.id)
        #expect(page.posts.dropFirst().map(\.id) == below)
        let alone = try await profile(of: email, isAlone: true, from: loader)
        #expect(alone.posts == [page.posts[0]])
      }
    }
  }

  @Test func pathsAreTheSameFromAnyServer() async throws {
    try await TestServer.run { server in
      var chain: [Int] = []
      for level in 1...12 {
        chain.append(try await server.create("level \(level)", below: chain.last).id)
      }
      for loader in loaders(server) {
        #expect(try await loader.path(to: chain[11]).get().map(\.id) == chain)
        #expect(try await loader.path(to: chain[0]).get().map(\.id) == [chain[0]])
      }
      let paths = try await loaders(server).asyncMap {
        try await $0.path(to: chain[11]).get().map(\.title)
      }
      #expect(paths[0] == paths[1])
    }
  }

  /// Where the server tells it in one answer, a deleted post keeps its place: replies hang on it.
  @Test func deletedParentsEndAPath() async throws {
    try await TestServer.run { server in
      let gone = try await server.create("gone")
      let orphan = try await server.create("orphan", below: gone.id)
      let child = try await server.create("child", below: orphan.id)
      try await server.store.delete(gone.id)
      for loader in loaders(server) {
        let path = try await loader.path(to: child.id).get().map(\.id)
        #expect(Array(path.suffix(2)) == [orphan.id, child.id])
        #expect(path.count == 2 || path.first == gone.id)
      }
    }
  }

  /// A thread keeps its row when its first post is deleted, as long as it has replies.
  @Test func deletedThreadsStayInTheLists() async throws {
    try await TestServer.run { server in
      let older = try await server.create("older")
      let gone = try await server.create("gone")
      _ = try await server.create("reply", below: gone.id)
      let alone = try await server.create("alone")
      let newer = try await server.create("newer")
      for id in [gone.id, alone.id] { try await server.store.delete(id) }
      // At first it is not known that the server lists them, then it is.
      let loader = PostLoader(client: server.client, log: silent)
      for _ in 1...2 {
        let posts = try await loader.root(.posts).posts.filter { $0.isRoot }
        let wanted = [newer.id, gone.id, older.id]
        #expect(Array(posts.map(\.id).prefix(3)) == wanted)
        #expect(posts[1].template == .deleted && posts[1].byline == nil && !posts[1].hasReadMark)
        #expect(posts[1].hasChildren)
      }
      let threads = try await loader.threads().get().posts
      #expect(threads.contains { $0.id == gone.id && $0.template == .deleted })
      #expect(!threads.contains { $0.id == alone.id })
      let reader = PostsReader(client: server.client, limit: 50, log: silent)
      #expect(
        try await reader.read(parent: nil, deep: false).nodes.contains { $0.post.id == gone.id })
      #expect(try await loader.post(gone.id).get().template == .deleted)
    }
  }

  @Test func cyclesEnd() async throws {
    try await TestServer.run { server in
      // A child with a number that nobody else has leads into the ring; nobody in it is a root.
      _ = try server.add(
        """
        {"id":1,"title":"one","parent_id":3}
        {"id":2,"title":"two","parent_id":1}
        {"id":3,"title":"three","parent_id":2}
        {"id":4,"title":"itself","parent_id":4}
        """)
      let posts = try await server.client.recentPosts("post", .everyone, nil, 50).posts
      let ring = try ["one", "two", "three"].map { title in
        try #require(posts.first { $0.title == title }).id
      }
      let itself = try #require(posts.first { $0.title == "itself" }).id
      for loader in loaders(server) {
        let path = try await loader.path(to: ring[2]).get()
        #expect(path.last?.id == ring[2])
        #expect(Set(path.map(\.id)).count == path.count)
        #expect(try await loader.path(to: itself).get().map(\.id) == [itself])
        let outline = try await loader.outline(of: ring[0]).get().nodes
        #expect(outline.map(\.post.title) == ["two", "three"])
        #expect(outline.map(\.depth) == [1, 2])
        #expect(try await loader.outline(of: itself).get().nodes.isEmpty)
      }
    }
  }

  @Test func resultsComeInTheServersOrder() async throws {
    try await TestServer.run { server in
      let query = try server.add(
        """
        {"id":1,"title":"zeppelin","template_name":"query"}
        {"id":2,"title":"about moorings","body":"one word of it, in a text that is longer"}
        {"id":3,"title":"zeppelin moorings"}
        {"id":4,"title":"Zora Zeppelin","template_name":"profile","author_email":"z@example.com"}
        """
      )[0]
      for loader in loaders(server) {
        let page = try #require(try await loader.results(of: query).last()?.get())
        #expect(page.posts.map(\.id) == (try await server.client.search(query).map(\.id)))
        #expect(page.posts.contains { $0.title == "zeppelin moorings" })
        #expect(page.posts.contains { $0.template == .profile })
        #expect(page.posts.allSatisfy { $0.id != query })
        #expect(page.skipped.isEmpty)
      }
    }
  }

  @Test func hitsThatVanishAreCounted() async throws {
    try await TestServer.run { server in
      let query = try server.add(
        """
        {"id":1,"title":"zeppelin","template_name":"query"}
        {"id":2,"title":"zeppelin two"}
        {"id":3,"title":"zeppelin three"}
        """
      )[0]
      var client = AlteredClient(server.client)
      client.instead.search = { [client] id async throws(APIError) in
        let hits = try await client.search(id)
        // Somebody deletes one before it can be fetched.
        if let first = hits.first { try? await server.store.delete(first.id) }
        return hits
      }
      let loader = PostLoader(client: client, log: silent)
      let page = try #require(try await loader.results(of: query).last()?.get())
      #expect(page.posts.count == 1)
      #expect(page.skipped.count == 1)
    }
  }

  /// So many as are wanted are had where some of them can't be.
  @Test func othersComeInThePlaceOfHitsThatCantBeHad() async throws {
    try await TestServer.run { server in
      var client = AlteredClient(server.client)
      client.instead.post = { id, _ async throws(APIError) in
        if [2, 3].contains(id) { throw .status(500, message: nil) }
        return Post(id: id, title: "\(id)")
      }
      let loader = PostLoader(client: client, log: silent)
      let hits = (1...9).map { SearchHit(id: $0, relevance: 1) }
      var last = 0
      for await page in loader.pages(of: hits, limit: 4) {
        #expect(page.posts.map(\.id) == Array([1, 4, 5, 6].prefix(page.posts.count)))
        last = page.posts.count
      }
      #expect(last == 4)
      let few = try #require(await loader.pages(of: Array(hits.prefix(3)), limit: 4).last())
      #expect(few.posts.map(\.id) == [1])
      #expect(few.skipped.count == 2 && !few.isBroken)
    }
  }

  /// Many are loaded as far as they are wanted, some at a time.
  @Test func manyHitsAreLoaded() async throws {
    try await TestServer.run { server in
      var client = AlteredClient(server.client)
      let running = Atomic(0)
      let most = Atomic(0)
      client.instead.post = { id, _ async throws(APIError) in
        let now = running.add(1, ordering: .relaxed).newValue
        _ = most.max(now, ordering: .relaxed)
        await Task.yield()
        running.subtract(1, ordering: .relaxed)
        if id % 50 == 0 { throw .status(500, message: nil) }
        return Post(id: id, title: "\(id)")
      }
      let loader = PostLoader(client: client, log: silent)
      let hits = (1...900).map { SearchHit(id: $0, relevance: 1) }
      let page = try #require(await loader.pages(of: hits, limit: 300).last())
      #expect(page.posts.map(\.id) == Array((1...306).filter { $0 % 50 != 0 }))
      #expect(most.load(ordering: .relaxed) <= 100)
      let all = try #require(await loader.pages(of: hits, limit: .max).last())
      #expect(all.posts.count == 882)
      #expect(try #require(await loader.pages(of: hits).last()).posts.count == 100)
    }
  }

  /// A server that goes while hits are fetched is told from one that denies some of them.
  @Test func brokenPathIsReported() async throws {
    try await TestServer.run { server in
      let hits = (1...20).map { SearchHit(id: $0, relevance: 1) }
      func page(_ answer: @escaping @Sendable (Int) -> APIError?) async throws -> PostPage {
        var client = AlteredClient(server.client)
        client.instead.post = { id, _ async throws(APIError) in
          if let error = answer(id) { throw error }
          return Post(id: id, title: "\(id)")
        }
        let loader = PostLoader(client: client, log: silent)
        return try #require(await loader.pages(of: hits).last())
      }
      let calls = Atomic(0)
      let broken = try await page { _ in
        calls.add(1, ordering: .relaxed).newValue > 5 ? .unreachable(host: "far.example") : nil
      }
      #expect(broken.isBroken && broken.posts.count == 5 && broken.skipped.count == 15)
      #expect(try await !page { $0 < 9 ? .status(500, message: nil) : nil }.isBroken)
      #expect(try await !page { _ in nil }.isBroken)
      #expect(try await page { _ in .timedOut(seconds: 30) }.isBroken)
    }
  }

  /// A server that denies under load what it has is asked once more for each hit.
  @Test func oneFalseDenialLosesNoHit() async throws {
    try await TestServer.run { server in
      let query = try server.add(
        (["zeppelin"] + (2...20).map { "zeppelin \($0)" }).enumerated().map { index, title in
          let template = index == 0 ? #","template_name":"query""# : ""
          return #"{"id":\#(index + 1),"title":"\#(title)"\#(template)}"#
        }.joined(separator: "\n"))[0]
      let denied = Mutex<Set<Int>>([])
      var client = AlteredClient(server.client)
      client.instead.post = { [client] id, ancestors async throws(APIError) in
        if denied.withLock({ $0.insert(id).inserted }) { throw .status(404, message: nil) }
        return try await client.post(id, ancestors)
      }
      let order = try await client.search(query).map(\.id)
      #expect(order.count == 19)
      let page = try #require(
        try await PostLoader(client: client, log: silent).results(of: query).last()?.get())
      #expect(page.posts.map(\.id) == order)
      #expect(page.skipped.isEmpty)
    }
  }

  /// What has come is shown while the rest is on its way, and always in the server's order.
  @Test func resultsComeAsTheyCome() async throws {
    try await TestServer.run { server in
      let query = try server.add(
        (0...6).map { index in
          let template = index == 0 ? #","template_name":"query""# : ""
          return #"{"id":\#(index + 1),"title":"zeppelin"\#(template)}"#
        }.joined(separator: "\n"))[0]
      let order = try await server.client.search(query).map(\.id)
      let last = try #require(order.last)
      let gate = AsyncStream.makeStream(of: Void.self)
      var client = AlteredClient(server.client)
      client.instead.post = { [client] id, ancestors async throws(APIError) in
        if id == last { for await _ in gate.stream { break } }
        return try await client.post(id, ancestors)
      }
      var pages: [PostPage] = []
      for await page in PostLoader(client: client, log: silent).results(of: query) {
        pages.append(try page.get())
        if pages.last?.posts.count == order.count - 1 { gate.continuation.finish() }
      }
      #expect(pages.count > 1)
      for page in pages { #expect(page.posts.map(\.id) == Array(order.prefix(page.posts.count))) }
      #expect(pages.map(\.isCut) == pages.indices.map { $0 < pages.count - 1 })
      #expect(pages.last?.posts.map(\.id) == order)
    }
  }

  @Test func unreachableServerIsReported() async throws {
    try await TestServer.run { server in
      let loader = PostLoader(client: server.client, log: silent)
      let top = try await server.create("top")
      _ = try await server.create("below", below: top.id)
      await server.stop()
      let sentence = "Can't reach \(server.address.host)."
      #expect(await loader.children(of: top.id).reason?.hasPrefix(sentence) == true)
      #expect(await loader.path(to: top.id).reason?.hasPrefix(sentence) == true)
      #expect(await loader.outline(of: top.id).reason?.hasPrefix(sentence) == true)
      #expect(await loader.badges(of: [1]) == [:])
      try await server.restart()
      #expect(try await loader.children(of: top.id).get().posts.map(\.title) == ["below"])
      #expect(try await loader.path(to: top.id).get().map(\.id) == [top.id])
    }
  }

  @Test func badgesOfOthersAreLeftOut() async throws {
    try await TestServer.run { server in
      var client = AlteredClient(server.client)
      client.instead.badges = { _ async throws(APIError) in [1: true, 2: nil, 3: false, 999: true] }
      let badges = await PostLoader(client: client, log: silent)
        .badges(of: [1, 2, 3, 4])
      #expect(badges == [1: true, 2: false, 3: false])
    }
  }

  @Test func cancellingStopsAtOnce() async throws {
    try await TestServer.run { server in
      let top = try await server.create("top")
      let loader = PostLoader(client: server.client, log: silent)
      let task = Task { await loader.outline(of: top.id) }
      task.cancel()
      #expect(await task.value.reason == APIError.cancelled.sentence)
    }
  }
}

extension Result where Failure == LoadFailure {
  /// The sentence of a failure.
  var reason: String? {
    if case .failure(let failure) = self { failure.sentence } else { nil }
  }
}

extension AsyncStream {
  /// What comes last.
  func last() async -> Element? {
    var last: Element?
    for await element in self { last = element }
    return last
  }
}

extension Array {
  /// One after the other.
  func asyncMap<Result>(_ transform: (Element) async throws -> Result) async rethrows -> [Result] {
    var results: [Result] = []
    for element in self { results.append(try await transform(element)) }
    return results
  }
}

extension PostLoader {
  /// The last page of a root list with everyone's posts.
  fileprivate func root(_ explorer: Explorer) async throws -> PostPage {
    var last = PostPage(posts: [])
    for await page in pages(of: explorer.list(.everyone, limit: 50)) { last = try page.get() }
    return last
  }
}
