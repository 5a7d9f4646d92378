import Foundation

/// A user, or a pending invitation.
package struct Member: Hashable, Sendable {
  /// The e-mail.
  package var email: String
  /// The name, if the user has one.
  package var name: String?
  /// The time of the registration, or of the invitation.
  package var since: Date
  /// Whether the invitation is pending.
  package var isInvited = false
  /// Number of signed-in devices.
  package var devices = 0
}
