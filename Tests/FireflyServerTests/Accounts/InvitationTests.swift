import Eventually
import FireflyAPI
import Foundation
import Testing

@testable import FireflyStore

@Suite(.everyStore) struct InvitationTests {
  private let new = "new@example.com"

  private func invitedOnly() async throws -> TestHouse {
    let house = try await TestHouse(.members(registration: .invited))
    _ = try await house.home.store.prepareFirstRun(
      localUser: { TemporaryStore.ada }, guide: { nil })
    return house
  }

  /// Codes are passed on after the answer.
  private func code(after count: Int, _ house: TestHouse) async throws -> String {
    try #require(try await eventually { house.codes.count > count })
    return try #require(house.codes.last)
  }

  /// Whatever a stranger sends, a member's e-mail and an invented one are answered alike.
  @Test func responsesDoNotRevealMembers() async throws {
    let house = try await invitedOnly()
    func answers(for email: String, from peer: String) async throws -> [String] {
      var answers: [String] = []
      for round in 1...30 {
        let sent = try await house.sendCode(email, from: peer)
        answers.append("\(sent.status) \(sent.headers["retry-after"] ?? "") \(sent.text)")
        for _ in 1...6 {
          let checked = try await house.verify(email, "none", from: peer)
          answers.append(
            "\(checked.status) \(checked.headers["retry-after"] ?? "") \(checked.text)")
        }
        house.clock.advance(round.isMultiple(of: 10) ? 3_600 : 20)
      }
      return answers
    }
    let member = try await answers(for: TestHouse.ben, from: "127.0.0.2")
    house.clock.advance(30 * 86_400)
    let stranger = try await answers(for: new, from: "127.0.0.3")
    #expect(member == stranger)
    #expect(Set(member.map { $0.prefix(3) }) == ["200", "401", "404", "429"])
  }

  /// Where a code comes from is said to all alike: a server that sends no e-mail claims none.
  @Test(arguments: [Access.Registration.open, .invited], [true, false])
  func theSourceOfTheCodeIsSaid(registration: Access.Registration, mails: Bool) async throws {
    var access = Access.members(registration: registration)
    access.mailsCodes = mails
    let house = try await TestHouse(access)
    let said = try await house.sendCode(TestHouse.ben)
    let stranger = try await house.sendCode(new, from: "127.0.0.2")
    #expect(said.text == stranger.text)
    #expect(said.text.contains("sends no e-mail") == !mails)
    #expect(said.text.contains("If this address is invited") == (mails && registration == .invited))
    #expect(said.text.contains("has been sent") == (mails && registration == .invited))
  }

  @Test func uninvitedPeopleGetNoCode() async throws {
    let house = try await invitedOnly()
    #expect(try await house.sendCode(new).status == 200)
    // Sent in turn: this one would be the second.
    _ = try await house.sendCode(TestHouse.ben)
    let first = try await code(after: 0, house)
    #expect(house.codes.count == 1)
    #expect(try await house.verify(new, first).status == 401)
    house.clock.advance(86_400)
    // Who is a user needs no invitation.
    _ = try await house.sendCode(TestHouse.ben)
    let bens = try await code(after: 1, house)
    #expect(try await house.verify(TestHouse.ben, bens).status == 200)
    #expect(try await house.home.store.invite("NEW@example.com"))
    _ = try await house.sendCode(new)
    let answer = try await house.verify(new, try await code(after: 2, house))
      .decoded(VerifyCodeResponse.self)
    #expect(answer.isNewUser == true)
    // It is used up, by a user of whom it is known who invited them.
    #expect(try await house.home.store.members().filter(\.isInvited).isEmpty)
    let chain = try await house.home.store.taggedPosts(
      FeedRequest(templates: ["profile"], author: new, reader: new)
    ).first?.feed?.ancestorChain
    let ada = try await house.home.store.user(TestHouse.ada)
    #expect(chain?.last == ada?.id)
    // The second time nobody is new.
    _ = try await house.sendCode(new)
    let again = try await house.verify(new, try await code(after: 3, house))
      .decoded(VerifyCodeResponse.self)
    #expect(again.isNewUser == false)
  }

  @Test func aWithdrawnInvitationVoidsTheCodeOnItsWay() async throws {
    let house = try await invitedOnly()
    #expect(try await house.home.store.invite(new))
    _ = try await house.sendCode(new)
    let code = try await code(after: 0, house)
    #expect(try await house.home.store.withdrawInvitation("New@Example.com"))
    #expect(try await house.home.store.withdrawInvitation(new) == false)
    #expect(try await house.verify(new, code).status == 404)
    #expect(try await house.home.store.user(new) == nil)
  }

  @Test func invitingTwiceAndInvitingUsers() async throws {
    // The data is deleted with the house.
    let house = try await invitedOnly()
    let store = house.home.store
    #expect(try await store.invite(new))
    #expect(try await store.invite("New@example.com"))
    #expect(try await store.invite(TestHouse.ben) == false)
    #expect(try await store.members().filter(\.isInvited).map(\.email) == [new])
    #expect(try await store.members().first?.email == TestHouse.ada)
    withExtendedLifetime(house) {}
  }
}
