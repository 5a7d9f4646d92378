import GRDB

/// What SQLite may have against a file, as far as the user can do something about it.
public enum DatabaseTrouble: Hashable, Sendable {
  /// Another program works on it and didn't let go in time.
  case locked
  /// It may not be written to.
  case readOnly
  /// There is no room on its disk.
  case full
  /// It is something else than a database, or damaged.
  case damaged
  /// The disk failed, or the file can't be opened.
  case unreachable(reason: String)
  /// Anything else, in SQLite's words.
  case other(reason: String)

  /// What an error of SQLite's means for the user.
  init(_ error: DatabaseError) {
    switch error.resultCode {
    case .SQLITE_BUSY, .SQLITE_LOCKED: self = .locked
    case .SQLITE_READONLY, .SQLITE_PERM: self = .readOnly
    case .SQLITE_FULL: self = .full
    case .SQLITE_NOTADB, .SQLITE_CORRUPT: self = .damaged
    case .SQLITE_IOERR, .SQLITE_CANTOPEN: self = .unreachable(reason: "\(error.message ?? "")")
    default: self = .other(reason: "\(error.message ?? "SQLite error \(error.resultCode)")")
    }
  }

  /// What happened and what to do, with the name of the file in it.
  func sentence(about file: String) -> String {
    switch self {
    case .locked:
      "\(file) is in use by another program. End that one, or try again when it is done."
    case .readOnly:
      "\(file) can't be written to. Make it and its folder writable, or name another folder with --data."
    case .full: "\(file) has no room to grow: its disk is full. Make room there and try again."
    case .damaged:
      """
      \(file) is damaged, or no database at all. Move it away, then bring back what you exported \
      with `firefly import`.
      """
    case .unreachable(let reason):
      "\(file) can't be read or written (\(reason)). See to its disk, or name another folder with --data."
    case .other(let reason): "\(file) can't be used: \(reason)"
    }
  }
}

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
