import GRDB

// Reading and writing, with errors that name the file.
extension PostStore {
  /// Where the posts are.
  var file: String { folder.appendingPathComponent("firefly.sqlite").path }

  /// Does something with the database at a path.
  /// - Throws: `StoreError.database` instead of SQLite's errors; what else `body` throws.
  static func naming<Value>(_ path: String, _ body: () throws -> Value) throws -> Value {
    do {
      return try body()
    } catch let error as DatabaseError {
      throw StoreError.database(path, DatabaseTrouble(error))
    }
  }

  /// Reads, in the calling thread.
  /// - Throws: `StoreError.database`, and what `body` throws.
  func read<Value>(_ body: (Database) throws -> Value) throws -> Value {
    try Self.naming(file) { try database.read(body) }
  }

  /// Writes all or nothing, in the calling thread.
  /// - Throws: `StoreError.database`, and what `body` throws.
  func write<Value>(_ body: (Database) throws -> Value) throws -> Value {
    try Self.naming(file) { try database.write(body) }
  }
}
