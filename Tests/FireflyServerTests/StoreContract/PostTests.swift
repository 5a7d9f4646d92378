import FireflyCore
import Foundation
import Testing

@testable import FireflyStore

extension StoreContractTests {
  @Suite struct PostTests {
    @Test(arguments: StoreKind.all) func aPostHasAllItsFields(_ kind: StoreKind) async throws {
      let home = try await kind.sample()
      let post = try #require(try await home.store.post(3))
      #expect(post.title == "building a loom")
      #expect(post.summary == "from scrap wood")
      #expect(post.parentID == 1)
      #expect(post.childCount == 2)
      #expect(post.authorEmail == "ada@example.com")
      #expect(post.authorName == "Ada Linden")
      #expect(post.createdAt.map(WireDate.http) == "Mon, 03 Nov 2025 10:31:24 GMT")
      #expect(
        post.placeholders == PostText(title: "Title", summary: "Summary", body: "Body"))
      #expect(try await home.store.post(4)?.isAIGenerated == false)
      #expect(try await home.store.post(5)?.isAIGenerated == true)
      #expect(try await home.store.post(9)?.parentID == nil)
      #expect(try await home.store.post(8)?.parentID == -1)
      #expect(try await home.store.post(9)?.authorName == "mei")
      #expect(try await home.store.post(99) == nil)
    }

    @Test(arguments: StoreKind.all) func childrenAreNewestFirst(_ kind: StoreKind) async throws {
      let home = try await kind.sample()
      #expect(try await home.store.children(of: 3, limit: 10).ids == [5, 4])
      #expect(try await home.store.children(of: 99, limit: 10).isEmpty)
    }

    @Test(arguments: StoreKind.all) func ancestorsEndAtTheRoot(_ kind: StoreKind) async throws {
      let home = try await kind.sample()
      let post = try #require(try await home.store.post(6))
      #expect(try await home.store.ancestors(of: post).ids == [4, 3, 1])
    }

    @Test(arguments: StoreKind.all) func twoStoresOnOneFolderSeeTheSame(_ kind: StoreKind)
      async throws
    {
      let home = try await kind.sample()
      let other = try await home.openAgain()
      let made = try await other.create(Post(id: 0, title: "from next door"), by: "ben@example.com")
      #expect(try await home.store.post(made.id)?.title == "from next door")
      try await withThrowingTaskGroup(of: Void.self) { group in
        for store in [home.store, other] {
          group.addTask {
            for turn in 1...20 {
              _ = try await store.create(Post(id: 0, title: "turn \(turn)"), by: "ben@example.com")
            }
          }
        }
        try await group.waitForAll()
      }
      let all = try await other.recentPosts(FeedRequest(limit: 1000))
      #expect(all.count == 51)
      #expect(Set(all.ids).count == 51)
    }

    @Test(arguments: StoreKind.all) func profilesAreMadeOnDemandAndOnce(_ kind: StoreKind)
      async throws
    {
      let home = try await kind.sample()
      #expect(try await home.store.profile(of: "BEN@example.com").id == 2)
      let blank = try await home.store.profile(of: "mei@example.com")
      #expect(blank.template == .profile)
      #expect(blank.title == "" && blank.parentID == -1 && blank.timezone == "UTC")
      #expect(try await home.store.profile(of: "mei@example.com").id == blank.id)
      await #expect(throws: StoreError.unknownUser(email: "nobody@example.com")) {
        _ = try await home.store.profile(of: "nobody@example.com")
      }
    }
  }
}
