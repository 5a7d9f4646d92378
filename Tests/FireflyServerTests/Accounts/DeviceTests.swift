import Eventually
import FireflyAPI
import Foundation
import GRDB
import Testing

@testable import FireflyStore

@Suite(.everyStore) struct DeviceTests {
  @Test(.tags(.sqliteOnly)) func aTokenIsRandomAndOnlyItsHashIsKept() async throws {
    let house = try await TestHouse()
    let token = try await house.signIn(TestHouse.ada)
    #expect(token.wholeMatch(of: /[A-Za-z0-9_-]{43}/) != nil)
    #expect(Set((1...1000).map { _ in DeviceToken().text }).count == 1000)
    let hash = try await house.home.sqlite.database.read { db in
      try Data.fetchOne(db, sql: "SELECT token_hash FROM devices")
    }
    #expect(hash == DeviceToken(token)?.hash)
    #expect(hash?.count == 32)
    _ = try await house.home.sqlite.database.writeWithoutTransaction {
      try $0.checkpoint(.truncate)
    }
    for name in ["firefly.sqlite", "firefly.sqlite-wal"] {
      let bytes = try Data(contentsOf: house.home.folder.appendingPathComponent(name))
      #expect(bytes.range(of: Data(token.utf8)) == nil)
    }
  }

  @Test func devicesAreListedAndRevoked() async throws {
    let house = try await TestHouse()
    let first = try await house.signIn(TestHouse.ada, device: "laptop")
    house.clock.advance(60)
    let second = try await house.signIn(TestHouse.ada, device: "phone\\u001b[31m")
    let other = try await house.signIn(TestHouse.ben, device: "tablet")
    let devices = try await house.devices(second)
    #expect(devices.map(\.name) == ["phone", "laptop"])
    #expect(devices.map(\.isCurrent) == [true, false])
    #expect(devices[1].createdAt == house.clock.now.addingTimeInterval(-60))
    // Nobody else's, and none that there isn't: both sound the same.
    for id in [try await house.devices(other)[0].id, 999] {
      let reply = try await house.ask("DELETE", "/api/devices/\(id)", token: second)
      #expect(reply.status == 404)
      #expect(try reply.decoded(ErrorResponse.self).text == "Device not found")
    }
    let reply = try await house.ask("DELETE", "/api/devices/\(devices[1].id)", token: second)
    #expect(reply.status == 200)
    #expect(try await house.ask("GET", "/api/devices", token: first).status == 401)
    #expect(try await house.devices(second).map(\.name) == ["phone"])
    let again = try await house.ask("DELETE", "/api/devices/\(devices[1].id)", token: second)
    #expect(again.status == 404)
  }

  @Test func aDeviceThatSignsInAgainTakesItsOwnPlace() async throws {
    let house = try await TestHouse()
    let old = try await house.signIn(TestHouse.ada, device: "same")
    let bens = try await house.signIn(TestHouse.ben, device: "same")
    let new = try await house.signIn(TestHouse.ada, device: "same")
    #expect(try await house.ask("GET", "/api/devices", token: old).status == 401)
    #expect(try await house.devices(new).count == 1)
    #expect(try await house.devices(bens).count == 1)
  }

  @Test(.tags(.sqliteOnly)) func thereAreOnlySoMany() async throws {
    let house = try await TestHouse()
    var tokens: [String] = []
    for number in 0...StoreLimits.devices {
      house.clock.advance(86_400)
      tokens.append(try await house.signIn(TestHouse.ada, device: "device \(number)"))
    }
    #expect(try await house.devices(tokens[1]).count == StoreLimits.devices)
    #expect(try await house.ask("GET", "/api/devices", token: tokens[0]).status == 401)
    // Those that were revoked long ago are forgotten.
    let rows = try await house.home.sqlite.database.read { db in
      try Int.fetchOne(db, sql: "SELECT count(*) FROM devices")
    }
    #expect(rows == StoreLimits.devices + 1)
    house.clock.advance(31 * 86_400)
    _ = try await house.signIn(TestHouse.ben)
    let left = try await house.home.sqlite.database.read { db in
      try Int.fetchOne(db, sql: "SELECT count(*) FROM devices WHERE revoked_at IS NOT NULL")
    }
    #expect(left == 0)
  }

  @Test func lastUseOfADeviceIsRecorded() async throws {
    let house = try await TestHouse()
    let token = try await house.signIn(TestHouse.ada)
    let start = house.clock.now
    for (wait, known) in [(300.0, start), (600, start.addingTimeInterval(900))] {
      house.clock.advance(wait)
      _ = try await house.devices(token)
      // No answer waits for the note.
      #expect(try await eventually { try await house.devices(token)[0].usedAt == known })
    }
  }

  /// A store of an earlier version gets what is new, and keeps what it had.
  @Test(.tags(.sqliteOnly)) func anOlderStoreIsBroughtUpToDate() async throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("firefly-tests-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let path = folder.appendingPathComponent("firefly.sqlite").path
    do {
      let old = try DatabaseQueue(path: path)
      try SQLiteSchema.migrator.migrate(old, upTo: "2 identity, child counts, tries")
      try await old.write { db in
        try db.execute(
          sql: "INSERT INTO users (email, name, created_at) VALUES ('old@example.com', 'Old', 0)")
      }
    }
    let store = try SQLiteStore(folder: folder)
    #expect(try await store.members().map(\.email) == ["old@example.com"])
  }
}
