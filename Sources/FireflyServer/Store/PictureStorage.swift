import FireflyCore
import Foundation

/// Where uploaded pictures are: a folder, the database, or S3.
public protocol PictureStorage: Sendable {
  /// Names it in sentences; without secrets.
  var location: String { get }

  /// Tells it from other places, for the data to remember; the same in each process.
  var mark: String { get }

  /// Returns a new picture, to be filled.
  /// - Throws: `StoreError.folder`.
  func newDraft() async throws(StoreError) -> PictureDraft

  /// Returns the picture of this name; nil if there is none, or the name is no plain name of a picture.
  /// - Throws: `StoreError.unavailable`.
  func picture(_ name: String) async throws(StoreError) -> PictureFile?
}

/// A place that a store on a server shares with other processes.
///
/// Its rows of `pictures` say which pictures are used. A name means the same bytes for good.
protocol SharedPictureStorage: PictureStorage {
  /// Whether removing may take long: then it is done for one picture at a time.
  var isRemote: Bool { get }

  /// Stores a picture under a name, whole or not at all; one that is there already may stay.
  /// - Throws: `StoreError`.
  func put(_ draft: PictureDraft, as name: String) async throws(StoreError)

  /// Removes a picture, which may be gone already, in a transaction that holds the lock of its row.
  /// - Throws: `StoreError`, `PostgresError`.
  func delete(_ name: String, _ db: PostgresSession) async throws
}

extension SharedPictureStorage {
  var isRemote: Bool { false }
}

/// A picture to be served, read piece by piece.
public struct PictureFile: Sendable {
  /// From the extension, as the contract says; the bytes may be something else.
  public var contentType: String
  /// Changes whenever the bytes do.
  public var etag: String
  /// Bytes of the picture.
  public var length: Int
  private let piece: @Sendable () async throws -> [UInt8]?

  /// A picture whose `piece` returns the next bytes, 1 MB at most; nil at the end.
  init(
    contentType: String, etag: String, length: Int,
    piece: @escaping @Sendable () async throws -> [UInt8]?
  ) {
    (self.contentType, self.etag, self.length, self.piece) = (contentType, etag, length, piece)
  }

  /// The next piece; nil at the end.
  /// - Throws: `StoreError`, or Foundation's error if the disk fails.
  public func next() async throws -> [UInt8]? { try await piece() }
}
