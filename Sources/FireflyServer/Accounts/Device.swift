import Foundation

/// A signed-in device; requests with its token come from its user.
public struct Device: Hashable, Sendable {
  /// The number of the device.
  public var id: Int
  /// The user.
  public var user: RegisteredUser
  /// The name that the device reported: one line, cleaned.
  public var name: String
  /// When the device signed in.
  public var createdAt: Date
  /// When the device was last used, accurate to ten minutes.
  public var usedAt: Date
}

/// What a device reports about itself when it signs in.
public struct DeviceInfo: Hashable, Sendable {
  /// The device's permanent ID; empty if it has none.
  public var id: String
  /// The name for lists of devices.
  public var name: String

  /// Creates the information.
  public init(id: String = "", name: String = "") {
    self.id = id
    self.name = name
  }
}
