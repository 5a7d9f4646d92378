import FireflyAPI
import Foundation

/// The part of a store for accounts: sign-in codes, devices, invitations and members.
///
/// - E-mails are case-insensitive.
/// - All calls throw `StoreError`; `.unavailable` if the data can't be read or written.
package protocol AccountStore: Sendable {
  /// Creates a four-digit sign-in code, and voids the previous code of the same e-mail and peer.
  ///
  /// - Parameters:
  ///   - peer: the client's address (`HTTPPeer.subnet`). Codes of other peers stay valid, so
  ///     that no peer can prevent a user from signing in.
  ///   - access: who may become a user, and how many at once.
  ///   - now: the current time.
  /// - Returns: the code. It must not be in the response.
  /// - Throws: `StoreError.notInvited`, after an unguessable code was stored, so that the two cases
  ///   look alike; `.tooManyAttempts`.
  func newCode(
    for email: String, from peer: String, access: Access, now: Date
  ) async throws(StoreError) -> String

  /// Voids a sign-in code, such as one that could not be sent.
  func voidCode(for email: String, from peer: String) async throws(StoreError)

  /// Checks a sign-in code.
  ///
  /// The correct code signs a device in; the first sign-in creates the user with an empty profile.
  ///
  /// - Parameters:
  ///   - code: the code that was entered.
  ///   - email: the e-mail.
  ///   - peer: the client's address (`HTTPPeer.subnet`).
  ///   - device: what the device reports about itself.
  ///   - access: who may become a user, and how many at once.
  ///   - now: the current time.
  /// - Returns: the result.
  /// - Throws: `StoreError.tooManyAttempts`.
  func check(
    code: String, for email: String, from peer: String, device: DeviceInfo,
    access: Access, now: Date
  ) async throws(StoreError) -> CodeCheck

  /// Returns the device with this token; nil if there is none, or it was revoked.
  func device(_ token: DeviceToken) async throws(StoreError) -> Device?

  /// Records that a device was used.
  func deviceUsed(_ device: Device, at now: Date) async throws(StoreError)

  /// Returns the devices of a user, most recently used first.
  func devices(of email: String) async throws(StoreError) -> [Device]

  /// Revokes the token of a device.
  /// - Throws: `StoreError.unknownDevice` if it is not a device of the user.
  func revokeDevice(_ id: Int, of email: String, at now: Date) async throws(StoreError)

  /// Returns what a user has read and saved; marks of version 0 if there are none.
  func marks(of email: String) async throws(StoreError) -> PostMarks

  /// Changes what a user has read and saved.
  ///
  /// - Parameter version: the version that the change is made to; if there is a newer one, nothing is changed.
  /// - Returns: the marks as they are then, and whether they were changed.
  /// - Throws: `StoreError.unknownUser`.
  func changeMarks(
    of email: String, _ change: PostMarks.Change, from version: Int
  ) async throws(StoreError) -> (marks: PostMarks, isApplied: Bool)

  /// Invites an e-mail, on behalf of the owner.
  /// - Returns: false if it is already a user.
  func invite(_ email: String, at now: Date) async throws(StoreError) -> Bool

  /// Withdraws an invitation.
  /// - Returns: false if there was none.
  func withdrawInvitation(_ email: String) async throws(StoreError) -> Bool

  /// Returns all users in order of registration, then pending invitations.
  func members() async throws(StoreError) -> [Member]

  /// Removes a user: signs their devices out, and deletes their profile and saved searches.
  ///
  /// - Parameters:
  ///   - withPosts: whether to delete their posts, too; otherwise those stay under their name.
  ///   - now: the current time.
  /// - Returns: the number of their posts; nil if there is no such user.
  /// - Throws: `StoreError.isOwner`.
  func removeMember(_ email: String, withPosts: Bool, at now: Date) async throws(StoreError) -> Int?
}
