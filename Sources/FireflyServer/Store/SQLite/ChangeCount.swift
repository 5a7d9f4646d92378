import GRDB
import Synchronization

/// Counts the changes of a database, by whatever program.
///
/// SQLite tells a connection that others have written, so this has one of its own that never writes. It is
/// opened when it is first needed.
final class ChangeCount: Sendable {
  private let path: String
  private let configuration: Configuration
  private let connection = Mutex<DatabaseQueue?>(nil)

  init(path: String, _ configuration: Configuration) {
    var configuration = configuration
    configuration.label = "firefly.changes"
    configuration.readonly = true
    self.path = path
    self.configuration = configuration
  }

  /// The number of changes so far; only its growth means something.
  var value: Int {
    get async throws {
      let connection = try connection.withLock { connection in
        let opened = try connection ?? DatabaseQueue(path: path, configuration: configuration)
        connection = opened
        return opened
      }
      return try await connection.read { db in
        try Int.fetchOne(db.cachedStatement(sql: "PRAGMA data_version")) ?? 0
      }
    }
  }
}
