import FireflyAPI
import Foundation
import GRDB
import Testing

@testable import FireflyServer
@testable import FireflyStore

/// How often codes are sent and guessed.
@Suite(.everyStore) struct AttemptTests {
  private func wrong(_ code: String?) -> String { code == "0000" ? "0001" : "0000" }

  @Test func sendsAreLimitedForEachEmail() async throws {
    let house = try await TestHouse()
    #expect(try await house.sendCode(TestHouse.ada).status == 200)
    #expect(try await house.sendCode("ADA@example.com").status == 200)
    let refused = try await house.sendCode(TestHouse.ada)
    #expect(refused.status == 429)
    #expect(refused.headers["retry-after"] == "60")
    #expect(
      try refused.decoded(ErrorResponse.self).text
        == "Too many attempts. Wait a minute, then ask for a new code.")
    // Others can sign in, and the last code is good.
    #expect(try await house.sendCode(TestHouse.ben).status == 200)
    house.clock.advance(59)
    #expect(try await house.sendCode(TestHouse.ada).status == 429)
    house.clock.advance(1)
    #expect(try await house.sendCode(TestHouse.ada).status == 200)
  }

  /// Whatever one does for a day: so many codes, and so many looks at them.
  @Test(.tags(.sqliteOnly)) func aDayOfGuessing() async throws {
    let house = try await TestHouse()
    var (sent, guessed) = (0, 0)
    for _ in 1...(24 * 60) {
      house.clock.advance(60)
      while sent < 1_000, try await house.sendCode(TestHouse.ada).status == 200 { sent += 1 }
      while guessed < 1_000,
        try await house.verify(TestHouse.ada, wrong(house.codes.last)).status == 401
      {
        guessed += 1
      }
    }
    #expect((10...14).contains(sent))
    #expect((20...32).contains(guessed))
    // From elsewhere all is as before, and the day's guesses are reported.
    house.clock.advance(60)
    _ = try await house.sendCode(TestHouse.ada, from: "127.0.0.2")
    let answer = try await house.verify(
      TestHouse.ada, house.codes.last ?? "", from: "127.0.0.2"
    ).decoded(VerifyCodeResponse.self)
    #expect(answer.failedGuesses == guessed)
    let rows = try await house.home.sqlite.database.read { db in
      try Int.fetchOne(db, sql: "SELECT count(*) FROM sign_in_attempts")
    }
    #expect(try #require(rows) <= 44)
    house.clock.advance(86_400)
    #expect(try await house.signIn(TestHouse.ada) != "")
  }

  /// From day to day fewer guesses are looked at, from one place as from many.
  @Test func guessesSlowDownDayByDay() async throws {
    let house = try await TestHouse()
    var guessed: [Int] = []
    for day in 1...14 {
      guessed.append(0)
      for hour in 1...24 {
        house.clock.advance(3_600)
        for place in 1...3 {
          let peer = "127.0.0.\(10 + place + (hour + day) % 3)"
          guard try await house.sendCode(TestHouse.ada, from: peer).status == 200 else { continue }
          for _ in 1...5
          where try await house.verify(TestHouse.ada, wrong(house.codes.last), from: peer).status
            == 401
          {
            guessed[day - 1] += 1
          }
        }
      }
    }
    #expect(guessed[0] > 30 && guessed[0] <= 60, "\(guessed)")
    #expect(guessed.prefix(7).reduce(0, +) <= 120, "\(guessed)")
    #expect(guessed.reduce(0, +) <= 200, "\(guessed)")
  }

  /// Whatever one place asks for, for whatever e-mails, a user can sign in elsewhere.
  @Test func onePeerLocksNoUserOut() async throws {
    let house = try await TestHouse()
    let bad = "127.0.0.2"
    var mailed = 0
    for round in 1...60 {
      house.clock.advance(1_440)
      for number in 1...40
      where try await house.sendCode("stranger\(round)-\(number)@example.com", from: bad).status
        == 200
      {
        mailed += 1
      }
      for email in [TestHouse.ada, TestHouse.ben] {
        _ = try await house.sendCode(email, from: bad)
        for _ in 1...10 { _ = try await house.verify(email, "none", from: bad) }
      }
    }
    // Over a day, in whose every minute it asked.
    #expect(mailed <= 10)
    // Its codes take nothing from those that are asked for elsewhere.
    #expect(try await house.sendCode(TestHouse.ada).status == 200)
    let code = try #require(house.codes.last)
    _ = try await house.sendCode(TestHouse.ada, from: bad)
    for _ in 1...10 { _ = try await house.verify(TestHouse.ada, "none", from: bad) }
    #expect(try await house.verify(TestHouse.ada, code).status == 200)
    #expect(try await house.signIn(TestHouse.ben) != "")
  }

  /// Who has asked for a code at home may enter it on the way.
  @Test func aCodeIsGoodInAnotherNetwork() async throws {
    let house = try await TestHouse()
    _ = try await house.sendCode(TestHouse.ada, from: "127.0.0.2")
    let code = try #require(house.codes.last)
    #expect(try await house.verify(TestHouse.ada, code, from: "127.0.0.3").status == 200)
  }

  /// Fifty requests of five addresses: where codes are mailed, newcomers wait for an hour at most; where the
  /// owner passes them on, for a day.
  @Test(arguments: [true, false]) func newcomersAreNotKeptOut(mailsCodes: Bool) async throws {
    var access = Access.members()
    access.mailsCodes = mailsCodes
    let house = try await TestHouse(access)
    for round in 1...8 {
      house.clock.advance(1_800)
      for place in 2...6 {
        let peer = "127.0.0.\(place)"
        for number in 1...3 {
          let email = "stranger\(round)-\(place)-\(number)@example.com"
          guard try await house.sendCode(email, from: peer).status == 200 else { continue }
          for _ in 1...5 {
            _ = try await house.verify(email, wrong(house.codes.last), from: peer)
          }
        }
      }
    }
    house.clock.advance(3_600)
    let reply = try await house.sendCode("new@example.com")
    #expect(reply.status == (mailsCodes ? 200 : 429))
    let code = house.codes.last ?? ""
    guard mailsCodes else { return }
    #expect(try await house.verify("new@example.com", code).status == 200)
  }

  /// A class signs up within minutes, behind one address.
  @Test(arguments: [10, 1, 200]) func newcomersOfOneAddress(_ newcomers: Int) async throws {
    var access = Access.members()
    access.newcomers = newcomers
    access.mailsCodes = false
    let house = try await TestHouse(access)
    var joined = 0
    for pupil in 1...201 {
      house.clock.advance(30)
      let email = "pupil\(pupil)@example.com"
      guard try await house.sendCode(email).status == 200 else { continue }
      #expect(try await house.verify(email, house.codes.last ?? "").status == 200)
      joined += 1
    }
    #expect(joined <= newcomers && joined >= newcomers * 6 / 10, "\(joined)")
  }

  /// Seven people behind one address, of whom three ask twice, and are told why they wait.
  @Test func aHouseholdSignsInInOneEvening() async throws {
    let house = try await TestHouse(Access.members())
    var waiting = (1...7).map { "person\($0)@example.com" }
    var refusals: Set<String> = []
    for email in waiting.prefix(3) {
      house.clock.advance(60)
      #expect(try await house.sendCode(email).status == 200)
    }
    for _ in 0..<(4 * 60) where !waiting.isEmpty {
      house.clock.advance(60)
      let email = waiting[0]
      let reply = try await house.sendCode(email)
      guard reply.status == 200 else {
        refusals.insert(
          String(try reply.decoded(ErrorResponse.self).text.prefix { $0 != "." }))
        continue
      }
      #expect(try await house.verify(email, house.codes.last ?? "").status == 200)
      waiting.removeFirst()
    }
    #expect(waiting == [])
    #expect(refusals == ["Others in your network asked for many codes"])
  }

  /// Invented e-mails, from wherever, leave users their codes.
  @Test func strangersUseUpNothingOfTheUsers() async throws {
    var access = Access.members()
    access.mailsCodes = false
    let house = try await TestHouse(access)
    var mailed = 0
    for minute in 1...600 {
      house.clock.advance(60)
      for number in 1...12
      where try await house.sendCode(
        "stranger\(minute)-\(number)@example.com", from: "127.0.1.\((minute + number) % 250)"
      ).status == 200 {
        mailed += 1
      }
    }
    #expect((30...50).contains(mailed))
    #expect(try await house.sendCode("new@example.com").status == 429)
    #expect(try await house.signIn(TestHouse.ada) != "")
    #expect(try await house.signIn(TestHouse.ben) != "")
  }

  /// Many e-mails give no more guesses than all together may have.
  @Test func guessesAreLimitedForAllTogether() async throws {
    let house = try await TestHouse()
    var guessed = 0
    var statuses: Set<Int> = []
    for number in 1...40 {
      let (email, peer) = ("guess\(number)@example.com", "127.0.0.\(number)")
      statuses.insert(try await house.sendCode(email, from: peer).status)
      while try await house.verify(email, wrong(house.codes.last), from: peer).status == 401 {
        guessed += 1
      }
    }
    #expect(guessed == 20)
    #expect(statuses == [200, 429])
  }

  @Test func rightCodeFailsAfterTooManyGuesses() async throws {
    let house = try await TestHouse()
    for _ in 1...4 {
      house.clock.advance(61)
      _ = try await house.sendCode(TestHouse.ada)
      for _ in 1...5 { _ = try await house.verify(TestHouse.ada, wrong(house.codes.last)) }
    }
    house.clock.advance(61)
    #expect(try await house.sendCode(TestHouse.ada).status == 200)
    let code = try #require(house.codes.last)
    #expect(try await house.verify(TestHouse.ada, code).status == 429)
    // An hour later it is another matter, with another code.
    house.clock.advance(3_600)
    #expect(try await house.signIn(TestHouse.ada) != "")
  }

  /// A clock that was set back locks nobody out.
  @Test func aClockMaySetBack() async throws {
    let house = try await TestHouse()
    for _ in 1...2 { _ = try await house.sendCode(TestHouse.ada) }
    house.clock.advance(-7_200)
    #expect(try await house.sendCode(TestHouse.ada).status == 200)
  }

  /// 5,000 guesses over 50 connections at once, with new codes asked for in between.
  @Test(.tags(.sqliteOnly)) func aCrowdGuesses() async throws {
    let home = try await TemporaryStore.sample()
    let codes = Codes()
    _ = try await home.store.prepareFirstRun(localUser: { TemporaryStore.ada }, guide: { nil })
    let server = try await EmbeddedServer(
      folder: home.folder, logger: silent, deliver: { code, _ in codes.add(code) },
      localUser: { TemporaryStore.ada })
    let address = try await server.start()
    let place = try ServerAddress(address.absoluteString)
    let statuses = await withTaskGroup(of: [Int].self) { group in
      for connection in 0..<50 {
        group.addTask { await Self.guess(at: place, connection) }
      }
      return await group.reduce([], +)
    }
    await server.stop()
    #expect(statuses.count == 5_000)
    // Two codes a minute with five tries each; it may have taken some minutes.
    #expect((1...20).contains(statuses.count { $0 == 401 }))
    #expect(Set(statuses).isSubset(of: [401, 404, 429]))
  }

  /// What became of 100 guesses, none of them right so that all are counted.
  private static func guess(at place: ServerAddress, _ connection: Int) async -> [Int] {
    let client = AccountClient.live(server: place, logger: silent)
    let device = DeviceIdentity(id: "d", name: "d")
    var statuses: [Int] = []
    for guess in 0..<100 {
      if guess % 10 == 0 { _ = try? await client.sendCode(TestHouse.ada) }
      do throws(APIError) {
        _ = try await client.verifyCode(TestHouse.ada, "x\(connection)-\(guess)", device)
        statuses.append(200)
      } catch {
        if case .status(let status, _) = error { statuses.append(status) }
      }
    }
    return statuses
  }

  @Test func aCodeThatCannotBeSentIsVoid() async throws {
    struct Broken: Error {}
    let home = try await TemporaryStore.sample()
    let codes = Codes()
    let router = Router(
      store: home.store, logger: silent,
      deliver: { code, _ in
        codes.add(code)
        throw Broken()
      })
    func post(_ target: String, _ json: String) async -> HTTPReply {
      let answer = await router.respond(
        to: .init("POST", target, fields: ["Host": "localhost"], body: .init(Array(json.utf8))))
      return (answer.status, (try? await answer.allBytes()) ?? [])
    }
    let sent = await post("/api/auth/send-code", #"{"email":"ada@example.com"}"#)
    #expect(sent.0 == 500)
    let text = String(decoding: sent.1, as: UTF8.self)
    #expect(text.contains("The code could not be sent."))
    let code = try #require(codes.last)
    #expect(!text.contains(code))
    let checked = await post(
      "/api/auth/verify-code", #"{"email":"ada@example.com","code":"\#(code)","device_id":"d"}"#)
    #expect(checked.0 == 404)
  }

  private typealias HTTPReply = (Int, [UInt8])

  @Test(arguments: [
    "nonsense", "@example.com", "ada@", "a@b@c", "-oQ@example.com", "a@-b", "a b@example.com",
    "a\\nb@example.com", "$(id)@example.com", "`id`@example.com", "a;b@example.com", "a|b@c",
    "\"a\"@example.com", "a@b;c", "é@example.com", "\u{212A}@example.com", "a@b\\u0000",
    String(repeating: "a", count: 250) + "@example.com",
  ])
  func noAddressGetsNoCode(_ email: String) async throws {
    let house = try await TestHouse()
    let json = email.replacing("\"", with: "\\\"")
    #expect(try await house.sendCode(json).status == 400)
    #expect(house.codes.last == nil)
  }

  @Test(arguments: [
    "ada@example.com", "o'brien+tag@mail.example.co.uk", " ada@localhost ", "a_b-c.d%e@x",
  ])
  func anAddressGetsOne(_ email: String) async throws {
    let house = try await TestHouse()
    #expect(try await house.sendCode(email).status == 200)
    #expect(house.codes.last?.wholeMatch(of: /[0-9]{4}/) != nil)
  }
}
