import FireflyCore
import Foundation
import GRDB

extension SQLiteStore {
  func device(_ token: DeviceToken) async throws(StoreError) -> Device? {
    try await read { db in
      try Self.devices("d.token_hash = ?", [token.hash], db).first
    }
  }

  func deviceUsed(_ device: Device, at now: Date) async throws(StoreError) {
    guard abs(now.timeIntervalSince(device.usedAt)) > Device.usePrecision else { return }
    try await write { db in
      try db.execute(
        sql: "UPDATE devices SET used_at = min(max(used_at, ?), ?) WHERE id = ?",
        arguments: [StoredTime.milliseconds(now), StoredTime.latest(at: now), device.id])
    }
  }

  func devices(of email: String) async throws(StoreError) -> [Device] {
    try await read { db in
      try Self.devices("u.email = ?", [StoredText.clean(email)], db)
    }
  }

  func revokeDevice(_ id: Int, of email: String, at now: Date) async throws(StoreError) {
    try await write { db in
      try db.execute(
        sql: """
          UPDATE devices SET revoked_at = ?
          WHERE id = ? AND revoked_at IS NULL
            AND user_id = (SELECT id FROM users WHERE email = ?)
          """,
        arguments: [StoredTime.milliseconds(now), id, StoredText.clean(email)])
      if db.changesCount == 0 { throw StoreError.unknownDevice }
    }
  }

  /// Adds a device; revokes an earlier one with the same ID.
  /// - Returns: its token.
  static func addDevice(
    _ info: DeviceInfo, of user: Int, at now: Date, _ db: Database
  ) throws -> DeviceToken {
    let token = DeviceToken()
    let time = StoredTime.milliseconds(now)
    let info = info.cleaned
    try db.execute(
      sql: "DELETE FROM devices WHERE revoked_at < ?",
      arguments: [StoredTime.milliseconds(now.addingTimeInterval(-Device.revokedLifetime))])
    if !info.id.isEmpty {
      try db.execute(
        sql: """
          UPDATE devices SET revoked_at = ?
          WHERE user_id = ? AND device_id = ? AND revoked_at IS NULL
          """,
        arguments: [time, user, info.id])
    }
    try db.execute(
      sql: """
        INSERT INTO devices (user_id, device_id, name, token_hash, created_at, used_at)
        VALUES (?, ?, ?, ?, ?, ?)
        """,
      arguments: [user, info.id, info.name, token.hash, time, time])
    try db.execute(
      sql: """
        UPDATE devices SET revoked_at = ? WHERE id IN (
          SELECT id FROM devices WHERE user_id = ? AND revoked_at IS NULL
          ORDER BY used_at DESC, id DESC LIMIT -1 OFFSET ?)
        """,
      arguments: [time, user, StoreLimits.devices])
    return token
  }

  private static func devices(
    _ condition: String, _ arguments: StatementArguments, _ db: Database
  ) throws -> [Device] {
    try Row.fetchAll(
      db.cachedStatement(
        sql: """
          SELECT d.id, d.name, d.created_at, d.used_at, u.id, u.email, u.name
          FROM devices d JOIN users u ON u.id = d.user_id
          WHERE d.revoked_at IS NULL AND \(condition) ORDER BY d.used_at DESC, d.id DESC
          """), arguments: arguments
    ).map { row in
      Device(
        id: row[0], user: RegisteredUser(id: row[4], email: row[5], name: row[6]), name: row[1],
        createdAt: StoredTime.date(milliseconds: row[2]),
        usedAt: StoredTime.date(milliseconds: row[3]))
    }
  }
}
