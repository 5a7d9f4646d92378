import FireflyCore
import FireflySources
import Synchronization

/// The last client that was made of a source.
final class KnownClient: Sendable {
  private let known = Mutex<(owner: KeptOwner, client: SourceClient)?>(nil)

  /// Returns the client of an account; makes it if the last one was another's.
  func client(of owner: KeptOwner, _ make: (KeptOwner) -> SourceClient) -> SourceClient {
    known.withLock { known in
      if let known, known.owner == owner { return known.client }
      let client = make(owner)
      known = (owner, client)
      return client
    }
  }
}
