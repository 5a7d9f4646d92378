import FireflyCore
import Foundation

extension SQLStore {
  func device(_ token: DeviceToken) async throws(StoreError) -> Device? {
    try await read { db in try db.devices("d.token_hash = ?1", token.hash).first }
  }

  func deviceUsed(_ device: Device, at now: Date) async throws(StoreError) {
    guard abs(now.timeIntervalSince(device.usedAt)) > Device.usePrecision else { return }
    try await write { db in
      try db.run(
        """
        UPDATE devices SET used_at = \(db.dialect.least)(\(db.dialect.greatest)(used_at, ?1), ?3)
        WHERE id = ?2
        """, StoredTime.milliseconds(now), device.id, StoredTime.latest(at: now))
    }
  }

  func devices(of email: String) async throws(StoreError) -> [Device] {
    try await read { db in try db.devices("u.email_key = ?1", SQLText.key(email)) }
  }

  func revokeDevice(_ id: Int, of email: String, at now: Date) async throws(StoreError) {
    try await write { db in
      let revoked = try db.run(
        """
        UPDATE devices SET revoked_at = ?1
        WHERE id = ?2 AND revoked_at IS NULL
          AND user_id = (SELECT id FROM users WHERE email_key = ?3)
        """, StoredTime.milliseconds(now), id, SQLText.key(email))
      if revoked == 0 { throw StoreError.unknownDevice }
    }
  }
}

extension SQLSession {
  /// Adds a device; revokes an earlier one with the same ID.
  func addDevice(_ info: DeviceInfo, of user: Int, at now: Date) throws -> DeviceToken {
    let token = DeviceToken()
    let time = StoredTime.milliseconds(now)
    let info = info.cleaned
    try run(
      "DELETE FROM devices WHERE revoked_at < ?1",
      StoredTime.milliseconds(now.addingTimeInterval(-Device.revokedLifetime)))
    if !info.id.isEmpty {
      try run(
        """
        UPDATE devices SET revoked_at = ?1
        WHERE user_id = ?2 AND device_id = ?3 AND revoked_at IS NULL
        """, time, user, info.id)
    }
    try run(
      """
      INSERT INTO devices (user_id, device_id, name, token_hash, created_at, used_at)
      VALUES (?1, ?2, ?3, ?4, ?5, ?5)
      """, user, info.id, info.name, token.hash, time)
    try run(
      """
      UPDATE devices SET revoked_at = ?1
      WHERE user_id = ?2 AND revoked_at IS NULL AND id NOT IN (
        SELECT id FROM devices WHERE user_id = ?2 AND revoked_at IS NULL
        ORDER BY used_at DESC, id DESC LIMIT ?3)
      """, time, user, StoreLimits.devices)
    return token
  }

  fileprivate func devices(_ condition: String, _ argument: any SQLParameter) throws -> [Device] {
    try rows(
      """
      SELECT d.id, d.name, d.created_at, d.used_at, u.id, u.email, u.name
      FROM devices d JOIN users u ON u.id = d.user_id
      WHERE d.revoked_at IS NULL AND \(condition) ORDER BY d.used_at DESC, d.id DESC
      """, argument,
      convert: { row in
        Device(
          id: row[0], user: RegisteredUser(id: row[4], email: row[5], name: row[6]), name: row[1],
          createdAt: StoredTime.date(milliseconds: row[2]),
          usedAt: StoredTime.date(milliseconds: row[3]))
      })
  }
}
