import Foundation
import OwnThreads
import SourceFakes
import TerminalHarness
import Testing

/// Whom the shell follows and mutes on a service with an account.
@Suite(.serialized, .ownThreads) struct ServicePeopleTests {
  private func run(
    _ home: FireflyHome, _ fake: FakeInstance, _ words: String...
  ) throws -> TemporaryHome.Result {
    try home.run(
      words + ["--server", "mastodon:m.example"],
      environment: ["FIREFLY_SOURCE_MASTODON": fake.server.address])
  }

  private func home(_ fake: FakeInstance) throws -> FireflyHome {
    let home = try FireflyHome()
    fake.letIn("ada")
    _ = try run(home, fake, "login")
    #expect(try run(home, fake, "login", "--code", "code").status == 0)
    return home
  }

  /// What holds already is said, and not sent again.
  @Test func followingAndNoLonger() async throws {
    let fake = try await FakeInstance([FakeInstance.Status(1)])
    let home = try home(fake)
    for _ in 1...2 {
      let result = try run(home, fake, "follow", "@bob")
      #expect(result.output == "You follow Bob on m.example.\n", "\(result.error)")
      #expect(result.status == 0 && fake.relation(to: "bob") == ["following"])
    }
    #expect(fake.server.exchanges.count { $0.path.hasSuffix("/follow") } == 1)
    let result = try run(home, fake, "unfollow", "bob")
    #expect(result.output == "You don't follow Bob on m.example.\n" && result.status == 0)
    #expect(fake.relation(to: "bob").isEmpty)
    fake.change { $0.locked = ["cy"] }
    let output = try run(home, fake, "follow", "@cy", "--json").output
    #expect(output.contains("\"post\"") && output.contains("you asked to follow"))
  }

