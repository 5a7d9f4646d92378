import FireflyAPI
import FireflyCore
import FireflyTransfer
import Foundation
import Logging

@testable import FireflyServer
@testable import FireflyStore

let silent = Logger(label: "tests") { _ in SwiftLogNoOpLogHandler() }

/// The embedded server with the field guide, in a folder of its own, behind a real socket.
final class TestServer: Sendable {
  static let ada = LocalUser(name: "Ada Linden", email: "ada@example.com")
  static let adaKey = PersonID(email: ada.email)

  let folder: URL
  let address: ServerAddress
  /// Ada's live client, over HTTP.
  let client: any PostsClient
  let store: SQLiteStore
  private let server: EmbeddedServer
  private let port: Int

  private init(
    folder: URL, store: SQLiteStore, server: EmbeddedServer, url: URL
  ) throws {
    self.folder = folder
    self.store = store
    self.server = server
    port = url.port ?? 0
    address = try ServerAddress(url.absoluteString)
    client = Self.client(of: address, Self.ada.email)
  }

  /// The live client of somebody else, or of nobody.
  func client(_ email: String?) -> any PostsClient { Self.client(of: address, email) }

  private static func client(of address: ServerAddress, _ email: String?) -> any PostsClient {
    let account = email.map { Account.signedIn(User(email: $0, name: $0)) } ?? .signedOut
    return LiveClient(server: address, credentials: Credentials(account), logger: silent)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// Runs a test's body while a server runs.
  static func run(_ body: @Sendable (TestServer) async throws -> Void) async throws {
    let test = try await start()
    do {
      try await body(test)
    } catch {
      await test.stop()
      throw error
    }
    await test.stop()
  }

  /// Starts a server with a store that is filled before the field guide would be.
  static func start(
    fill: (SQLiteStore) async throws -> Void = { _ in }
  ) async throws -> TestServer {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("firefly-runtime-tests-\(UUID().uuidString)")
    let store = try SQLiteStore(folder: folder)
    try await fill(store)
    let server = try await EmbeddedServer(
      store: store, folder: folder, logger: silent, localUser: { ada })
    let url = try await server.start(access: .open())
    return try TestServer(folder: folder, store: store, server: server, url: url)
  }

  /// Hangs up, and listens no more.
  func stop() async { await server.stop() }

  /// Listens again, where it did before.
  func restart() async throws { _ = try await server.start(port: port, access: .open()) }

  /// Imports posts, one JSON object a line, or a document; Ada is who writes what names no author.
  @discardableResult
  func add(_ json: String) throws -> [Int] {
    try store.add(
      ImportDocument(Data(json.utf8)), by: Self.ada, ownership: .unchanged
    )?.roots ?? []
  }

  /// Adds a post as it is, whatever its parent.
  func create(_ title: String, below parent: Int? = nil) async throws -> Post {
    try await store.create(
      Post(id: 0, parentID: parent, title: title, summary: "s", body: "b"), by: Self.ada.email)
  }

  /// So many posts below a new one, whose number comes back.
  func addChildren(_ count: Int) throws -> Int {
    let lines = (1...count).map { #"{"id":\#($0 + 1),"title":"child \#($0)","parent_id":1}"# }
    return try add(([#"{"id":1,"title":"the parent"}"#] + lines).joined(separator: "\n"))[0]
  }
}

extension PostsClient {
  /// The same server, as if it knew no extension: one post at a time, one list at a time, no pages.
  var plain: any PostsClient {
    var plain = AlteredClient(self)
    let whole = self
    plain.instead.post = { id, _ async throws(APIError) in try await whole.post(id, false) }
    plain.instead.branch = { id, _, most async throws(APIError) in
      try await whole.branch(id, 1, most)
    }
    plain.instead.children = { id, _ async throws(APIError) in try await whole.children(id, 1) }
    plain.instead.recentPosts = { tag, author, _, limit async throws(APIError) in
      try await whole.recentPosts(tag, author, nil, limit)
    }
    plain.instead.extensions = { () async throws(APIError) in [] }
    plain.instead.keepsKeys = { () async throws(APIError) in false }
    plain.instead.canMove = { () async throws(APIError) in false }
    return plain
  }
}

extension Store {
  /// Adds a post.
  func create(_ post: Post, by email: String) async throws(StoreError) -> Post {
    try await create(
      post, picture: nil, key: nil, quota: .none, repliers: .anyone, by: email, at: Date())
  }

  /// Deletes a post, whoever wrote it.
  func delete(_ id: Int) async throws(StoreError) {
    try await delete(id, if: .none, by: nil, at: Date())
  }
}
