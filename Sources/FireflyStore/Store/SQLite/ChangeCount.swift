import GRDB
import Synchronization

/// Counts the changes to a database by any program.
///
/// SQLite counts for each connection the changes by other connections. So this one never writes. It
/// is opened on first use.
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

  /// A number that grows with each change.
  var value: Int {
    get async throws {
      try await read { db in
        try Int.fetchOne(db.cachedStatement(sql: "PRAGMA data_version")) ?? 0
      }
    }
  }

  /// Reads with the connection.
  /// - Throws: what `body` throws, and `DatabaseError`.
  func read<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) async throws
    -> Value
  {
    let connection = try connection.withLock { connection in
      let opened = try connection ?? DatabaseQueue(path: path, configuration: configuration)
      connection = opened
      return opened
    }
    return try await connection.read(body)
  }
}
