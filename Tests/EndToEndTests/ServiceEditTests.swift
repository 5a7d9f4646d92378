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

  /// What the service has instead of a title can be changed, and a title can't be given.
  @Test func anEditHasTheFieldsOfTheService() async throws {
    let fake = try await FakeInstance([FakeInstance.Status(1, by: "ada", "Old words.")])
    let home = try home(fake)
    let id = try number(home, fake, "Old words.")
    let result = try run(home, fake, "edit", id, "--title", "x", "--body", "-", input: "New words.")
    #expect(result.status == 64)
    #expect(result.error.contains("has no title; use --warning"), "\(result.error)")
    #expect(fake.statuses[0].text == "Old words." && fake.statuses[0].warning.isEmpty)
    #expect(try home.run(["drafts"]).output.contains("New words."))
    #expect(try run(home, fake, "edit", id, "--warning", "the end", "--language", "sv").status == 0)
    #expect(fake.statuses[0].warning == "the end" && fake.statuses[0].language == "sv")
    #expect(fake.statuses[0].text == "Old words.")
    #expect(try run(home, fake, "edit", id, "--language", "de").status == 0)
    #expect(fake.statuses[0].warning == "the end" && fake.statuses[0].language == "de")
    let same = try run(home, fake, "edit", id, "--language", "de")
    #expect(same.output.contains("is unchanged"), "\(same.output)")
    let own = try home.run(["edit", "1", "--warning", "x"])
    #expect(own.status == 64 && own.error.contains("are for services with accounts"))
  }

  /// A saved search is kept on this machine, and has a title wherever it searches.
  @Test func aSearchHasATitle() async throws {
    let fake = try await FakeInstance([FakeInstance.Status(1, by: "bob")])
    let home = try home(fake)
    let result = try run(
      home, fake, "post", "--template", "query", "--title", "boats", "--summary", "#boats")
    #expect(result.status == 0, "\(result.error)")
    let id = result.output.trimmingCharacters(in: .whitespacesAndNewlines)
    let edit = try run(home, fake, "edit", id, "--title", "ships")
    #expect(edit.status == 0, "\(edit.error)")
    #expect(fake.server.exchanges.allSatisfy { $0.path != "/api/v1/statuses" })
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
