import FireflyCore
import Foundation

/// The devices of an account: `{status, devices: […]}`, most recently used first.
package struct DevicesResponse: Codable, Hashable, Sendable {
  /// `success`.
  package var status: String?
  /// The devices.
  package var devices: [DeviceDescription]

  /// Creates a response.
  package init(devices: [DeviceDescription]) {
    status = "success"
    self.devices = devices
  }
}

/// A device that is signed in.
package struct DeviceDescription: Codable, Hashable, Sendable {
  /// The server's ID for it.
  package var id: Int
  /// Its name, chosen by the device.
  package var name: String
  /// The time of the sign-in, to the second.
  package var createdAt: Date?
  /// The time of the last request, to a few minutes.
  package var usedAt: Date?
  /// Whether the request came from this device.
  package var isCurrent: Bool

  enum CodingKeys: String, CodingKey {
    case id, name
    case createdAt = "created_at"
    case usedAt = "last_used_at"
    case isCurrent = "is_current"
  }

  /// Creates a device description.
  package init(id: Int, name: String, createdAt: Date?, usedAt: Date?, isCurrent: Bool) {
    self.id = id
    self.name = name
    self.createdAt = createdAt
    self.usedAt = usedAt
    self.isCurrent = isCurrent
  }

  /// Decodes; only the ID is required.
  /// - Throws: `DecodingError` if it is missing.
  package init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    func date(_ key: CodingKeys) -> Date? {
      (try? fields.decode(String.self, forKey: key)).flatMap(WireDate.date)
    }
    self.init(
      id: try fields.decodeID(forKey: .id),
      name: (try? fields.decode(String.self, forKey: .name)) ?? "", createdAt: date(.createdAt),
      usedAt: date(.usedAt), isCurrent: (try? fields.decode(Bool.self, forKey: .isCurrent)) ?? false
    )
  }

  /// Encodes, with times as elsewhere on the wire.
  package func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(id, forKey: .id)
    try fields.encode(name, forKey: .name)
    try fields.encode(createdAt.map(WireDate.http), forKey: .createdAt)
    try fields.encode(usedAt.map(WireDate.http), forKey: .usedAt)
    try fields.encode(isCurrent, forKey: .isCurrent)
  }
}
