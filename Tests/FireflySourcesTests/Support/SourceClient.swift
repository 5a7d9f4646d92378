import FireflyAPI
import FireflyCore
import FireflySources
import Foundation
import IdentityLiterals
import Logging
import Synchronization

/// Who reads the sources of the tests.
let reader = User(email: "ada@localhost", name: "ada")

/// A file in memory.
final class MemoryFile: Sendable {
  private let data = Mutex<Data?>(nil)

  /// Its bytes.
  var storage: SourceStorage<Data> { storage(decode: { $0 }, encode: { $0 }) }

  /// What is kept of a source in it.
  var source: SourceStorage<KeptSource> {
    storage(
      decode: { try? JSONDecoder().decode(KeptSource.self, from: $0) },
      encode: { try? JSONEncoder().encode($0) })
  }

  /// A feed in it.
  func feed(_ address: String) -> SourceStorage<KeptFeed> {
    storage(decode: { KeptFeed(address, $0) }, encode: \.contents)
  }

  private func storage<Contents>(
    decode: @escaping @Sendable (Data) -> Contents?,
    encode: @escaping @Sendable (Contents) -> Data?
  ) -> SourceStorage<Contents> {
    SourceStorage(
      read: { self.data.withLock { $0.flatMap(decode) } },
      update: { change in
        self.data.withLock { data in
          if let new = change(data.flatMap(decode)) { data = encode(new) }
        }
      })
  }
}

extension SourceClient {
  /// The client of a source behind an address of this machine.
  static func source(
    _ name: String, at address: String, keptIn file: MemoryFile = MemoryFile(),
    tools: SourceTools = SourceTools(), link: SourceLink? = nil,
    credentials: Credentials = Credentials(), owner: KeptOwner = KeptOwner()
  ) throws -> SourceClient {
    guard let source = try SourceAddress.named(name) else { throw APIError.invalidAddress(name) }
    return SourceClient(
      source, server: try ServerAddress(address), reader: reader, credentials: credentials,
      owner: owner, userAgent: "Firefly/1.2.3",
      storage: file.source, tools: tools, at: link,
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
  }

}

extension PostsClient {
  /// The first list of the first tab.
  func front(limit: Int = 50) async throws -> [Post] {
    try await recentPosts("post", .everyone, nil, limit).posts
  }
}

extension Credentials {
  /// Those of Ada with a token; of a reader without one.
  static func signedIn(_ token: String?) -> Credentials {
    guard let token else { return Credentials() }
    let ada = User(id: "ada", handle: "@ada@instance.example", name: "Ada")
    return Credentials(.signedIn(ada), token: token)
  }
}
