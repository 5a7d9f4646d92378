import FireflyCore
import Foundation

/// A signed-in device; requests with its token come from its user.
package struct Device: Hashable, Sendable {
  /// Seconds between two updates of a device's last use.
  static let usePrecision = 600.0
  /// Seconds for which revoked devices are kept.
  static let revokedLifetime = 30 * 86_400.0

  /// The number of the device.
  package var id: Int
  /// The user.
  package var user: RegisteredUser
  /// The name that the device reported: one line, cleaned.
  package var name: String
  /// When the device signed in.
  package var createdAt: Date
  /// When the device was last used, accurate to ten minutes.
  package var usedAt: Date
}

/// What a device reports about itself when it signs in.
package struct DeviceInfo: Hashable, Sendable {
  /// The device's permanent ID; empty if it has none.
  package var id: String
  /// The name for lists of devices.
  package var name: String

  /// Creates the information.
  package init(id: String = "", name: String = "") {
    self.id = id
    self.name = name
  }

  /// The ID and the name, each one line of at most 100 characters; the ID in place of no name.
  var cleaned: DeviceInfo {
    let id = ForeignText.cleanLine(id, limit: 100)
    let name = ForeignText.cleanLine(name, limit: 100)
    return DeviceInfo(id: id, name: name.isEmpty ? id : name)
  }
}
