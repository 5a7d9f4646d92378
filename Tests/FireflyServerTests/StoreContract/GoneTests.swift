import FireflyCore
import FireflyTransfer
import Foundation
import Testing

@testable import FireflyStore

extension StoreContractTests {
  /// What an import says about notes that are gone, and about deep trees.
  @Suite struct GoneTests {
    private func folder(_ titles: [String], at place: String) throws -> ImportDocument {
      var document = ImportDocument()
      document.place = place
      for title in titles {
        var post = ImportedPost(title: title)
        let steps = FileKey.Steps([title])
        post.source = PostSource(name: PostSource.file, key: steps.key(in: place, below: nil))
        post.fileSteps = steps
        _ = try document.add(post)
      }
      return document
    }

    @Test(arguments: StoreKind.all)
    func notesThatAreGoneAreCounted(_ kind: StoreKind) async throws {
      let home = try await kind.make()
      func add(
        _ titles: [String], at place: String = "/v", of kind: String = ""
      ) async throws -> ImportResult {
        var document = try folder(titles, at: place)
        document.kind = kind
        return try await home.store.importPosts(document, localUser: { TemporaryStore.ada })
      }
      #expect(try await add(["a", "b", "c", "d"]).gone == 0)
      let again = try await add(["a", "c"])
      #expect(again.gone == 2 && again.goneTitles == ["b", "d"] && again.updated == 0)
      // They are still gone the next time, and those of other folders are no business of this one.
      #expect(try await add(["x"], at: "/other").gone == 0)
      #expect(try await add(["y"], of: "org").gone == 0)
      #expect(try await add(["a", "b"]).goneTitles == ["c", "d"])
      let ids = try await home.store.snapshot().links().map(\.id)
      let posts = try await home.store.snapshot().posts(ids)
      let gone = try #require(posts.first { $0.title == "d" })
      _ = try await home.store.delete(gone.id, if: .none, by: TemporaryStore.ada.email, at: Date())
      #expect(try await add(["a", "b"]).goneTitles == ["c"])
    }

    @Test(arguments: StoreKind.all)
    func aDocumentOnTheDiskIsLookedForBeforeTheTransaction(_ kind: StoreKind) async throws {
      let home = try await kind.make()
      let titles = ["a", "b", "c", "d"]
      let here = FileManager.default.temporaryDirectory.path
      for place in ["/none/such", here] {
        _ = try await home.store.importPosts(
          folder(titles.map { $0 + place }, at: place), localUser: { TemporaryStore.ada })
      }
      #expect(Set(try await home.store.importPlaces()) == ["/none/such", here])
      var moved = try folder(titles.map { $0 + "/none/such" }, at: "/new")
      moved.gonePlaces = []
      let result = try await home.store.importPosts(moved, localUser: { TemporaryStore.ada })
      #expect(result.formerPlace == "/none/such" && result.added == 0)
    }

    @Test(arguments: StoreKind.all)
    func postsBelowTooManyLevelsAreCounted(_ kind: StoreKind) async throws {
      let home = try await kind.make()
      var document = ImportDocument()
      var parent: Int?
      for number in 0..<(StoreLimits.levels + 3) {
        parent = try document.add(ImportedPost(title: "\(number)"), below: parent)
      }
      let result = try await home.store.importPosts(document, localUser: { TemporaryStore.ada })
      #expect(result.tooDeep == 3)
      #expect(
        result.depthComplaint
          == "3 posts are below more than 256 levels. They can be read, but nothing can be written or moved "
          + "there.")
    }
  }
}
