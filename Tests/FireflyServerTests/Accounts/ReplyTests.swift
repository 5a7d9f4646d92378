import FireflyAPI
import FireflyCore
import Foundation
import Testing

@testable import FireflyStore

/// `serve --replies`: who may reply to a post.
@Suite(.everyStore) struct ReplyTests {
  private static let everyone = [TestHouse.ada, TestHouse.ben]

  private func house(_ repliers: Access.Repliers) async throws -> TestHouse {
    var access = Access.members()
    access.repliers = repliers
    return try await TestHouse(access)
  }

  private func sentence(_ reply: Reply) throws -> String {
    #expect(reply.status == 403)
    return try reply.decoded(ErrorResponse.self).text
  }

  private static let refusal = "Only the author of a post can reply to it here."

  /// Posts 3 (Ada's), 4 (Ben's, below 3) and 9 (Mei's): everybody replies to every one, and each reply
  /// is moved below every one.
  @Test(arguments: Access.Repliers.allCases)
  func repliersLimitReplies(_ repliers: Access.Repliers) async throws {
    let house = try await house(repliers)
    for email in Self.everyone {
      let writer = try await Writer(email, at: house)
      for parent in [3, 4, 9] {
        let isOwn = try await writer.get("/api/posts/\(parent)").post.authorEmail == email
        let made = try await writer.create("reply by \(email)", below: parent)
        let loose = try await writer.create("at the top by \(email)").post
        let moved = try await writer.move(loose.id, to: parent)
        if repliers == .anyone || isOwn {
          #expect(try made.post.parentID == parent)
          #expect(try moved.post.parentID == parent)
        } else {
          #expect(try sentence(made) == Self.refusal)
          #expect(try sentence(moved) == Self.refusal)
          #expect(try await writer.get("/api/posts/\(loose.id)").post.parentID == nil)
        }
      }
    }
  }

  /// Replies that exist stay: they can be edited, moved away, deleted and restored.
  @Test func existingRepliesStay() async throws {
    let house = try await house(.owner)
    let ben = try await Writer(TestHouse.ben, at: house)
    #expect(try await ben.update(4, "what tension at all?").status == 200)
    #expect(try await ben.move(4, to: 3).post.parentID == 3)
    #expect(try await ben.delete(4).status == 200)
    // An undo brings back what was there; nothing new is written.
    #expect(try await ben.restore(4).post.parentID == 3)
    let ada = try await Writer(TestHouse.ada, at: house)
    #expect(try await ben.delete(4).status == 200)
    #expect(try await ada.delete(3).status == 200)
    #expect(try await ben.restore(4).post.title == "what tension at all?")
    #expect(try await ben.move(4, to: nil).status == 200)
  }

  /// Profiles 1 (Ada's) and 2 (Ben's) take posts of their owners only, whoever may reply; a search
  /// takes none.
  @Test(arguments: Access.Repliers.allCases)
  func profilesAreForTheirOwners(_ repliers: Access.Repliers) async throws {
    let house = try await house(repliers)
    let ben = try await Writer(TestHouse.ben, at: house)
    for parent in [1, 8] {
      #expect(try await ben.create("t", below: parent).status == 409)
      #expect(try await ben.move(7, to: parent).status == 409)
    }
    #expect(try await ben.create("t", below: 2).post.parentID == 2)
    let loose = try await ben.create("t").post
    #expect(try await ben.move(loose.id, to: 2).post.parentID == 2)
    #expect(try await ben.move(7, to: nil).status == 200)
    #expect(try await ben.move(7, to: 2).status == 200)
    // One without posts takes them, too.
    let mei = try await Writer("mei@example.com", at: house)
    let own = try await house.home.store.profile(of: "mei@example.com")
    #expect(try await mei.create("t", below: own.id).post.parentID == own.id)
    #expect(try await ben.create("t", below: own.id).status == 409)
  }

  /// The author above can't delete a reply; a moderator can.
  ///
  /// Deleting leaves all replies below “deleted”.
  @Test func repliesAreDeletedByTheirAuthorsOnly() async throws {
    let house = try await house(.anyone)
    let ada = try await Writer(TestHouse.ada, at: house)
    let ben = try await Writer(TestHouse.ben, at: house)
    let top = try await ada.create("mine").post
    let reply = try await ben.create("his", below: top.id).post
    #expect(try await ada.delete(reply.id).status == 403)
    #expect(try await ada.delete(top.id).status == 200)
    #expect(try await ben.get("/api/posts/\(reply.id)").post.parentID == top.id)
    #expect(try await ada.restore(top.id).post.childCount == 1)
    // The branch moves as a whole.
    let place = try await ada.create("elsewhere").post
    #expect(try await ada.move(top.id, to: place.id).status == 200)
    let above = try await ben.get("/api/posts/\(reply.id)?include=parent").post.ancestors
    #expect(above?.map(\.id) == [top.id, place.id])
    try await house.home.store.delete(reply.id, at: house.clock.now)
    #expect(try await ben.get("/api/posts/\(reply.id)").status == 404)
  }

  /// A reply counts for whoever wrote it.
  @Test func theQuotaCountsTheWriter() async throws {
    let quota = try #require(Quota("posts=1/h"))
    let house = try await TestHouse(quota: quota)
    let ada = try await Writer(TestHouse.ada, at: house)
    let ben = try await Writer(TestHouse.ben, at: house)
    #expect(try await ben.create("r", below: 3).status == 200)
    #expect(try await ben.create("r", below: 9).status == 429)
    #expect(try await ada.create("t").status == 200)
  }

  @Test func pingTellsIt() async throws {
    for repliers in Access.Repliers.allCases {
      let reply = try await house(repliers).ask("GET", "/api/ping", token: nil)
      #expect(reply.text.contains(#""replies":"\#(repliers.rawValue)""#))
      let extensions = try reply.decoded(PingResponse.self).extensions
      #expect(extensions.contains(.replies) == (repliers == .owner))
    }
    // The program's own server lets its owner reply to everybody.
    let own = try await TestHouse(.owner(TemporaryStore.ada))
    let ping = try await own.ask("GET", "/api/ping", token: nil).decoded(PingResponse.self)
    #expect(!ping.extensions.contains(.replies))
  }
}
