import Foundation

/// The kinds of stores, each with what it takes to open it.
public enum StoreBackend: Hashable, Sendable {
  /// One SQLite file in a folder, which is created if it is missing (0700; files 0600).
  case sqlite(folder: URL)
  /// A database on PostgreSQL, or what speaks its protocol, with its pictures.
  ///
  /// - `url`: `postgres://user@host/database`, as libpq reads it; may have a password in it.
  /// - `pictures`: where pictures are.
  case postgres(url: String, pictures: PictureLocation)

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
    case .postgres(let url, let pictures): try PostgresStore(url, pictures: pictures)
    }
  }
}

/// Where the pictures of a store on a server are.
public enum PictureLocation: Hashable, Sendable {
  /// In the database.
  case database
  /// In a folder that all processes share.
  case folder(URL)
  /// In S3.
  case s3(S3Address, S3Credentials)

  /// The place; nil for the database itself.
  var place: (any SharedPictureStorage)? {
    switch self {
    case .database: nil
    case .folder(let url): UploadsFolder(folder: url)
    case .s3(let address, let credentials): PicturesInS3(address, credentials)
    }
  }
}
