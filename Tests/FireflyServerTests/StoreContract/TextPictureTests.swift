import FireflyCore
import Foundation
import Testing

@testable import FireflyStore

extension StoreContractTests {
  /// Pictures that a post shows in its text, beside its own one.
  @Suite struct TextPictureTests {
    private let ada = TemporaryStore.ada.email
    private let ben = "ben@example.com"

    /// Creates a post with a picture.
    private func create(
      _ number: Int, by email: String, in store: any Store
    ) async throws -> (id: Int, name: String) {
      let draft = try await store.pictures.newDraft()
      try draft.append(Array(PictureStorageTests.picture(number)))
      let post = try await store.create(
        Post(id: 0, title: "picture \(number)"), picture: draft, key: nil, quota: .none, by: email,
        at: Date())
      return (post.id, try #require(post.imageURL.flatMap(UploadsFolder.name(inURL:))))
    }

    private func create(text: String, by email: String, in store: any Store) async throws -> Int {
      try await store.create(Post(id: 0, title: "text", body: text), by: email).id
    }

    private func purge(_ store: any Store) async throws {
      try await store.purgeDeleted(at: Date().addingTimeInterval(StoreLimits.restorable + 1))
    }

    private func has(_ name: String, _ store: any Store) async throws -> Bool {
      try await store.pictures.picture(name) != nil
    }

    @Test(arguments: StoreKind.all)
    func textsKeepTheirPictures(_ kind: StoreKind) async throws {
      let home = try await kind.sample()
      let store = home.store
      let pictures = [
        try await create(1, by: ben, in: store), try await create(2, by: ben, in: store),
      ]
      let text = try await create(
        text: "![one](/uploads/\(pictures[0].name)) and /uploads/\(pictures[1].name).", by: ben,
        in: store)
      for picture in pictures { try await store.delete(picture.id) }
      try await purge(store)
      try await store.sweepPictures(at: .distantFuture)
      #expect(try await store.pictureURLs() == Set(pictures.map { "/uploads/" + $0.name }))
      for (_, name) in pictures {
        #expect(try await has(name, store))
        #expect(try await !store.isDeleted(upload: name))
      }
      // An edit removes one, a deletion the other, when they can't be undone any more.
      var change = PostChange()
      change.body = "/uploads/\(pictures[1].name)"
      _ = try await store.update(text, change, by: ben)
      #expect(try await has(pictures[0].name, store))
      try await store.sweepPictures(at: Date().addingTimeInterval(StoreLimits.restorable + 1))
      #expect(try await !has(pictures[0].name, store))
      _ = try await create(text: "a reply", by: ada, in: store)
      try await store.delete(text)
      #expect(try await store.isDeleted(upload: pictures[1].name))
      _ = try await store.restore(text)
      #expect(try await !store.isDeleted(upload: pictures[1].name))
      try await store.delete(text)
      #expect(try await has(pictures[1].name, store))
      try await purge(store)
      #expect(try await !has(pictures[1].name, store))
      #expect(try await store.pictureURLs().isEmpty)
    }

    /// What a user deletes is gone, even if others show it in their texts.
    @Test(arguments: StoreKind.all)
    func textsKeepNoPicturesOfOthers(_ kind: StoreKind) async throws {
      let home = try await kind.sample()
      let (id, name) = try await create(1, by: ben, in: home.store)
      _ = try await create(text: "/uploads/\(name)", by: ada, in: home.store)
      try await home.store.delete(id)
      #expect(try await home.store.isDeleted(upload: name))
      try await purge(home.store)
      #expect(try await !has(name, home.store))
    }

    @Test(arguments: StoreKind.all)
    func importedTextsKeepImportedPictures(_ kind: StoreKind) async throws {
      let home = try await kind.make()
      let draft = try await home.store.pictures.newDraft()
      try draft.append(Array(PictureStorageTests.picture()))
      let name = try draft.contentName()
      let claim = try #require(try await home.store.addPicture(draft, as: name))
      try await home.add(#"{"title":"t","body":"![](/uploads/\#(name))"}"#)
      await home.store.releaseClaims([claim], areUsed: true)
      try await home.store.sweepPictures(at: .distantFuture)
      #expect(try await has(name, home.store))
    }

    @Test func namesInTexts() {
      let name = "0a.png"
      for text in [
        "/uploads/0a.png", "![](/uploads/0a.png)", "//uploads/0a.png.", "/uploads/0a.png/x",
      ] {
        #expect(BodyPicture.names(in: text) == [name], "\(text)")
      }
      for text in [
        "", "/uploads/", "/uploads/0a", "/uploads/..png", "uploads/0a.png", "/upload/0a.png",
      ] {
        #expect(BodyPicture.names(in: text) == [], "\(text)")
      }
    }
  }
}
