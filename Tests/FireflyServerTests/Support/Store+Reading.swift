import FireflyCore
import FireflyHTTP
import FireflyTransfer
import Foundation
import Logging

@testable import FireflyServer
@testable import FireflyStore

extension Store {
  /// All posts of a list, without those that are nested.
  func all(_ list: PostList) async throws(StoreError) -> [Post] {
    let cursor = cursor(over: list)
    var posts: [Post] = []
    while true {
      let page = try await cursor.next(atLeast: 1)
      posts += page.entries.filter { $0.level == 0 }.map(\.post)
      if page.isLast { return posts }
    }
  }

  func recentPosts(_ request: FeedRequest) async throws(StoreError) -> [Post] {
    try await all(.feed(request))
  }

  func taggedPosts(_ request: FeedRequest) async throws(StoreError) -> [Post] {
    var request = request
    request.isTagged = true
    return try await all(.feed(request))
  }

  func recentUsers(
    reader: String?, before: Int? = nil, limit: Int = FeedRequest.maximum
  ) async throws(StoreError) -> [Post] {
    try await all(.users(reader: reader, before: before, limit: limit))
  }

  func branch(
    below id: Int, after key: String?, skipping skipped: Int?, limit: Int
  ) async throws(StoreError) -> BranchPage {
    try await branch(below: id, after: key, skipping: skipped, limit: limit, at: Date())
  }

  func children(of id: Int, limit: Int) async throws(StoreError) -> [Post] {
    Array(try await all(.children(of: id)).prefix(limit))
  }
}

extension Store {
  /// Writes as another program does.
  func changeRows<Value: Sendable>(
    _ body: @escaping @Sendable (any SQLSession) throws -> Value
  ) async throws -> Value {
    guard let store = self as? any SQLStore else { throw StoreError.isOwner }
    return try await store.write(body)
  }
}

extension SQLiteStore {
  /// Adds the posts of a document on the calling thread, and returns the numbers of those without a
  /// parent in it.
  func importPosts(_ document: Data, author: LocalUser) throws -> [Int] {
    try add(ImportDocument(document), by: author, ownership: .unchanged)?.roots ?? []
  }
}

extension EmbeddedServer {
  /// A server for the data in a folder.
  init(
    folder: URL, logger: Logger, limits: HTTPLimits = HTTPLimits(),
    deliver: Router.CodeDelivery? = nil, localUser: @Sendable () -> LocalUser
  ) async throws {
    try await self.init(
      store: SQLiteStore(folder: folder), folder: folder, logger: logger, limits: limits,
      deliver: deliver, localUser: localUser)
  }
}
