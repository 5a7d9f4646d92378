import FireflyAPI
import FireflyCore
import Foundation
import Testing

@testable import FireflyStore

/// A server's clock was ahead for a moment: what was written then must not count until that time comes.
@Suite(.everyStore) struct ClockTests {
  /// Minutes, hours, days; more than a year.
  private static let leads: [Double] = [120, 7_200, 3 * 86_400, 400 * 86_400]
  private static let quota = Quota("posts=3/h")

  private func wrong(_ code: String?) -> String { code == "0000" ? "0001" : "0000" }

  @Test(arguments: leads) func theQuotaIsNotUsedUp(_ lead: Double) async throws {
    let house = try await TestHouse(quota: try #require(Self.quota))
    let ben = try await Writer(TestHouse.ben, at: house)
    house.clock.advance(lead)
    for number in 1...3 { #expect(try await ben.create("ahead \(number)").status == 200) }
    #expect(try await ben.create("too many").status == 429)
    house.clock.advance(-lead)
    for number in 1...3 { #expect(try await ben.create("now \(number)").status == 200) }
    let refused = try await ben.create("too many")
    #expect(refused.status == 429)
    #expect(refused.headers["retry-after"].flatMap { Int($0) }.map { $0 <= 3_600 } == true)
  }

  @Test(arguments: leads.dropFirst()) func codesAreSentAndGuessed(_ lead: Double) async throws {
    let house = try await TestHouse()
    house.clock.advance(lead)
    while try await house.sendCode(TestHouse.ada).status == 200 {}
    while try await house.verify(TestHouse.ada, wrong(house.codes.last)).status == 401 {}
    house.clock.advance(-lead)
    #expect(try await house.sendCode(TestHouse.ada).status == 200)
    let reply = try await house.verify(TestHouse.ada, house.codes.last ?? "")
    #expect(reply.status == 200)
    // Nor are the guesses reported again and again.
    house.clock.advance(61)
    _ = try await house.sendCode(TestHouse.ada)
    _ = try await house.verify(TestHouse.ada, wrong(house.codes.last), from: "127.0.0.2")
    house.clock.advance(61)
    _ = try await house.sendCode(TestHouse.ada)
    let next = try await house.verify(TestHouse.ada, house.codes.last ?? "")
    #expect(try next.decoded(VerifyCodeResponse.self).failedGuesses == 1)
  }

  /// It would be valid until its time has come.
  @Test(arguments: leads) func aCodeDatesFromWhenItWasSent(_ lead: Double) async throws {
    let house = try await TestHouse()
    house.clock.advance(lead)
    #expect(try await house.sendCode(TestHouse.ada).status == 200)
    let code = try #require(house.codes.last)
    house.clock.advance(-lead)
    #expect(try await house.verify(TestHouse.ada, code).status == 404)
    house.clock.advance(StoreLimits.codeLifetime)
    #expect(try await house.verify(TestHouse.ada, code).status == 404)
  }

  /// Several servers of one database needn't have the same second.
  @Test func aSecondIsNoLead() async throws {
    let house = try await TestHouse(quota: try #require(Self.quota))
    let ben = try await Writer(TestHouse.ben, at: house)
    #expect(try await house.sendCode(TestHouse.ada).status == 200)
    for number in 1...3 { #expect(try await ben.create("\(number)").status == 200) }
    house.clock.advance(-5)
    #expect(try await ben.create("too many").status == 429)
    #expect(try await house.verify(TestHouse.ada, house.codes.last ?? "").status == 200)
  }

  @Test(arguments: leads) func deletedPostsAreNotKept(_ lead: Double) async throws {
    let house = try await TestHouse()
    let store = house.home.store
    let ben = try await Writer(TestHouse.ben, at: house)
    let ids = try await [ben.create("one").post.id, ben.create("two").post.id]
    house.clock.advance(lead)
    for id in ids { #expect(try await ben.delete(id).status == 200) }
    house.clock.advance(-lead)
    // The next start is the next look at them. Ten minutes remain to restore one.
    try await store.purgeDeleted(at: house.clock.now)
    house.clock.advance(StoreLimits.restorable - 1)
    #expect(try await ben.restore(ids[0]).status == 200)
    house.clock.advance(1)
    try await store.purgeDeleted(at: house.clock.now)
    #expect(try await ben.restore(ids[1]).status == 404)
  }

  @Test(arguments: leads) func devicesAreUsedNow(_ lead: Double) async throws {
    let house = try await TestHouse()
    let token = try await house.signIn(TestHouse.ada)
    func use() async throws -> Date {
      let device = try #require(try await house.home.store.devices(of: TestHouse.ada).first)
      try await house.home.store.deviceUsed(device, at: house.clock.now)
      return try #require(try await house.devices(token)[0].usedAt)
    }
    house.clock.advance(lead)
    _ = try await use()
    house.clock.advance(-lead)
    let used = try await use()
    #expect(
      used
        <= house.clock.now.addingTimeInterval(max(StoreLimits.clockDifference, Device.usePrecision))
    )
  }
}
