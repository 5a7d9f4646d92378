import FireflyCore
import Foundation

/// The storage of uploaded pictures: a folder, the database, or S3.
package protocol PictureStorage: Sendable {
  /// The name of the storage for messages, without secrets.
  var location: String { get }

  /// Identifies the storage among others.
  ///
  /// It is stored with the data, and is the same in every process.
  var mark: String { get }

  /// Creates an empty draft.
  /// - Throws: `StoreError.folder`.
  func newDraft() async throws(StoreError) -> PictureDraft

  /// Returns a picture; nil if it doesn't exist, or the name is not a valid name of a picture.
  /// - Throws: `StoreError.unavailable`, `.pictures`.
  func picture(_ name: String) async throws(StoreError) -> PictureFile?
}

/// A picture storage shared by several processes.
///
/// The rows of the table `pictures` record which pictures are used. A name always refers to the
/// same bytes.
protocol SharedPictureStorage: PictureStorage {
  /// Whether it is reached over a network: then each process removes one picture at a time.
  var isRemote: Bool { get }

  /// Marks the place as belonging to some data, unless it is already.
  ///
  /// - Parameters:
  ///   - identity: the ID of the data.
  ///   - old: where the pictures of the data were before.
  /// - Throws: `PictureStorageError`, `StoreError`.
  func claim(for identity: String, from old: any SharedPictureStorage) async throws

  /// Stores a picture atomically; an existing one of this name may stay.
  func put(_ draft: PictureDraft, as name: String) async throws(StoreError)

  /// Removes a picture, if it exists; blocks the calling thread.
  ///
  /// A transaction holds the lock of its row meanwhile.
  func delete(_ name: String) throws(StoreError)
}

extension SharedPictureStorage {
  func claim(for identity: String, from old: any SharedPictureStorage) async throws {}

  var isRemote: Bool { false }

  /// Creates a draft in the system's temporary folder.
  func newDraft() async throws(StoreError) -> PictureDraft {
    try await BlockingPool.shared.run { () throws(StoreError) in try PictureDraft() }
  }
}

/// A stored picture, read in pieces.
package struct PictureFile: Sendable {
  /// The content type by the extension of the name; the bytes are not checked.
  package var contentType: String
  /// The entity tag; it changes whenever the bytes do.
  package var etag: String
  /// Size in bytes.
  package var length: Int
  private let piece: @Sendable () async throws -> [UInt8]?

  /// Creates a picture whose `piece` returns the next bytes, at most 1 MB; nil at the end.
  init(
    contentType: String, etag: String, length: Int,
    piece: @escaping @Sendable () async throws -> [UInt8]?
  ) {
    (self.contentType, self.etag, self.length, self.piece) = (contentType, etag, length, piece)
  }

  /// Returns the next piece; nil at the end.
  /// - Throws: `StoreError`, or an error of Foundation if the disk fails.
  package func next() async throws -> [UInt8]? { try await piece() }
}
