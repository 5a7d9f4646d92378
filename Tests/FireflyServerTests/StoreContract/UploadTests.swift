import FireflyCore
import Foundation
import Testing

@testable import FireflyStore

extension StoreContractTests {
  /// Pictures that users send before the posts whose texts show them.
  @Suite struct UploadTests {
    private let ada = TemporaryStore.ada.email
    private let ben = "ben@example.com"
    private let start = Date()

    private func upload(
      _ number: Int = 1, by email: String, in store: any Store, _ quota: Quota = .none,
      at now: Date? = nil
    ) async throws -> String {
      let draft = try await store.pictures.newDraft()
      try draft.append(Array(PictureStorageTests.picture(number)))
      return try await store.addUpload(draft, quota: quota, by: email, at: now ?? start)
    }

    private func show(_ address: String, by email: String, in store: any Store) async throws -> Int
    {
      try await store.create(Post(id: 0, title: "text", body: "![](\(address))"), by: email).id
    }

    private func has(_ address: String, _ store: any Store) async throws -> Bool {
      let name = try #require(UploadsFolder.name(inURL: address))
      let isDeleted = try await store.isDeleted(upload: name)
      return try await store.pictures.picture(name) != nil && !isDeleted
    }

    private func purge(_ store: any Store) async throws {
      try await store.purgeDeleted(at: Date().addingTimeInterval(StoreLimits.restorable + 5))
    }

    /// The time when uploads without a post are gone.
    private var nextDay: Date { start.addingTimeInterval(StoreLimits.uploadLifetime + 1) }

    @Test(arguments: StoreKind.all)
    func thoseWithoutAPostGoAfterADay(_ kind: StoreKind) async throws {
      let home = try await kind.sample()
      let store = home.store
      let (shown, left) = (
        try await upload(1, by: ben, in: store), try await upload(2, by: ben, in: store)
      )
      let again = try await upload(1, by: ben, in: try await home.openAgain())
      #expect(again == shown)
      try await store.sweepPictures(at: start.addingTimeInterval(StoreLimits.uploadLifetime - 1))
      #expect(try await store.pictureURLs() == [shown, left])
      let post = try await show(shown, by: ben, in: store)
      try await store.sweepPictures(at: nextDay)
      #expect(try await has(shown, store))
      #expect(try await !has(left, store))
      // With its post it goes, and with its post it comes back.
      try await store.delete(post)
      #expect(try await !has(shown, store))
      _ = try await store.restore(post)
      #expect(try await has(shown, store))
      try await store.delete(post)
      try await purge(store)
      #expect(try await store.pictureURLs().isEmpty)
      #expect(try await !has(shown, store))
    }

    /// A clock that was ahead keeps none for longer.
    @Test(arguments: StoreKind.all)
    func thoseOfTheFutureGo(_ kind: StoreKind) async throws {
      let home = try await kind.sample()
      let address = try await upload(
        by: ben, in: home.store, at: start.addingTimeInterval(30 * 86_400))
      try await home.store.sweepPictures(at: start)
      #expect(try await !has(address, home.store))
    }

    @Test(arguments: StoreKind.all)
    func whatTwoHaveSentStaysForTheOther(_ kind: StoreKind) async throws {
      for isPosted in [true, false] {
        let home = try await kind.sample()
        let store = home.store
        let address = try await upload(by: ada, in: store)
        #expect(try await upload(by: ben, in: store) == address)
        let first = try await show(address, by: ada, in: store)
        if isPosted { _ = try await show(address, by: ben, in: store) }
        try await store.delete(first)
        try await purge(store)
        #expect(try await has(address, store), "\(isPosted)")
        let second = try await show(address, by: ben, in: store)
        try await store.sweepPictures(at: nextDay)
        #expect(try await has(address, store))
        // An edit keeps it, too.
        var change = PostChange()
        change.body = "twice: ![](\(address)) ![](\(address))"
        _ = try await store.update(second, change, by: ben)
        #expect(try await has(address, store))
        change.body = "gone"
        _ = try await store.update(second, change, by: ben)
        try await store.sweepPictures(at: nextDay)
        #expect(try await has(address, store) == isPosted)
      }
    }

