import FireflyAPI
import FireflyCore
import FireflyStore
import Foundation
import Testing

/// Every call of the live client against the real server, over a socket.
@Suite struct ClientTests {
  @Test func recentPostsComeInPages() async throws {
    try await TestServer.run { server in
      try server.add((1...120).map { #"{"title":"post \#($0)"}"# }.joined(separator: "\n"))
      var seen: [Int] = []
      while true {
        let page = try await server.client.recentPosts("post", .everyone, seen.last, 50)
        #expect(page.skipped.isEmpty)
        #expect(page.posts.count <= 50)
        #expect(page.posts.allSatisfy { $0.template == .post })
        if page.posts.isEmpty { break }
        seen += page.posts.map(\.id)
      }
      #expect(Set(seen).count == seen.count)
      #expect(seen.count > 120)
    }
  }

  @Test func onlyMine() async throws {
    try await TestServer.run { server in
      _ = try await server.create("mine")
      let mine = try await server.client.recentPosts("post", .mine, nil, 50)
      #expect(!mine.posts.isEmpty)
      #expect(mine.posts.allSatisfy { $0.isOwned(by: TestServer.adaKey) })
      // Nobody in particular has written nothing, rather than everything.
      #expect(try await server.client(nil).recentPosts("post", .mine, nil, 50).posts.isEmpty)
      let unknown = try await server.client("no@example.com").recentPosts("post", .mine, nil, 50)
      #expect(unknown.posts.isEmpty)
    }
  }

  @Test func usersAreProfiles() async throws {
    try await TestServer.run { server in
      let page = try await server.client.recentUsers()
      #expect(page.posts.count >= 6)
      #expect(page.posts.allSatisfy { $0.template == .profile })
      // The owner's own has a name only, and is nothing to read for others.
      #expect(try await server.client(nil).recentUsers().posts.count == page.posts.count - 1)
    }
  }

  @Test func aPostAndAllAboveIt() async throws {
    try await TestServer.run { server in
      let top = try await server.create("top")
      let middle = try await server.create("middle", below: top.id)
      let low = try await server.create("low", below: middle.id)
      let alone = try await server.client.post(low.id, false)
      #expect(alone.title == "low" && alone.ancestors == nil)
      let nested = try await server.client.post(low.id, true)
      #expect(nested.ancestors?.map(\.title) == ["middle", "top"])
      await #expect(throws: APIError.self) { try await server.client.post(999_999, true) }
    }
  }

  @Test func childrenFlatAndNested() async throws {
    try await TestServer.run { server in
      let top = try await server.create("top")
      let middle = try await server.create("middle", below: top.id)
      _ = try await server.create("low", below: middle.id)
      let flat = try await server.client.children(top.id, 1)
      #expect(flat.posts.map(\.title) == ["middle"])
      #expect(flat.posts.first?.children == nil && flat.posts.first?.childCount == 1)
      let nested = try await server.client.children(top.id, 3)
      #expect(nested.posts.first?.children?.map(\.title) == ["low"])
      #expect(try await server.client.children(999_999, 1).posts.isEmpty)
    }
  }

  @Test func profiles() async throws {
    try await TestServer.run { server in
      let profile = try await server.client.profile("noor@example.com", true)
      #expect(profile?.template == .profile)
      #expect(profile?.title == "Noor Khalil")
      await #expect(throws: APIError.self) {
        try await server.client.profile("no@example.com", true)
      }
    }
  }

  @Test func searchesAndBadges() async throws {
    try await TestServer.run { server in
      let query = try server.add(
        """
        {"id":1,"title":"airships","summary":"moorings","template_name":"query"}
        {"id":2,"title":"zeppelin moorings at dawn","author_email":"ben@example.com"}
        {"id":3,"title":"something else with moorings","author_email":"ben@example.com"}
        """
      )[0]
      #expect(try await server.client.badges([query, 999_999]) == [query: true])
      let hits = try await server.client.search(query)
      #expect(hits.count == 2)
      #expect(hits.allSatisfy { (0...1).contains($0.relevance) })
      // Having been looked at, it has nothing new any more.
      #expect(try await server.client.badges([query]) == [query: false])
      #expect(try await server.client.badges([]) == [:])
      #expect(try await server.client.search(999_999).isEmpty)
    }
  }

  @Test func picturesWithTheirTags() async throws {
    try await TestServer.run { server in
      let first = try await server.client.picture("/uploads/meadow.jpg", nil)
      let picture = try #require(first)
      #expect(picture.bytes.starts(with: [0xFF, 0xD8, 0xFF]))
      let tag = try #require(picture.etag)
      #expect(try await server.client.picture("/uploads/meadow.jpg", tag) == nil)
      #expect(try await server.client.picture("/uploads/meadow.jpg", "\"other\"") == picture)
      await #expect(throws: APIError.self) {
        try await server.client.picture("/uploads/none.jpg", nil)
      }
    }
  }
}
