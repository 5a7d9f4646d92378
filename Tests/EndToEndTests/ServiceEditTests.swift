import Foundation
import OwnThreads
import SourceFakes
import TerminalHarness
import Testing

/// What the shell changes on a service with an account, and what it sends again.
@Suite(.serialized, .ownThreads) struct ServiceEditTests {
  private func run(
    _ home: FireflyHome, _ fake: FakeInstance, _ words: String..., input: String = ""
  ) throws -> TemporaryHome.Result {
    try home.run(
      words + ["--server", "mastodon:m.example"], input: input,
      environment: ["FIREFLY_SOURCE_MASTODON": fake.server.address])
  }

  private func home(_ fake: FakeInstance) throws -> FireflyHome {
    let home = try FireflyHome()
    fake.letIn("ada")
    _ = try run(home, fake, "login")
    #expect(try run(home, fake, "login", "--code", "code").status == 0)
    return home
  }

  /// The number of the post whose line has some words.
  private func number(_ home: FireflyHome, _ fake: FakeInstance, _ words: String) throws -> String {
    let lines = try run(home, fake, "posts").output.split(separator: "\n")
    let line = try #require(lines.first { $0.contains(words) })
    return String(line.prefix { $0 != "\t" })
  }

  /// A status has no title, and needs none.
  @Test func anEditKeepsPictures() async throws {
    var status = FakeInstance.Status(1, by: "ada", "Old words.")
    status.media = [FakeInstance.Media("1", "a lamp")]
    let fake = try await FakeInstance([status])
    let home = try home(fake)
    let id = try number(home, fake, "Old words.")
    let result = try run(home, fake, "edit", id, "--body", "-", input: "New words.")
    #expect(result.status == 0, "\(result.error)")
    #expect(fake.statuses[0].text == "New words." && fake.statuses[0].media == status.media)
  }

  @Test func aPollIsNotChanged() async throws {
    var status = FakeInstance.Status(1, by: "ada", "Which one?")
    status.fields = #"{"poll":{"id":"1","votes_count":3,"options":[{"title":"yes"}]}}"#
    let fake = try await FakeInstance([status])
    let home = try home(fake)
    let id = try number(home, fake, "Which one?")
    let result = try run(home, fake, "edit", id, "--body", "-", input: "New words.")
    #expect(result.status == 1)
    #expect(result.error.contains("An edit with Firefly could remove the poll and its votes."))
    #expect(result.error.contains("Your text is kept as draft"))
    #expect(fake.statuses.map(\.text) == ["Which one?"] && fake.statuses[0].fields == status.fields)
  }

  /// In doubt the exit code says so, and only an option sends it again.
  @Test func inDoubtNothingIsSentTwice() async throws {
    var habits = FakeInstance.Habits()
    (habits.keepsKeys, habits.keepsSources, habits.hasOtherIDs) = (false, false, true)
    let fake = try await FakeInstance([], habits)
    let home = try home(fake)
    fake.trouble("POST /api/v1/statuses", .lost)
    fake.trouble("GET /api/v1/accounts/own-ada/statuses", .refused(502, "<h1>Bad</h1>"))
    func post(_ words: String...) throws -> TemporaryHome.Result {
      let options = ["post", "--visibility", "quiet", "--server", "mastodon:m.example"]
      return try home.run(
        options + words, input: "Some words :lamp:",
        environment: ["FIREFLY_SOURCE_MASTODON": fake.server.address])
    }
    #expect(try post().status == 1)
    var shown = try #require(fake.statuses.first)
    shown.text = "Some words"
    fake.add(shown)
    let count = fake.statuses.count
    let doubt = try post()
    #expect(doubt.status == 2)
    #expect(doubt.error.contains("may have this post already") && doubt.error.contains("--again"))
    #expect(fake.statuses.count == count)
    #expect(try post("--again").status == 0)
    #expect(fake.statuses.count == count + 1)
    #expect(try home.run(["drafts"]).output.isEmpty)
  }
}