    /// Whoever has sent it first may want it gone; who only knows its address can't keep it.
    @Test(arguments: StoreKind.all)
    func othersKeepNothing(_ kind: StoreKind) async throws {
      let home = try await kind.sample()
      let address = try await upload(by: ada, in: home.store)
      let post = try await show(address, by: ada, in: home.store)
      _ = try await show(address, by: ben, in: home.store)
      try await home.store.delete(post)
      #expect(try await !has(address, home.store))
      try await purge(home.store)
      #expect(try await home.store.pictureURLs().isEmpty)
    }

    /// A member who is removed leaves none that wait, but those of others.
    @Test(arguments: StoreKind.all)
    func thoseOfARemovedMemberGo(_ kind: StoreKind) async throws {
      let home = try await kind.sample()
      let (own, shared) = (
        try await upload(1, by: ben, in: home.store), try await upload(2, by: ben, in: home.store)
      )
      _ = try await upload(2, by: ada, in: home.store)
      _ = try await home.store.removeMember(ben, withPosts: true, at: start)
      #expect(try await !has(own, home.store))
      #expect(try await has(shared, home.store))
      #expect(try await home.store.pictureURLs() == [shared])
    }

    @Test(arguments: StoreKind.all)
    func theyCountInTheQuota(_ kind: StoreKind) async throws {
      let home = try await kind.sample()
      let store = home.store
      // Two pictures of the tests.
      let quota = try #require(Quota("pictures=2KB"))
      let shared = try await upload(1, by: ben, in: store, quota)
      _ = try await upload(2, by: ben, in: store, quota)
      func isFull(for email: String, at now: Date) async throws -> Bool {
        do {
          _ = try await upload(
            Int.random(in: 1_000..<1 << 40), by: email, in: store, quota, at: now)
          return false
        } catch StoreError.overQuota {
          return true
        }
      }
      #expect(try await isFull(for: ben, at: start))
      // The same again needs no room, and others have theirs.
      _ = try await upload(1, by: ben, in: store, quota)
      #expect(try await upload(1, by: ada, in: store, quota) == shared)
      _ = try await show(shared, by: ada, in: store)
      // After a day there is room again; what Ada shows counts for her.
      try await store.sweepPictures(at: nextDay)
      #expect(try await has(shared, store))
      #expect(try await !isFull(for: ada, at: nextDay))
      #expect(try await isFull(for: ada, at: nextDay))
      #expect(try await !isFull(for: ben, at: nextDay))
      #expect(try await !isFull(for: ben, at: nextDay))
    }

    @Test(arguments: StoreKind.all)
    func fewWaitForTheirPosts(_ kind: StoreKind) async throws {
      let home = try await kind.sample()
      let (store, quota) = (home.store, Quota.standard)
      var first = ""
      for number in 1...StoreLimits.uploads {
        let address = try await upload(number, by: ben, in: store, quota)
        if number == 1 { first = address }
      }
      let more = StoreLimits.uploads + 1
      let full = try await #require(throws: StoreError.self) {
        try await upload(more, by: ben, in: store, quota)
      }
      #expect(full == quota.uploadsUsedUp)
      #expect(try await store.pictureURLs().count == StoreLimits.uploads)
      _ = try await upload(1, by: ben, in: store, quota)
      _ = try await upload(more, by: ada, in: store, quota)
      _ = try await show(first, by: ben, in: store)
      _ = try await upload(more, by: ben, in: store, quota)
      // The others no longer wait tomorrow.
      _ = try await upload(more + 1, by: ben, in: store, quota, at: nextDay)
    }
  }
}
