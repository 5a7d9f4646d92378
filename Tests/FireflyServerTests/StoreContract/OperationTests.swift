import FireflyCore
import Foundation
import Testing

@testable import FireflyServer
@testable import FireflyStore

/// What every store does for those who run a server.
@Suite struct OperationTests {
  @Test(arguments: StoreKind.all)
  func storeIsReadyAndMeasured(kind: StoreKind) async throws {
    let home = try await kind.sample()
    try await home.store.check()
    let measured = try #require(home.store as? any MeasuredStore)
    let text = measured.metrics.text
    #expect(text.contains("firefly_searches_waiting 0\n"))
    if kind.testDescription == "PostgreSQL" {
      #expect(text.contains(/firefly_store_connections [1-9]/))
      #expect(text.contains("firefly_store_waiting 0\n"))
    }
  }

  @Test(arguments: StoreKind.all)
  func itsPicturesCanBeElsewhere(kind: StoreKind) async throws {
    let (home, other) = (try await kind.sample(), try await kind.sample())
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("firefly-tests-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let store = try await home.store.storingPictures(in: .folder(folder))
    #expect(store.uploads.folder == folder)
    // Another process of the same data may have them there, other data may not.
    _ = try await home.openAgain().storingPictures(in: .folder(folder))
    await #expect(throws: PictureStorageError.belongsToOtherData(folder.path)) {
      _ = try await other.store.storingPictures(in: .folder(folder))
    }
  }
}
