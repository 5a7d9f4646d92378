import FireflyAPI
import FireflyCore
import Foundation
import SeededRandom
import Testing

@testable import FireflyStore

/// The names by which users are shown.
@Suite(.everyStore) struct NameTests {
  private func name(_ writer: Writer) async throws -> String? {
    try await writer.create("t").post.authorName
  }

  private func profile(_ writer: Writer, _ fields: [(String, String)]) async throws -> Post {
    let body = Data(fields.map { QueryItem($0.0, $0.1) }.encoded.utf8)
    let type = ["Content-Type": "application/x-www-form-urlencoded"]
    return try await writer.house.ask(
      "POST", "/api/users/profile/update", token: writer.token, headers: type, body: body
    ).decoded(ProfileResponse.self).profile ?? Post(id: 0, title: "")
  }

  /// Without a name, it is the part of the e-mail before the @; the address stays on the wire.
  @Test func withoutAName() async throws {
    let house = try await TestHouse()
    let eve = try await Writer("eve@example.com", at: house)
    let post = try await eve.create("t").post
    #expect(post.authorName == "eve" && post.authorEmail == "eve@example.com")
    // Another one with the same part: the domain tells them apart.
    let other = try await Writer("Eve@other.net", at: house)
    #expect(try await name(other) == "Eve (o)")
    #expect(try await name(eve) == "eve (e)")
    let third = try await Writer("eve@example.org", at: house)
    #expect(try await name(third) == "eve (example.o)")
    #expect(try await name(eve) == "eve (example.c)")
    // With a name, nobody else has anything to tell apart.
    _ = try await profile(other, [("title", "Evelyn")])
    _ = try await profile(third, [("title", "Eva")])
    #expect(try await name(eve) == "eve")
    #expect(try await name(other) == "Evelyn")
  }

  /// Whatever the addresses, no two names look alike, and none is an address.
  @Test(arguments: 0..<20) func allDiffer(seed: UInt64) {
    var random = SplitMix(seed: seed)
    let users = Set(
      (0..<Int.random(in: 1...12, using: &random)).map { _ in
        "ben@" + ["a", "ab", "b.org", "example.com", "example.org", "ex", "e"]
          .randomElement(using: &random).map { $0 }!
      }
    ).map { (name: "", email: $0) }
    let shown = DisplayName.disambiguate(users).map { $0 ?? "" }
    #expect(Set(shown).count == users.count)
    #expect(shown.allSatisfy { !$0.contains("@") && $0.hasPrefix("ben") })
  }

  /// A profile with nothing but a name is in nobody's lists but its owner's.
  @Test func blankProfiles() async throws {
    let house = try await TestHouse()
    let eve = try await Writer("eve@example.com", at: house)
    let ada = try await Writer(TestHouse.ada, at: house)
    let id = try await profile(eve, [("title", "Eve")]).id
    func lists(_ writer: Writer) async throws -> [Bool] {
      var found: [Bool] = []
      for target in [
        "/api/users/recent", "/api/posts/recent-tagged?tags=profile&limit=100",
        "/api/posts/recent-tagged?tags=post,profile&limit=100",
      ] {
        let posts = try await writer.get(target).decoded(PostsResponse.self).posts
        found.append(posts.contains { $0.id == id })
      }
      return found
    }
    #expect(try await lists(eve) == [true, true, true])
    #expect(try await lists(ada) == [false, false, false])
    let all = try await ada.get("/api/posts/recent?limit=100").decoded(PostsResponse.self).posts
    #expect(!all.ids.contains(id))
    // The profile itself can be opened.
    #expect(try await ada.get("/api/users/eve@example.com/profile").status == 200)
    _ = try await profile(eve, [("title", "Eve"), ("summary", "new here")])
    #expect(try await lists(ada) == [true, true, true])
  }
}
