import Foundation

/// The kinds of stores, with their parameters.
package enum StoreBackend: Hashable, Sendable {
  /// A SQLite file in a folder, which is created if it is missing (mode 0700; files 0600).
  case sqlite(folder: URL)
  /// A PostgreSQL database, or a compatible one.
  ///
  /// - `url`: `postgres://user@host/database`, in libpq's syntax; may contain a password.
  /// - `pictures`: the location of pictures.
  /// - `connections`: the maximum number of connections; nil for two per core.
  case postgres(url: String, pictures: PictureLocation, connections: Int? = nil)

  /// Whether a text is the URL of a database for `postgres`.
  package static func isDatabase(_ text: String) -> Bool { PostgresAddress.isAddress(text) }

  /// Opens the store.
  ///
  /// A database is not connected until the first call.
  ///
  /// - Returns: the store, migrated to the current format.
  /// - Throws: `StoreError.newerFormat` if a later version of Firefly has written the data;
  ///   `.folder` if the folder can't be used; `.unavailable`.
  package func open() throws -> any Store {
    switch self {
    case .sqlite(let folder): try SQLiteStore(folder: folder)
    case .postgres(let url, let pictures, let connections):
      try PostgresStore(url, pictures: pictures, connections: connections)
    }
  }

  /// Opens the store to read it; a folder that can't be written to, by way of a temporary copy of its
  /// database.
  package func openForReading() throws -> any Store {
    guard case .sqlite(let folder) = self else { return try open() }
    return try SQLiteStore.reading(folder)
  }

  /// Refuses a folder without a database.
  ///
  /// - Throws: `StoreError`.
  package static func requireDatabase(in folder: URL) throws {
    try SQLiteStore.refuseInterruptedBackup(folder)
    let file = folder.appendingPathComponent("firefly.sqlite").path
    guard access(file, F_OK) != 0 else { return }
    throw errno == EACCES
      ? StoreError.folder(folder.path, systemError: errno)
      : .folder(folder.path, reason: "it has no firefly.sqlite")
  }

  /// Opens the store as the source of a copy.
  func openSource() throws -> any SQLStore {
    switch self {
    case .sqlite(let folder):
      try Self.requireDatabase(in: folder)
      return try SQLiteStore.reading(folder)
    case .postgres(let url, let pictures, _): return try PostgresStore(url, pictures: pictures)
    }
  }

  /// Opens the store as the target of a copy.
  func openTarget() throws -> any SQLStore {
    switch self {
    case .sqlite(let folder): try SQLiteStore(folder: folder, isMigration: true)
    case .postgres(let url, _, _): try PostgresStore(url, isMigration: true)
    }
  }
}

/// The location of the pictures of a database.
package enum PictureLocation: Hashable, Sendable {
  /// In the database.
  case database
  /// In a folder shared by all processes.
  case folder(URL)
  /// In S3.
  case s3(S3Address, S3Credentials)

  /// The storage; nil for the database itself.
  var storage: (any SharedPictureStorage)? {
    switch self {
    case .database: nil
    case .folder(let url): UploadsFolder(folder: url)
    case .s3(let address, let credentials): PicturesInS3(address, credentials)
    }
  }
}

extension StoreMigration {
  /// The schema as SQL, for databases whose user may not create tables.
  package static var schema: String { PostgresSchema.script }
}
