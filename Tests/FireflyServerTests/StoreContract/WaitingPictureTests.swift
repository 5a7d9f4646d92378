import FireflyCore
import Foundation
import Testing

@testable import FireflyStore

extension StoreContractTests {
  /// How long pictures wait that no post shows, and what makes room for others.
  @Suite struct WaitingPictureTests {
    private static let ben = "ben@example.com"
    private let ada = TemporaryStore.ada.email
    private let start = Date()

    private static func draft(_ number: Int, _ store: any Store) async throws -> PictureDraft {
      let draft = try await store.pictures.newDraft()
      try draft.append(Array(PictureStorageTests.picture(number)))
      return draft
    }

    private func upload(
      _ number: Int, by email: String = ben, in store: any Store, _ quota: Quota = .none,
      after seconds: Double = 0
    ) async throws -> String {
      try await store.addUpload(
        Self.draft(number, store), quota: quota, by: email,
        at: start.addingTimeInterval(seconds))
    }

    private func create(
      picture: Int? = nil, body: String = "", in store: any Store, _ quota: Quota = .none,
      after seconds: Double = 0
    ) async throws -> Post {
      var draft: PictureDraft?
      if let picture { draft = try await Self.draft(picture, store) }
      return try await store.create(
        Post(id: 0, title: "text", body: body), picture: draft, key: nil, quota: quota,
        by: Self.ben, at: start.addingTimeInterval(seconds))
    }

    private func edit(
      _ post: Post, to body: String, removingImage: Bool = false, in store: any Store
    ) async throws {
      var change = PostChange()
      (change.body, change.removesImage) = (body, removingImage)
      _ = try await store.update(
        post.id, change, picture: nil, quota: .none, if: .none, by: Self.ben, at: start)
    }

    private func sweep(_ store: any Store, after seconds: Double) async throws {
      try await store.sweepPictures(at: start.addingTimeInterval(seconds))
    }

    private func isServed(_ address: String?, _ store: any Store) async throws -> Bool {
      let name = try #require(address.flatMap(UploadsFolder.name(inURL:)))
      let isDeleted = try await store.isDeleted(upload: name)
      return try await store.pictures.picture(name) != nil && !isDeleted
    }

    /// What an edit takes out can come back, in the same post or another one.
    @Test(arguments: StoreKind.all)
    func editsCanBeUndone(_ kind: StoreKind) async throws {
      for isElsewhere in [true, false] {
        let home = try await kind.sample()
        let store = home.store
        let inText = try await upload(1, in: store)
        let old = "words ![](\(inText))"
        let post = try await create(picture: 2, body: old, in: store)
        let card = try #require(post.imageURL)
        try await edit(post, to: "words", removingImage: true, in: store)
        try await sweep(store, after: StoreLimits.restorable - 1)
        #expect(try await isServed(inText, store))
        #expect(try await isServed(card, store))
        let new = "\(old) ![](\(card))"
        if isElsewhere {
          _ = try await create(body: new, in: store)
        } else {
          try await edit(post, to: new, in: store)
        }
        try await sweep(store, after: StoreLimits.uploadLifetime + 1)
        #expect(try await isServed(inText, store))
        #expect(try await isServed(card, store))
        #expect(try await store.pictureURLs() == [inText, card])
      }
    }