  @Test func mutingForATime() async throws {
    let fake = try await FakeInstance([FakeInstance.Status(1)])
    let home = try home(fake)
    let result = try run(home, fake, "mute", "@bob", "--for", "12h", "--except-notices")
    #expect(
      result.output
        == "Bob is muted on m.example. It was asked to end this after 12 hours.\n",
      "\(result.error)")
    let sent = try #require(fake.server.exchanges.last { $0.path.hasSuffix("/mute") })
    #expect(sent["duration"] == "43200" && sent["notifications"] == "false")
    #expect(
      try run(home, fake, "mute", "@bob", "--off").output == "Bob is not muted on m.example.\n")
    for words in ["0d", "7", "d", "99999999999999999999w", "4000d", "1y"] {
      #expect(try run(home, fake, "mute", "@bob", "--for", words).status == 64, "\(words)")
    }
    #expect(try run(home, fake, "mute", "@bob", "--off", "--for", "1d").status == 64)
  }

  /// What was not done is no success, and says what helps.
  @Test func whatIsRefused() async throws {
    let fake = try await FakeInstance([FakeInstance.Status(1)])
    let home = try home(fake)
    let own = try run(home, fake, "follow", "@ada")
    #expect(own.status == 1 && own.error.contains("This is your own account."))
    fake.allow("ada-token", "read write:statuses")
    let narrow = try run(home, fake, "follow", "@bob")
    #expect(narrow.status == 1)
    #expect(
      narrow.error.contains(
        "Sign in again to follow. Use `firefly login --server mastodon:m.example`."),
      "\(narrow.error)")
    fake.allow("ada-token", "read write")
    fake.trouble("POST /api/v1/accounts", .lost)
    let lost = try run(home, fake, "follow", "@bob")
    #expect(lost.status == 1 && lost.error.contains("m.example did not confirm this."))
    let elsewhere = try home.run(["follow", "@bob", "--server", "hn:"])
    #expect(elsewhere.status == 1)
    #expect(
      elsewhere.error.contains("Nobody can be followed, muted or blocked here."),
      "\(elsewhere.error)")
    let out = try home.run(
      ["follow", "@bob", "--server", "mastodon:other.example"],
      environment: ["FIREFLY_SOURCE_MASTODON": fake.server.address])
    #expect(out.status == 1 && out.error.contains("firefly login"), "\(out.error)")
  }

  /// What holds is not sent again; each post is answered for, and what fails hides nothing.
  @Test(arguments: ["favourite", "boost", "bookmark"]) func marking(verb: String) async throws {
    let fake = try await FakeInstance([FakeInstance.Status(1), FakeInstance.Status(2)])
    let home = try home(fake)
    let ids = try run(home, fake, "posts", "--fields", "id").output.split(separator: "\n").map(
      String.init)
    #expect(ids.count == 2)
    for _ in 1...2 {
      let result = try run(home, fake, verb, ids[0], ids[1], "99")
      #expect(
        result.status == 1 && result.output.split(separator: "\n").count == 2, "\(result.error)")
    }
    let path = ["favourite": "/favourite", "boost": "/reblog", "bookmark": "/bookmark"][verb] ?? ""
    #expect(fake.server.exchanges.count { $0.method == "POST" && $0.path.hasSuffix(path) } == 2)
    let back = try run(home, fake, verb, ids[0], "--off")
    #expect(back.status == 0 && back.output.hasPrefix("\(ids[0]): "))
    #expect(fake.server.exchanges.contains { $0.path.hasSuffix("/un" + path.dropFirst()) })
    let signedOut = try FireflyHome()
    let refused = try run(signedOut, fake, verb, "1")
    #expect(refused.status == 1 && refused.error.contains("firefly login"))
  }

  /// What others have done is one line for each post and person; a look marks nothing as seen.
  @Test func notifications() async throws {
    let fake = try await FakeInstance([FakeInstance.Status(1, by: "ada", "My words.")])
    let home = try home(fake)
    for (id, name) in ["ben", "cy"].enumerated() {
      fake.notify(10 + id, "reblog", by: name, about: 1)
    }
    fake.notify(20, "follow", by: "zed")
    fake.mark("notifications", "11")
    let all = try run(home, fake, "notifications")
    #expect(all.status == 0, "\(all.error)")
    let lines = all.output.split(separator: "\n").map { $0.split(separator: "\t").map(String.init) }
    #expect(lines.map { $0[1] } == ["follows you now", "boosted by Cy and Ben"])
    #expect(lines.map { $0[3] } == ["Zed", "My words."])
    #expect(try run(home, fake, "notifications", "--new").output.contains("Zed"))
    #expect(try !run(home, fake, "notifications", "--new").output.contains("My words."))
    let reactions = try run(home, fake, "notifications", "--kind", "reactions", "--json").output
    #expect(reactions.contains("\"words\" : \"boosted by Cy and Ben\""))
    #expect(fake.marker("notifications") == "11")
    fake.change { $0.keepsMarkers = false }
    let unknown = try run(home, fake, "notifications", "--new")
    #expect(unknown.status == 1 && unknown.error.contains("does not say which ones you have seen"))
    let elsewhere = try home.run(["notifications", "--server", "hn:"])
    #expect(elsewhere.status == 1 && elsewhere.error.contains("has no notifications"))
  }

  /// Without a choice it lists the options; a vote is sent once.
  @Test func voting() async throws {
    var status = FakeInstance.Status(1, "Tea?")
    status.fields = """
      {"poll":{"id":"5","expired":false,"options":[{"title":"Tea","votes_count":2},{"title":"Rum","votes_count":1}]}}
      """
    let fake = try await FakeInstance([status, FakeInstance.Status(2, "No poll.")])
    let home = try home(fake)
    let rows = try run(home, fake, "posts").output.split(separator: "\n")
      .map { $0.split(separator: "\t")[0] }
    let (plain, poll) = (String(rows[0]), String(rows[1]))
    let options = try run(home, fake, "vote", poll)
    #expect(options.output == "1\tTea\t2 votes, 67 %\n2\tRum\t1 vote, 33 %\n", "\(options.error)")
    for words in [["3"], ["0"], ["1", "2"]] {
      let result = try home.run(
        ["vote", poll] + words + ["--server", "mastodon:m.example"],
        environment: ["FIREFLY_SOURCE_MASTODON": fake.server.address])
      #expect(result.status == 64, "\(words)")
    }
    #expect(try run(home, fake, "vote", poll, "2").output == "You have voted for “Rum”.\n")
    let again = try run(home, fake, "vote", poll, "1")
    #expect(again.status == 1 && again.error.contains("You have voted; a vote is final."))
    #expect(fake.server.exchanges.count { $0.path.hasSuffix("/votes") } == 1)
    #expect(try run(home, fake, "vote", plain).error.contains("has no poll."))
  }
}
