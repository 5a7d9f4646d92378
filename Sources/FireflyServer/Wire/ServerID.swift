import FireflyStore
import Synchronization

/// The ID of a store, which is read once.
final class ServerID: Sendable {
  private let known = Mutex<String?>(nil)

  /// Returns the ID; nil as long as the store can't be read.
  func id(of store: any Store) async -> String? {
    if let id = known.withLock(\.self) { return id }
    guard let id = try? await store.identity(), !id.isEmpty else { return nil }
    known.withLock { $0 = id }
    return id
  }
}
