import FireflyAPI
import Foundation
import Testing

@testable import FireflyServer

@Suite struct InvitationTests {
  private let new = "new@example.com"

  private func invitedOnly() throws -> TestHouse {
    let house = try TestHouse(.members(registration: .invited))
    _ = try house.home.store.prepareFirstRun(
      localUser: { TemporaryStore.ada }, guide: { nil })
    return house
  }

  @Test func whoIsNotInvitedGetsNoCode() async throws {
    let house = try invitedOnly()
    let refused = try await house.sendCode(new)
    #expect(refused.status == 403)
    #expect(try refused.decoded(ErrorAnswer.self).text.contains("not invited"))
    #expect(house.codes.last == nil)
    // Who is a user needs no invitation.
    #expect(try await house.signIn(TestHouse.ben) != "")
    #expect(try house.home.store.invite("NEW@example.com"))
    _ = try await house.sendCode(new)
    let answer = try await house.verify(new, house.codes.last ?? "")
      .decoded(VerifyCodeAnswer.self)
    #expect(answer.isNewUser == true)
    // It is used up, by a user of whom it is known who invited them.
    #expect(try house.home.store.members().filter(\.isInvited).isEmpty)
    let chain = try await house.home.store.taggedPosts(
      FeedRequest(templates: ["profile"], author: new)
    ).first?.feed?.ancestorChain
    let ada = try await house.home.store.user(TestHouse.ada)
    #expect(chain?.last == ada?.id)
    // The second time nobody is new.
    let again = try await house.signIn(new)
    #expect(again != "")
  }

  @Test func aWithdrawnInvitationVoidsTheCodeOnItsWay() async throws {
    let house = try invitedOnly()
    #expect(try house.home.store.invite(new))
    _ = try await house.sendCode(new)
    #expect(try house.home.store.withdrawInvitation("New@Example.com"))
    #expect(try house.home.store.withdrawInvitation(new) == false)
    #expect(try await house.verify(new, house.codes.last ?? "").status == 404)
    #expect(try await house.home.store.user(new) == nil)
  }

  @Test func invitingTwiceAndInvitingUsers() throws {
    let store = try invitedOnly().home.store
    #expect(try store.invite(new))
    #expect(try store.invite("New@example.com"))
    #expect(try store.invite(TestHouse.ben) == false)
    #expect(try store.members().filter(\.isInvited).map(\.email) == [new])
    #expect(try store.members().first?.email == TestHouse.ada)
  }
}
