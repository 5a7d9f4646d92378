import Foundation

/// A user who may sign in.
public struct Member: Hashable, Sendable {
  /// Their identity.
  public var email: String
  /// Their name, if they have given one.
  public var name: String?
  /// Since when: of who is only invited, when that was.
  public var since: Date
  /// Whether they were invited and have not come yet.
  public var isInvited: Bool
  /// Devices that are signed in.
  public var devices: Int
}
