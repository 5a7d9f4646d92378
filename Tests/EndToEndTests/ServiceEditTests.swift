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

  /// What is unread is by others, also where posts have dates and no rising numbers; a token that was taken back is said.
  @Test func onesOwnPostsAreNotUnread() async throws {
    let fake = try await FakeInstance([
      FakeInstance.Status(1, by: "ada", "My own words."),
      FakeInstance.Status(2, by: "ben", "Words of Ben."),
    ])
    let home = try home(fake)
    let unread = try run(home, fake, "posts", "--unread").output
    #expect(!unread.contains("My own words."), "\(unread)")
    fake.revoke("ada-token")
    for words in [["posts"], ["search", "words"], ["users"]] {
      let result = try home.run(
        words + ["--server", "mastodon:m.example"],
        environment: ["FIREFLY_SOURCE_MASTODON": fake.server.address])
      #expect(result.status == 1)
      #expect(
        result.error.contains("`firefly login --server mastodon:m.example`"),
        "\(words): \(result.error)")
    }
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
    let output = try home.run(["drafts", "--json"]).output
    let object = try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any]
    let draft = try #require((object?["drafts"] as? [[String: Any]])?.first)
    #expect(draft["body"] as? String == "New words." && draft["title"] as? String == "")
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

  /// The text of what is deleted stays for a day, as typed, beside a draft that was there before.
  @Test func whatIsDeletedIsADraftForADay() async throws {
    var status = FakeInstance.Status(1, by: "ada", "# Old words & more.", visibility: "private")
    (status.warning, status.language) = ("hush", "sv")
    let fake = try await FakeInstance([status])
    let home = try home(fake)
    fake.change { $0.refused["accounts/verify"] = (503, "Busy") }
    #expect(
      try run(home, fake, "post", "--visibility", "quiet", input: "Kept before.").status == 1)
    fake.change { $0.refused = [:] }
    let id = try number(home, fake, "hush")
    let result = try run(home, fake, "delete", id, "--yes")
    #expect(result.status == 0 && fake.statuses.isEmpty, "\(result.error)")
    #expect(
      result.output.contains(
        "Its text is kept as a draft for a day: firefly draft list --discarded."))
    let output = try home.run(["drafts", "--discarded", "--json"]).output
    let object = try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any]
    let draft = try #require((object?["drafts"] as? [[String: Any]])?.first)
    #expect(
      draft["body"] as? String == "# Old words & more." && draft["title"] as? String == "hush")
    #expect(draft["readers"] as? String == "followers")
    #expect(try home.run(["drafts"]).output.contains("Kept before."))
  }

  /// The editor doesn't open for what is not the user's.
  @Test func whatIsOfOthersIsNotEdited() async throws {
    let fake = try await FakeInstance([FakeInstance.Status(1, by: "bob", "Not mine.")])
    let home = try home(fake)
    let id = try number(home, fake, "Not mine.")
    try home.write("#!/bin/sh\ntouch \(home.path)/opened\n", to: "editor")
    let result = try home.run(
      ["edit", id, "--server", "mastodon:m.example"],
      environment: [
        "FIREFLY_SOURCE_MASTODON": fake.server.address, "VISUAL": "sh \(home.path)/editor",
      ])
    #expect(result.status == 1 && result.error.contains("Only the author can change it."))
    #expect(!FileManager.default.fileExists(atPath: home.path + "/opened"))
    let piped = try run(home, fake, "edit", id, "--body", "-", input: "New words.")
    #expect(piped.status == 1 && piped.error.contains("Only the author can change it."))
    #expect(try home.run(["drafts"]).output.isEmpty)
    #expect(try home.run(["drafts", "--discarded", "--json"]).output.contains("New words."))
  }

  /// A server that says “Duplicate” has the post, or may have it: it is looked for before it is sent again.
  @Test(arguments: [true, false]) func aDuplicateIsLookedFor(_ isThere: Bool) async throws {
    var habits = FakeInstance.Habits()
    habits.keepsKeys = false
    let fake = try await FakeInstance([], habits)
    let home = try home(fake)
    let text = "Validation failed: Duplicate record"
    fake.trouble("POST /api/v1/statuses", isThere ? .answered(422, text) : .refused(422, text))
    let first = try run(home, fake, "post", "--visibility", "quiet", input: "Words.")
    #expect(first.status == (isThere ? 0 : 1), "\(first.error)")
    if !isThere {
      #expect(first.error.contains("Duplicate record"), "\(first.error)")
      #expect(try run(home, fake, "post", "--visibility", "quiet", input: "Words.").status == 0)
    }
    #expect(fake.statuses.map(\.text) == ["Words."])
    #expect(try home.run(["drafts"]).output.isEmpty)
  }

  /// A change of the words keeps the poll with its votes; other options are sent only from the user's own editor.
  @Test func aPollIsKept() async throws {
    var status = FakeInstance.Status(1, by: "ada", "Which one?")
    status.fields = """
      {"poll": {"id": "1", "expires_at": "2999-01-01T00:00:00Z", "multiple": false, "options": [
        {"title": "yes", "votes_count": 3}, {"title": "no", "votes_count": 1}]}}
      """
    let fake = try await FakeInstance([status])
    let home = try home(fake)
    let id = try number(home, fake, "Which one?")
    let result = try run(home, fake, "edit", id, "--body", "-", input: "New words.")
    #expect(result.status == 0, "\(result.error)")
    #expect(
      fake.statuses[0].text == "New words." && fake.statuses[0].fields.contains(#""votes_count":3"#)
    )
    try home.write(
      "#!/bin/sh\ncp \"$1\" \(home.path)/seen\nsed -i 's/^  no$/  perhaps/' \"$1\"\n", to: "editor")
    let edit = try home.run(
      ["edit", id, "--server", "mastodon:m.example"],
      environment: [
        "FIREFLY_SOURCE_MASTODON": fake.server.address, "VISUAL": "sh \(home.path)/editor",
      ])
    #expect(edit.status == 0, "\(edit.error)")
    let seen = try String(contentsOfFile: home.path + "/seen", encoding: .utf8)
    #expect(seen.contains("\npoll: yes\n  no\npoll-for: \npoll-several: no\n"), "\(seen)")
    #expect(seen.contains("# The votes stay while"))
    #expect(
      fake.statuses[0].fields.contains("perhaps")
        && !fake.statuses[0].fields.contains(#""votes_count":3"#))
  }

  /// A poll of the shell: its options stay with its words until it is sent.
  @Test func aPollIsPosted() async throws {
    let fake = try await FakeInstance([])
    let home = try home(fake)
    func post(_ options: String...) throws -> TemporaryHome.Result {
      try home.run(
        ["post", "--visibility", "quiet", "--server", "mastodon:m.example"] + options,
        input: "Which?", environment: ["FIREFLY_SOURCE_MASTODON": fake.server.address])
    }
    let refused = try post("--poll", "Tea")
    #expect(refused.status == 1 && refused.error.contains("A poll needs two options at least."))
    #expect(fake.statuses.isEmpty)
    let result = try post("--poll", "Tea", "--poll", "Rum", "--poll-for", "12h", "--poll-several")
    #expect(result.status == 0, "\(result.error)")
    let sent = try #require(
      fake.server.exchanges.last { $0.method == "POST" && $0.path.hasSuffix("/statuses") })
    #expect(sent.form.filter { $0.name == "poll[options][]" }.map(\.value) == ["Tea", "Rum"])
    #expect(sent["poll[expires_in]"] == "43200" && sent["poll[multiple]"] == "true")
    #expect(try home.run(["draft", "list"]).output.isEmpty)
    // A wrong option loses no other.
    let wrong = try post("--poll", "Gin", "--poll", "Rum", "--poll-for", "soon")
    #expect(wrong.status == 64, "\(wrong.error)")
    let output = try home.run(["draft", "list", "--json"]).output
    #expect(output.contains(#""Rum""#) && output.contains(#""Gin""#), "\(output)")
  }

  /// A poll that was refused goes on with another time alone; a draft says what its poll has.
  @Test func aKeptPollGetsAnotherTime() async throws {
    let fake = try await FakeInstance([])
    let home = try home(fake)
    func post(_ options: String...) throws -> TemporaryHome.Result {
      try home.run(
        ["post", "--visibility", "quiet", "--server", "mastodon:m.example"] + options,
        input: "Which?", environment: ["FIREFLY_SOURCE_MASTODON": fake.server.address])
    }
    let long = try post(
      "--poll", "Tea", "--poll", "Rum", "--poll-for", "400d", "--poll-several")
    #expect(long.status == 1 && long.error.contains("kept as draft"), "\(long.error)")
    let name = try #require(try home.run(["draft", "list"]).output.split(separator: "\t").first)
    let shown = try home.run(["draft", "show", String(name)]).output
    #expect(
      shown == "Which?\n\n- Tea\n- Rum\n\nPoll: 400 days, several choices\n", "\(shown)")
    let result = try post("--poll-for", "2d")
    #expect(result.status == 0, "\(result.error)")
    let sent = try #require(
      fake.server.exchanges.last { $0.method == "POST" && $0.path.hasSuffix("/statuses") })
    #expect(sent.form.filter { $0.name == "poll[options][]" }.map(\.value) == ["Tea", "Rum"])
    #expect(sent["poll[expires_in]"] == "172800" && sent["poll[multiple]"] == "true")
    #expect(try home.run(["draft", "list"]).output.isEmpty)
    // Without a poll there is nothing to describe.
    let alone = try post("--poll-several")
    #expect(alone.status == 64 && alone.error.contains("with --poll. Your text is kept as draft"))
    #expect(fake.statuses.count == 1)
  }

  @Test func aPollThatMayBeLostIsNotChanged() async throws {
    var status = FakeInstance.Status(1, by: "ada", "Which one?")
    status.fields = #"{"poll":{"id":"1","votes_count":3,"options":[{"title":"yes"}]}}"#
    let fake = try await FakeInstance([status])
    fake.change { $0.version = "2.7.2 (compatible; Pleroma 2.6.0)" }
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
