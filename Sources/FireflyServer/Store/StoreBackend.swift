import Foundation

/// The kinds of stores, each with what it takes to open it.
public enum StoreBackend: Hashable, Sendable {
  /// One SQLite file in a folder, which is created if it is missing (0700; files 0600).
  case sqlite(folder: URL)
  /// A database on PostgreSQL, or what speaks its protocol, with the pictures in a folder.
  ///
  /// - `url`: `postgres://user@host/database`, as libpq reads it; may have a password in it.
  case postgres(url: String, folder: URL)

  /// Whether a text is the address of a database on a server, for `postgres`.
  public static func isDatabase(_ text: String) -> Bool { PostgresAddress.isAddress(text) }

  /// Opens the store; one on a server connects when it is first used.
  ///
  /// - Returns: the store; its data is up to date with this version of Firefly.
  /// - Throws: `StoreError.newerFormat` if a later version of Firefly has written the data;
  ///   `.folder` if the folder can't be used; `.unavailable`.
  public func open() throws -> any Store {
    switch self {
    case .sqlite(let folder): try SQLiteStore(folder: folder)
    case .postgres(let url, let folder): try PostgresStore(url, folder: folder)
    }
  }
}
