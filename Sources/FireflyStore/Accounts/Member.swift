import Foundation

/// A user, or a pending invitation.
public struct Member: Hashable, Sendable {
  /// The e-mail.
  public var email: String
  /// The name, if the user has one.
  public var name: String?
  /// The time of the registration, or of the invitation.
  public var since: Date
  /// Whether the invitation is pending.
  public var isInvited = false
  /// Number of signed-in devices.
  public var devices = 0
}
