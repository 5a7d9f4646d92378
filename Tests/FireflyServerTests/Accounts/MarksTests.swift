import FireflyAPI
import FireflyCore
import Foundation
import Testing

@testable import FireflyServer
@testable import FireflyStore

/// What an account has read and saved, which its server keeps: `/api/marks`.
@Suite(.everyStore) struct MarksTests {
  private func change(
    _ house: TestHouse, _ json: String, token: String?
  ) async throws -> Reply {
    try await house.ask(
      "PATCH", "/api/marks", token: token, headers: ["Content-Type": "application/json"],
      body: Data(json.utf8))
  }

  private func marks(_ house: TestHouse, _ token: String) async throws -> PostMarks {
    try await house.ask("GET", "/api/marks", token: token).decoded(MarksResponse.self).marks
  }

  @Test func anAccountHasItsOwn() async throws {
    let house = try await TestHouse()
    let laptop = try await house.signIn(TestHouse.ada, device: "laptop")
    #expect(try await marks(house, laptop) == PostMarks())
    let first = try await change(
      house, #"{"version":0,"first":5,"read":"6-9","unread":"3","saved":"2,8"}"#, token: laptop)
    #expect(
      String(decoding: first.body, as: UTF8.self)
        == #"{"applied":true,"first":5,"read":"6-9","saved":"2,8","unread":"3","version":1}"#)
    // The account's other machine, and somebody else.
    let desk = try await house.signIn(TestHouse.ada, device: "desk")
    let ben = try await house.signIn(TestHouse.ben)
    #expect(try await marks(house, desk).read == NumberRanges([6, 7, 8, 9]))
    #expect(try await marks(house, ben) == PostMarks())
    // The later mark of a post counts; a first contact is made once.
    let second = try await change(
      house, #"{"version":1,"first":99,"read":"3","unread":"7","unsaved":"2"}"#, token: desk)
    let answer = try second.decoded(MarksResponse.self)
    #expect(answer.isApplied == true && answer.marks.version == 2 && answer.marks.first == 5)
    #expect(answer.marks.read == NumberRanges([3, 6, 8, 9]))
    #expect(answer.marks.unread == NumberRanges([7]))
    #expect(answer.marks.saved == NumberRanges([8]))
    #expect(try await marks(house, laptop) == answer.marks)
  }

  /// A request that arrives late or twice changes nothing; one that names nothing makes no version.
  @Test func anOldVersionIsNotChanged() async throws {
    let house = try await TestHouse()
    let token = try await house.signIn(TestHouse.ada)
    let request = #"{"version":0,"read":"7"}"#
    for isFirst in [true, false] {
      let answer = try await change(house, request, token: token).decoded(MarksResponse.self)
      #expect(answer.isApplied == isFirst && answer.marks.version == 1)
    }
    let answer = try await change(house, #"{"version":1}"#, token: token)
    #expect(try answer.decoded(MarksResponse.self).marks.version == 1)
    for version in ["-1", "2", "9223372036854775807"] {
      let reply = try await change(house, #"{"version":\#(version),"unread":"7"}"#, token: token)
      #expect(try reply.decoded(MarksResponse.self).isApplied == false)
    }
    #expect(try await marks(house, token).read == NumberRanges([7]))
  }

  @Test func onlyWhoIsSignedInHasAny() async throws {
    let house = try await TestHouse()
    let open = try await TestHouse(.open())
    for house in [house, open] {
      #expect(
        try await house.ask("GET", "/api/marks?user_email=ada@example.com", token: nil).status
          == 401)
      #expect(try await change(house, #"{"version":0,"read":"7"}"#, token: nil).status == 401)
      let ping = try await house.ask("GET", "/api/ping", token: nil).decoded(PingResponse.self)
      #expect(!ping.extensions.contains(.marks) && ping.extensions.contains(.events))
    }
    let token = try await house.signIn(TestHouse.ada)
    let ping = try await house.ask("GET", "/api/ping", token: token).decoded(PingResponse.self)
    #expect(ping.extensions.contains(.marks))
  }

  @Test func oddOnesAreRefused() async throws {
    let house = try await TestHouse()
    let token = try await house.signIn(TestHouse.ada)
    for json in [
      "", "{}", "[]", #"{"version":"0"}"#, #"{"version":0,"read":[1]}"#,
      #"{"version":0,"read":"x"}"#,
      #"{"version":0,"read":"5-1"}"#, #"{"version":0,"first":-1}"#,
      #"{"version":0,"saved":"9007199254740994"}"#,
    ] {
      #expect(try await change(house, json, token: token).status == 400, "\(json)")
    }
    let long = (0..<40_000).map { "\(2 * $0)" }.joined(separator: ",")
    #expect(
      try await change(house, #"{"version":0,"read":"\#(long)"}"#, token: token).status == 500)
    #expect(try await marks(house, token) == PostMarks())
  }

  /// An account can fill a row of its own only.
  @Test func anAccountHasAShare() {
    var (marks, change) = (PostMarks(), PostMarks.Change())
    let every = (0..<30_000).map { 2 * $0 }
    (change.read, change.saved) = (NumberRanges(every), NumberRanges(every))
    marks.apply(change)
    #expect(marks.read.count == PostMarks.maximumRanges)
    // What is joined is read; the newest stay exact.
    #expect(every.allSatisfy { marks.read.contains($0) } && !marks.read.contains(59_997))
    #expect(marks.saved.count == PostMarks.maximumSaved && marks.saved.contains(59_998))
    change = PostMarks.Change()
    change.unread = NumberRanges(every)
    marks.apply(change)
    #expect(marks.unread.count == PostMarks.maximumRanges && marks.unread.contains(59_998))
    change = PostMarks.Change()
    change.saved.insert(0...1 << 53)
    marks.apply(change)
    #expect(marks.saved.ranges == [(1 << 53) - PostMarks.maximumSaved + 1...1 << 53])
  }

  @Test func marksGoWithTheAccount() async throws {
    let house = try await TestHouse()
    let token = try await house.signIn(TestHouse.ben)
    _ = try await change(house, #"{"version":0,"read":"7"}"#, token: token)
    #expect(try await house.home.store.marks(of: "BEN@example.com").version == 1)
    _ = try await house.home.store.removeMember(TestHouse.ben, withPosts: false, at: Date())
    let again = try await house.signIn(TestHouse.ben)
    #expect(try await marks(house, again) == PostMarks())
  }
}
