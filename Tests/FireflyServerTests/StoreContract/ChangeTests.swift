import FireflyCore
import Foundation
import Testing

@testable import FireflyStore

extension StoreContractTests {
  /// Caches and events rely on these.
  @Suite(.timeLimit(.minutes(10))) struct ChangeTests {
    @Test(arguments: StoreKind.all)
    func theVersionGrowsWithEachChange(_ kind: StoreKind) async throws {
      let home = try await kind.sample()
      let other = try await home.openAgain()
      var version = try await home.store.version()
      for turn in 1...10 {
        // Reading is no change.
        _ = try await home.store.recentPosts(FeedRequest(reader: "ada@example.com"))
        #expect(try await home.store.version() == version)
        let store = turn % 2 == 0 ? home.store : other
        _ = try await store.create(Post(id: 0, title: "\(turn)"), by: "ada@example.com")
        let now = try await home.store.version()
        #expect(now > version)
        version = now
      }
    }

    @Test(arguments: StoreKind.all)
    func whateverProgramWritesIsSignalled(_ kind: StoreKind) async throws {
      let home = try await kind.sample()
      var changes = try #require(home.store.changes()).makeAsyncIterator()
      for store in [home.store, try await home.openAgain()] {
        let version = try await home.store.version()
        let id = try await store.create(Post(id: 0, title: "t"), by: "ada@example.com").id
        // A signal may belong to an earlier change.
        while try await home.store.version() == version { _ = await changes.next() }
        #expect(await changes.next() != nil)
        #expect(try await home.store.post(id)?.title == "t")
      }
    }

    @Test(arguments: StoreKind.all)
    func theIdentityStaysAndIsUnique(_ kind: StoreKind) async throws {
      let home = try await kind.make()
      let id = try await home.store.identity()
      #expect(!id.isEmpty)
      #expect(try await home.openAgain().identity() == id)
      let other = try await kind.make()
      #expect(try await other.store.identity() != id)
      withExtendedLifetime(other) {}
    }

    @Test(arguments: StoreKind.all)
    func aSnapshotStaysAsItIs(_ kind: StoreKind) async throws {
      let home = try await kind.sample()
      let snapshot = try await home.store.snapshot()
      try await home.store.delete(9)
      _ = try await home.store.create(Post(id: 0, title: "late"), by: "ada@example.com")
      #expect(try await snapshot.links().map(\.id) == Array(1...10))
      #expect(try await snapshot.links().first { $0.id == 6 }?.parent == 4)
      #expect(Set(try await snapshot.posts([9, 10, 11]).map(\.title)) == ["old root", "攝影與茶"])
      #expect(
        try await home.store.snapshot().links().map(\.id) == [1, 2, 3, 4, 5, 6, 7, 8, 10, 11])
    }

    @Test(arguments: StoreKind.all)
    func theFirstRunMakesOneOwner(_ kind: StoreKind) async throws {
      let home = try await kind.make()
      #expect(try await home.store.owner() == nil)
      let owners = try await withThrowingTaskGroup(of: LocalUser.self) { group in
        for number in 1...4 {
          group.addTask {
            try await home.openAgain().prepareFirstRun(
              localUser: { LocalUser(name: "U\(number)", email: "u\(number)@example.com") },
              guide: { nil }
            ).owner
          }
        }
        return try await group.reduce(into: Set<LocalUser>()) { $0.insert($1) }
      }
      #expect(owners.count == 1)
      #expect(try await home.store.owner() == owners.first)
      // The profile, which is theirs alone as long as it has a name only.
      let reader = owners.first?.email
      #expect(try await home.store.recentPosts(FeedRequest(reader: reader)).count == 1)
      #expect(try await home.store.recentPosts(FeedRequest()).isEmpty)
      // Imports change nothing about that, and may claim what has no owner.
      _ = try await home.store.importPosts(Data(#"{"title":"t"}"#.utf8)) { TemporaryStore.ada }
      #expect(try await home.store.owner() == owners.first)
      let empty = try await kind.make()
      _ = try await empty.store.importPosts(Data(#"{"posts":[]}"#.utf8)) { TemporaryStore.ada }
      #expect(try await empty.store.owner() == nil)
      _ = try await empty.store.importPosts(Data(#"{"title":"t"}"#.utf8)) { TemporaryStore.ada }
      #expect(try await empty.store.owner() == TemporaryStore.ada)
    }
  }
}
