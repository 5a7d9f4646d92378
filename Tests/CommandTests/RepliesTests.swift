import Foundation
import OwnThreads
import TerminalHarness
import Testing

/// People who answer each other, by commands, on `firefly serve`.
@Suite(.ownThreads, .serialized) struct RepliesTests {
  private let ada: Program
  private let ben: Program

  init() throws {
    (ada, ben) = (try Program(), try Program())
  }

  /// A server with these options, on which both are signed in.
  private func house(_ options: String...) throws -> ServedHouse {
    let house = options.isEmpty ? try ServedHouse() : try ServedHouse(options[0], options[1])
    try house.signIn(ada, "ada@example.com")
    try house.signIn(ben, "ben@example.com")
    return house
  }

  private func post(
    _ program: Program, _ title: String, below parent: String? = nil, at house: ServedHouse
  ) throws -> Program.Result {
    try program.run(
      ["post", "--title", title, "--server", house.address]
        + (parent.map { ["--parent", $0] } ?? []), input: "words of \(title)")
  }

  @Test func anyoneAnswersAnyone() throws {
    let house = try house()
    #expect(!house.opening.contains("Only the author"))
    let top = try #require(try post(ada, "top", at: house).lines.first)
    let reply = try post(ben, "reply", below: top, at: house)
    #expect(reply.status == 0, "\(reply.error)")
    let id = try #require(reply.lines.first)
    #expect(try post(ada, "again", below: id, at: house).status == 0)
    // The author above can't delete it.
    let refused = try ada.run("delete", id, "--yes", "--server", house.address)
    #expect(refused.status == 1 && refused.error.contains("Only the author can change it"))
    // The branch moves with the replies of others, below anyone's post.
    let place = try #require(try post(ben, "place", at: house).lines.first)
    let moved = try ada.run("move", top, "--to", place, "--server", house.address)
    #expect(moved.output == "Moved post \(top) with its 2 replies under post \(place).\n")
  }

  @Test func onlyTheAuthorWhereTheServerSaysSo() throws {
    let house = try house("--replies", "owner")
    #expect(house.opening.contains("Only the author of a post can reply to it."))
    let top = try #require(try post(ada, "top", at: house).lines.first)
    #expect(try post(ada, "more", below: top, at: house).status == 0)
    let refused = try post(ben, "reply", below: top, at: house)
    #expect(refused.status == 1)
    #expect(refused.error.contains("only the author of a post can reply to it."))
    // The words are kept.
    #expect(try ben.run("drafts", "--server", house.address).output.contains("reply"))
    let own = try #require(try post(ben, "own", at: house).lines.first)
    let moved = try ben.run("move", own, "--to", top, "--server", house.address)
    #expect(moved.status == 1 && moved.error.contains("only the author of a post"))
  }
}
