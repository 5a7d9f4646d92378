import Foundation

/// A device that a code has verified: who shows its token is its user.
public struct Device: Hashable, Sendable {
  /// The store's number.
  public var id: Int
  /// Whose it is.
  public var user: RegisteredUser
  /// How it is called, as it said itself: one line, cleaned.
  public var name: String
  /// When it signed in.
  public var createdAt: Date
  /// When its token was last shown, to a few minutes.
  public var usedAt: Date
}

/// What a device says of itself when it signs in.
public struct DeviceInfo: Hashable, Sendable {
  /// Its own name for itself, which stays the same; empty if it has none.
  public var id: String
  /// What people read in a list of devices.
  public var name: String

  /// A claim.
  public init(id: String = "", name: String = "") {
    self.id = id
    self.name = name
  }
}
