import GRDB

extension StoreFailure {
  init(_ error: DatabaseError) {
    switch error.resultCode {
    case .SQLITE_BUSY, .SQLITE_LOCKED: self = .locked
    case .SQLITE_READONLY, .SQLITE_PERM: self = .readOnly
    case .SQLITE_FULL: self = .full
    case .SQLITE_NOTADB, .SQLITE_CORRUPT: self = .damaged
    case .SQLITE_IOERR, .SQLITE_CANTOPEN: self = .unreachable(reason: Self.words(error))
    default: self = .other(reason: Self.words(error))
    }
  }

  private static func words(_ error: DatabaseError) -> String {
    error.message ?? "SQLite error \(error.resultCode)"
  }
}
