import FireflyTransfer
import Foundation

/// The part of a store for uploaded pictures.
///
/// All calls throw `StoreError`; `.unavailable` if the data can't be read or written.
package protocol UploadStore: Sendable {
  /// Whether an uploaded picture belongs to deleted posts only, and so must not be served.
  func isDeleted(upload name: String) async throws(StoreError) -> Bool

  /// Returns the URLs of the pictures of all posts, including deleted posts that can be restored.
  func pictureURLs() async throws(StoreError) -> Set<String>

  /// Returns how many bytes of pictures a user may still store.
  ///
  /// - Parameter bytes: the size of a picture to come, as far as it is known.
  /// - Returns: the number of bytes; nil for no limit.
  /// - Throws: `StoreError.overQuota` if the picture is larger.
  func pictureRoom(
    for bytes: Int, quota: Quota, of email: String, at now: Date
  ) async throws(StoreError) -> Int?

  /// Stores a picture that a user will show in the text of a post within `StoreLimits.uploadLifetime`.
  ///
  /// - Parameter now: the current time.
  /// - Returns: its address, which is the same for the same bytes.
  /// - Throws: `StoreError.unknownUser`, `.overQuota`, `.invalidPicture`, `.damagedPicture`,
  ///   `.folder`.
  func addUpload(
    _ picture: PictureDraft, quota: Quota, by email: String, at now: Date
  ) async throws(StoreError) -> String

  /// Stores a picture for posts that will be created within a day.
  ///
  /// - Parameter name: its name, derived from its content.
  /// - Returns: a claim for `releaseClaims`; nil if a picture of this name already existed and
  ///   stays.
  func addPicture(
    _ draft: PictureDraft, as name: String
  ) async throws(StoreError) -> PictureDraft.Claim?

  /// Releases the claims of `addPicture`.
  ///
  /// - Parameter areUsed: whether posts have these pictures; otherwise they are removed.
  func releaseClaims(_ claims: [PictureDraft.Claim], areUsed: Bool) async

  /// Removes pictures without a post, such as those of an upload during which the server was
  /// killed, and the keys of old requests.
  ///
  /// Removes only files that a server named, and no recent uploads.
  func sweepPictures(at now: Date) async throws(StoreError)
}