    @Test(arguments: StoreKind.all)
    func editsTakePicturesOutInTheEnd(_ kind: StoreKind) async throws {
      let home = try await kind.sample()
      let store = home.store
      let (inText, shared) = (try await upload(1, in: store), try await upload(2, in: store))
      #expect(try await upload(2, by: ada, in: store) == shared)
      _ = try await store.create(Post(id: 0, title: "t", body: "![](\(shared))"), by: ada)
      let post = try await create(picture: 3, body: "![](\(inText)) ![](\(shared))", in: store)
      // One that is deleted keeps nothing from being served that an edit took out of another.
      let other = try await create(body: "![](\(inText))", in: store)
      try await edit(post, to: "", removingImage: true, in: store)
      try await store.delete(other.id)
      #expect(try await isServed(inText, store))
      try await store.purgeDeleted(at: Date().addingTimeInterval(StoreLimits.restorable + 1))
      try await sweep(store, after: StoreLimits.restorable + 1)
      for address in [inText, post.imageURL] { #expect(try await !isServed(address, store)) }
      #expect(try await store.pictureURLs() == [shared])
      #expect(try await isServed(shared, store))
    }

    /// A post with the same picture may be on its way.
    @Test(arguments: StoreKind.all)
    func editsShortenNoWaiting(_ kind: StoreKind) async throws {
      let home = try await kind.sample()
      let store = home.store
      let post = try await create(picture: 1, in: store)
      let address = try await upload(1, in: store)
      #expect(address == post.imageURL)
      try await edit(post, to: "", removingImage: true, in: store)
      try await sweep(store, after: StoreLimits.uploadLifetime - 1)
      #expect(try await isServed(address, store))
    }

    /// The oldest go, as few as needed, and none whose post may be on its way.
    @Test(arguments: StoreKind.all)
    func oldOnesMakeRoom(_ kind: StoreKind) async throws {
      for isUpload in [true, false] {
        let home = try await kind.sample()
        let store = home.store
        // Three pictures of the tests.
        let quota = try #require(Quota("pictures=3KB"))
        let shown = try await create(picture: 1, in: store, quota)
        let oldest = try await upload(3, in: store, quota)
        let later = try await upload(2, in: store, quota, after: 1)
        func send(_ number: Int, after seconds: Double) async throws {
          if isUpload {
            _ = try await upload(number, in: store, quota, after: seconds)
          } else {
            _ = try await create(picture: number, in: store, quota, after: seconds)
          }
        }
        let refusal = try await #require(throws: StoreError.self) {
          try await send(4, after: StoreLimits.uploadHold - 1)
        }
        #expect(
          refusal.description == """
            This server allows 3 KB of pictures, and this one exceeds your limit. 2 pictures of yours \
            wait for a post, and make room in ten minutes. Try again then, or post without the picture.
            """)
        #expect(try await store.pictureURLs().count == 3)
        try await send(4, after: StoreLimits.uploadHold + 1)
        #expect(try await !isServed(oldest, store))
        for address in [later, shown.imageURL] { #expect(try await isServed(address, store)) }
        try await send(5, after: StoreLimits.uploadHold + 2)
        #expect(try await !isServed(later, store))
        let full = try await #require(throws: StoreError.self) {
          try await send(6, after: StoreLimits.uploadHold + 3)
        }
        #expect(full.description.contains("wait for a post") == isUpload)
        #expect(full.description.contains("Delete some") != isUpload)
        #expect(try await isServed(shown.imageURL, store))
      }
    }

    /// What an edit took out makes room at once.
    @Test(arguments: StoreKind.all)
    func editsMakeRoom(_ kind: StoreKind) async throws {
      let home = try await kind.sample()
      let store = home.store
      let quota = try #require(Quota("pictures=2KB"))
      let inText = try await upload(1, in: store, quota)
      let post = try await create(picture: 2, body: "![](\(inText))", in: store, quota)
      await #expect(throws: StoreError.self) { try await upload(3, in: store, quota) }
      try await edit(post, to: "", in: store)
      _ = try await upload(3, in: store, quota)
      #expect(try await !isServed(inText, store))
      try await edit(post, to: "", removingImage: true, in: store)
      _ = try await create(picture: 4, in: store, quota)
      #expect(try await !isServed(post.imageURL, store))
      #expect(try await store.pictureURLs().count == 2)
    }

    /// What others have sent as well stays for them, and counts for them.
    @Test(arguments: StoreKind.all)
    func roomIsMadeWithOnesOwn(_ kind: StoreKind) async throws {
      let home = try await kind.sample()
      let store = home.store
      let quota = try #require(Quota("pictures=1KB"))
      let shared = try await upload(1, in: store, quota)
      #expect(try await upload(1, by: ada, in: store, quota) == shared)
      let later = StoreLimits.uploadHold + 1
      // Ada's own is younger.
      _ = try await upload(2, in: store, quota, after: later)
      #expect(try await isServed(shared, store))
      _ = try await store.create(Post(id: 0, title: "t", body: "![](\(shared))"), by: ada)
      await #expect(throws: StoreError.self) {
        try await upload(3, by: ada, in: store, quota, after: later)
      }
      #expect(try await isServed(shared, store))
    }

    @Test(arguments: StoreKind.all)
    func oldOnesMakeRoomForMore(_ kind: StoreKind) async throws {
      let home = try await kind.sample()
      let (store, quota) = (home.store, Quota.standard)
      var sent: [String] = []
      for number in 1...StoreLimits.uploads {
        sent.append(try await upload(number, in: store, quota, after: Double(number)))
      }
      let (more, hold) = (StoreLimits.uploads + 1, StoreLimits.uploadHold)
      await #expect(throws: quota.uploadsUsedUp) {
        try await upload(more, in: store, quota, after: hold + 0.5)
      }
      _ = try await upload(more, in: store, quota, after: hold + 1.5)
      #expect(try await !isServed(sent[0], store))
      #expect(try await isServed(sent[1], store))
      await #expect(throws: quota.uploadsUsedUp) {
        try await upload(more + 1, in: store, quota, after: hold + 1.5)
      }
      // What an edit took out makes room at once.
      let post = try await create(body: "![](\(sent[9]))", in: store)
      _ = try await upload(more + 1, in: store, quota, after: hold + 1.5)
      try await edit(post, to: "", in: store)
      _ = try await upload(more + 2, in: store, quota, after: 1)
      #expect(try await !isServed(sent[9], store))
      #expect(try await store.pictureURLs().count == StoreLimits.uploads)
    }
  }
}
