import FireflyCore
import Foundation
import GRDB

extension SQLiteStore {
  /// A feed, newest first, without the details that only the tagged feed has.
  /// - Throws: `StoreError`.
  public func recentPosts(_ request: FeedRequest) async throws(StoreError) -> [Post] {
    try await read { db in
      var pages = FeedPages(request, isTagged: false)
      return try pages.all(db)
    }
  }

  /// A feed, newest first, each post with its `feed` details.
  /// - Throws: `StoreError`.
  public func taggedPosts(_ request: FeedRequest) async throws(StoreError) -> [Post] {
    try await read { db in
      var pages = FeedPages(request, isTagged: true)
      return try pages.all(db)
    }
  }

  /// Everybody's profile, by proximity to the reader and then by activity; those that come after the
  /// profile with the number `before`, if one is given.
  /// - Throws: `StoreError`.
  public func recentUsers(
    reader: String?, before: Int? = nil, limit: Int = FeedRequest.maximum
  ) async throws(StoreError) -> [Post] {
    try await read { db in
      var pages = UserPages(reader: reader, before: before, limit: limit)
      return try pages.all(db)
    }
  }
}
