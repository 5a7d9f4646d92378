import Foundation
import GRDB

extension SQLiteStore {
  /// Removes pictures that belong to nothing, because a server was killed while it received one, or before
  /// it could remove one.
  ///
  /// Only files with names of a server's making, and none that came within the last day: it may be on its
  /// way to a post.
  /// - Throws: `StoreError`.
  public func sweepUploads(at now: Date = Date()) throws {
    let known = try read { db in
      try String.fetchSet(
        db,
        sql: """
          SELECT image_url FROM posts WHERE image_url IS NOT NULL
          UNION SELECT image_url FROM deleted_posts WHERE image_url IS NOT NULL
          """)
    }
    uploads.sweep(keeping: known, before: now.addingTimeInterval(-86_400))
  }
}
