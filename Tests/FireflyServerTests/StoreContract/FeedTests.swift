import FireflyCore
import Foundation
import Testing

@testable import FireflyStore

extension StoreContractTests {
  @Suite struct FeedTests {
    @Test(arguments: StoreKind.all) func recentIsEverythingNewestFirst(_ kind: StoreKind)
      async throws
    {
      let home = try await kind.sample()
      #expect(
        try await home.store.recentPosts(FeedRequest()).ids == [8, 7, 6, 5, 4, 3, 2, 1, 10, 9])
      #expect(try await home.store.recentPosts(FeedRequest(limit: 3)).ids == [8, 7, 6])
    }

    @Test(arguments: StoreKind.all) func pagingMeetsEveryPostOnce(_ kind: StoreKind) async throws {
      let home = try await kind.make()
      let now = "2025-11-03T10:00:00Z"
      try await home.add(
        (1...23).map { #"{"title":"\#($0)","created_at":"\#(now)"}"# }.joined(separator: "\n"))
      var seen: [Int] = []
      var before: Int?
      while true {
        let page = try await home.store.recentPosts(FeedRequest(before: before, limit: 5))
        guard let last = page.last else { break }
        seen += page.ids
        before = last.id
      }
      #expect(seen == Array((1...23).reversed()))
      #expect(try await home.store.recentPosts(FeedRequest(before: 999)).isEmpty)
    }

    @Test(arguments: StoreKind.all) func tagsAndAuthorsAreKept(_ kind: StoreKind) async throws {
      let home = try await kind.sample()
      let store = home.store
      #expect(try await store.taggedPosts(FeedRequest(templates: ["query"])).ids == [8])
      #expect(
        try await store.taggedPosts(FeedRequest(templates: ["query", "profile"])).ids == [8, 2, 1])
      #expect(
        try await store.taggedPosts(FeedRequest(templates: ["post"], author: "ben@example.com")).ids
          == [7, 4])
      #expect(
        try await store.taggedPosts(FeedRequest(templates: ["profile"], author: "who@example.com"))
          .ids == [2, 1])
      let after = try #require(WireDate.date("2025-11-06T10:00:00Z"))
      #expect(try await store.taggedPosts(FeedRequest(after: after)).ids == [8, 7])
    }

    @Test(arguments: StoreKind.all) func detailsTellNearnessAndActivity(_ kind: StoreKind)
      async throws
    {
      let home = try await kind.sample()
      let posts = try await home.store.taggedPosts(
        FeedRequest(templates: ["post"], reader: "ben@example.com"))
      let sourdough = try #require(posts.first { $0.id == 7 }?.feed)
      #expect(sourdough.proximity == 0)
      #expect(sourdough.ancestorChain == [2, 1])
      #expect(sourdough.pluralName == "posts")
      #expect(sourdough.hasNewMatches == false)
      #expect(sourdough.lastActivity.map(WireDate.http) == "Fri, 07 Nov 2025 10:00:00 GMT")
      #expect(posts.first { $0.id == 6 }?.feed?.proximity == 1)
      #expect(posts.first { $0.id == 9 }?.feed?.proximity == 2)
      let toNobody = try await home.store.taggedPosts(FeedRequest(limit: 1))
      #expect(toNobody.first?.feed?.proximity == 9999)
    }

    @Test(arguments: StoreKind.all) func usersAreByNearnessThenActivity(_ kind: StoreKind)
      async throws
    {
      let home = try await kind.sample()
      try await home.add(
        #"{"title":"Mei","summary":"here","template_name":"profile","author_email":"mei@example.com"}"#
      )
      let users = try await home.store.recentUsers(reader: "ben@example.com")
      #expect(users.ids == [2, 1, 11])
      #expect(users.map { $0.feed?.proximity } == [0, 1, 2])
      #expect(
        try await home.store.recentUsers(reader: "ben@example.com", before: 2).ids == [1, 11])
      #expect(try await home.store.recentUsers(reader: nil, limit: 1).count == 1)
    }

    @Test(arguments: StoreKind.all) func searchFindsByWordsNewestFirst(_ kind: StoreKind)
      async throws
    {
      let home = try await kind.sample()
      let hits = try await home.store.search(queryID: 8, reader: nil)
      #expect(hits.map(\.id) == [5, 3])
      #expect(hits.map(\.relevance).max() == 1)
      #expect(hits.allSatisfy { (0...1).contains($0.relevance) })
      await #expect(throws: StoreError.unknownPost(77)) {
        _ = try await home.store.search(queryID: 77, reader: nil)
      }
    }

    @Test(arguments: StoreKind.all) func searchFindsChineseAndSurvivesSyntax(_ kind: StoreKind)
      async throws
    {
      let home = try await kind.sample()
      let ids = try await home.add(
        """
        {"title":"攝影","template_name":"query"}
        {"title":"\\" OR * NEAR( -:^ AND","template_name":"query"}
        """)
      #expect(try await home.store.search(queryID: ids[0], reader: nil).map(\.id) == [10])
      #expect(try await home.store.search(queryID: ids[1], reader: nil).isEmpty)
    }

    @Test(arguments: StoreKind.all) func searchFollowsChangesAndDeletions(_ kind: StoreKind)
      async throws
    {
      let home = try await kind.sample()
      var change = PostChange()
      change.title = "a history of clocks"
      change.summary = ""
      change.body = ""
      _ = try await home.store.update(5, change, by: "ada@example.com")
      #expect(try await home.store.search(queryID: 8, reader: nil).map(\.id) == [3])
      try await home.store.delete(3)
      #expect(try await home.store.search(queryID: 8, reader: nil).isEmpty)
    }

    @Test(arguments: StoreKind.all) func badgesGoWhenSeenAndComeWithNewMatches(_ kind: StoreKind)
      async throws
    {
      let home = try await kind.sample()
      let store = home.store
      let me = "ada@example.com"
      // One that was never opened has no badge.
      #expect(try await store.badges([8, 3, 99], reader: me) == [8: false, 3: false])
      _ = try await store.search(queryID: 8, reader: me)
      #expect(try await store.badges([8], reader: me) == [8: false])
      #expect(try await store.badges([8], reader: "ben@example.com") == [8: false])
      _ = try await store.create(Post(id: 0, title: "bread"), by: "ben@example.com")
      #expect(try await store.badges([8], reader: me) == [8: false])
      _ = try await store.create(Post(id: 0, title: "my loom"), by: "ben@example.com")
      #expect(try await store.badges([8], reader: me) == [8: true])
      #expect(
        try await store.taggedPosts(FeedRequest(templates: ["query"], reader: me)).first?.feed?
          .hasNewMatches == true)
    }

    @Test(arguments: StoreKind.all) func newsIsWhatOthersWrote(_ kind: StoreKind) async throws {
      let home = try await kind.sample()
      let since = try #require(WireDate.date("2025-11-06T12:00:00Z"))
      #expect(try await home.store.hasNew(.post, since: since, reader: "ada@example.com"))
      #expect(try await !home.store.hasNew(.post, since: since, reader: "ben@example.com"))
      #expect(try await !home.store.hasNew(.profile, since: since, reader: "ada@example.com"))
    }

    /// A profile with a name only is new to nobody: the list of users doesn't show it to others.
    @Test(arguments: StoreKind.all) func newUsersAreThoseInTheList(_ kind: StoreKind) async throws {
      let home = try await kind.sample()
      let (since, ada) = (Date(timeIntervalSinceNow: -60), "ada@example.com")
      let last = try await home.store.events(after: nil, reader: ada).newest
      func isNew() async throws -> [Bool] {
        let list = home.store.cursor(over: .users(reader: ada))
        let listed = try await list.next(atLeast: 1 << 20).entries.map(\.post.title)
        let events = try await home.store.events(after: last, reader: ada).events
        return [
          try await home.store.hasNew(.profile, since: since, reader: ada), !events.isEmpty,
          listed.contains("Mei"),
        ]
      }
      let profile = try await home.store.create(
        Post(id: 0, title: "Mei", template: .profile), by: "mei@example.com")
      #expect(try await isNew() == [false, false, false])
      var change = PostChange()
      change.summary = "mends nets"
      _ = try await home.store.update(profile.id, change, by: "mei@example.com")
      #expect(try await isNew() == [true, true, true])
    }
  }
}
