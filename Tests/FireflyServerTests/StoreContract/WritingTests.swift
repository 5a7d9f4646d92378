import FireflyCore
import Foundation
import Testing

@testable import FireflyStore

extension StoreContractTests {
  /// Posts are changed, moved, deleted and restored; all or nothing.
  @Suite struct WritingTests {
    private let ada = "ada@example.com"
    private let ben = "ben@example.com"

    @Test(arguments: StoreKind.all)
    func onlyOnesOwnAndOnlyAsRead(_ kind: StoreKind) async throws {
      let store = try await kind.sample()
      var change = PostChange()
      change.title = "another loom"
      await #expect(throws: StoreError.notOwner) {
        _ = try await store.store.update(3, change, by: ben)
      }
      await #expect(throws: StoreError.unknownPost(99)) {
        _ = try await store.store.update(99, change, by: ada)
      }
      let old = try #require(try await store.store.post(3))
      let condition = PostCondition([PostETag(old).text])
      let new = try await store.store.update(3, change, by: "ADA@example.com")
      #expect(new.title == "another loom" && new.body == "Four planks.")
      await #expect(throws: StoreError.changedMeanwhile(new)) {
        try await store.store.delete(3, if: condition, by: ada, at: Date())
      }
      await #expect(throws: StoreError.changedMeanwhile(new)) {
        _ = try await store.store.move(3, to: nil, if: condition, by: ada, at: Date())
      }
    }

    @Test(arguments: StoreKind.all)
    func refusedPostsCountForTheQuota(_ kind: StoreKind) async throws {
      let home = try await kind.sample()
      let (quota, now) = (try #require(Quota("posts=3/h")), Date())
      func create(below parent: Int) async throws(StoreError) -> Post {
        try await home.store.create(
          Post(id: 0, parentID: parent, title: "t"), picture: nil, key: nil, quota: quota, by: ben,
          at: now)
      }
      for parent in [99, 8, 99] {
        do {
          _ = try await create(below: parent)
          Issue.record("a post below \(parent)")
        } catch {
          #expect(error.isRefusal, "\(error)")
        }
      }
      for parent in [99, 3] {
        do {
          _ = try await create(below: parent)
          Issue.record("a fourth post")
        } catch {
          guard case .overQuota = error else { throw error }
        }
      }
    }

    @Test(arguments: StoreKind.all)
    func whereAPostCanGo(_ kind: StoreKind) async throws {
      let home = try await kind.sample()
      func move(_ id: Int, _ parent: Int?, by email: String) async throws(StoreError) -> Post {
        try await home.store.move(id, to: parent, if: .none, by: email, at: Date())
      }
      let moved = try await move(3, 7, by: ada)
      #expect(moved.parentID == 7 && moved.childCount == 2)
      #expect(try await home.store.post(1)?.childCount == 0)
      #expect(try await home.store.post(7)?.childCount == 1)
      for (id, parent) in [(3, 3), (3, 4), (3, 6), (3, 8), (8, 3), (1, 9)] {
        do throws(StoreError) {
          _ = try await move(id, parent, by: ada)
          Issue.record("\(id) was moved below \(parent)")
        } catch {
          guard case .invalidParent = error else { throw error }
        }
      }
      await #expect(throws: StoreError.unknownParent(99)) { _ = try await move(3, 99, by: ada) }
      #expect(try await move(3, nil, by: ada).parentID == nil)
      #expect(try await move(8, nil, by: ada).parentID == -1)
    }

    @Test(arguments: StoreKind.all)
    func deletionsCanBeUndoneForTenMinutes(_ kind: StoreKind) async throws {
      let home = try await kind.sample()
      let (store, now) = (home.store, Date())
      let before = try await store.post(3)
      try await store.delete(3, by: ada, at: now)
      #expect(try await store.post(3)?.template == .deleted)
      // Children stay in their place, below a post that says so.
      #expect(try await store.children(of: 3, limit: 9).ids == [5, 4])
      let place = try #require(try await store.children(of: 1, limit: 9).first { $0.id == 3 })
      #expect(place.title == "deleted" && place.authorEmail == nil && place.childCount == 2)
      await #expect(throws: StoreError.notOwner) {
        _ = try await store.restore(3, by: ben, at: now)
      }
      let late = now.addingTimeInterval(StoreLimits.restorable - 1)
      _ = try await store.restore(3, by: ada, at: late)
      #expect(try await store.post(3) == before)
      try await store.delete(3, by: ada, at: now)
      try await store.purgeDeleted(at: now.addingTimeInterval(StoreLimits.restorable))
      await #expect(throws: StoreError.unknownPost(3)) {
        _ = try await store.restore(3, by: ada, at: now)
      }
    }

    @Test(arguments: StoreKind.all)
    func aKeyAddsOnePost(_ kind: StoreKind) async throws {
      let home = try await kind.sample()
      let other = try await home.openAgain()
      let key = try #require(CreationKey("k"))
      let ids = try await withThrowingTaskGroup(of: Int.self) { group in
        for turn in 1...20 {
          group.addTask { [ada] in
            try await (turn % 2 == 0 ? home.store : other).create(
              Post(id: 0, title: "turn \(turn)"), picture: nil, key: key, quota: .none, by: ada,
              at: Date()
            ).id
          }
        }
        return try await group.reduce(into: Set<Int>()) { $0.insert($1) }
      }
      #expect(ids == [11])
      try await home.store.delete(11)
      await #expect(throws: StoreError.deletedMeanwhile) {
        _ = try await home.store.create(
          Post(id: 0, title: "t"), picture: nil, key: key, quota: .none, by: ada, at: Date())
      }
    }

    @Test(arguments: StoreKind.all)
    func picturesFollowTheirPosts(_ kind: StoreKind) async throws {
      let home = try await kind.sample()
      let draft = try home.store.uploads.draft()
      try draft.append(Array(RouterWritingTests.png))
      let (store, now) = (home.store, Date())
      let post = try await store.create(
        Post(id: 0, title: "t"), picture: draft, key: nil, quota: .none, by: ada, at: now)
      let url = try #require(post.imageURL)
      let name = try #require(UploadsFolder.name(inURL: url))
      #expect(store.uploads.file(name)?.length == RouterWritingTests.png.count)
      #expect(try await store.pictureURLs() == [url])
      try await store.delete(post.id, at: now)
      #expect(try await store.isDeleted(upload: name))
      #expect(try await store.pictureURLs() == [url])
      try await store.purgeDeleted(at: now.addingTimeInterval(StoreLimits.restorable))
      #expect(store.uploads.file(name) == nil)
      #expect(try await store.pictureURLs() == [])
    }

    @Test(arguments: StoreKind.all)
    func requestsOverTheQuotaAreRefused(_ kind: StoreKind) async throws {
      let home = try await kind.sample()
      let quota = try #require(Quota("posts=2/h"))
      func create(at now: Date) async throws(StoreError) {
        _ = try await home.store.create(
          Post(id: 0, title: "t"), picture: nil, key: nil, quota: quota, by: ada, at: now)
      }
      let now = Date()
      for _ in 1...2 { try await create(at: now) }
      await #expect(throws: StoreError.self) { try await create(at: now) }
      try await create(at: now.addingTimeInterval(3_601))
    }

    /// Lists are nested in the order of their posts, and a second page goes on where the first ended.
    @Test(arguments: StoreKind.all)
    func childrenAreNestedPageByPage(_ kind: StoreKind) async throws {
      let home = try await kind.make()
      try await home.add(
        (["{\"id\":1,\"title\":\"root\"}"]
          + (2...201).map { #"{"id":\#($0),"parent_id":\#($0 % 2 == 0 ? 1 : $0 - 1),"title":"t"}"# })
          .joined(separator: "\n"))
      let cursor = home.store.cursor(over: .children(of: 1, depth: 2))
      var entries: [PostListPage.Entry] = []
      var isLast = false
      while !isLast {
        let page = try await cursor.next(atLeast: 1)
        entries += page.entries
        isLast = page.isLast
      }
      #expect(entries.count == 200)
      for (index, entry) in entries.enumerated() {
        #expect(entry.level == index % 2 && entry.hasChildren == (index % 2 == 0))
        #expect(entry.post.id == (index % 2 == 0 ? 200 - index : 202 - index))
      }
      #expect(try await home.store.all(.children(of: 1, before: 100)).first?.id == 98)
    }
  }
}
