import Foundation
import OwnThreads
import SourceFakes
import TerminalHarness
import Testing

/// Replies from the shell and by ear name those whom they answer, as on the screen.
@Suite(.serialized, .ownThreads) struct ServiceReplyTests {
  private let fake: FakeInstance
  private let home: FireflyHome
  private let parent: String

  init() async throws {
    let fake = try await FakeInstance([
      FakeInstance.Status(1, by: "bob", "A question to @ada and @cy@far.example")
    ])
    let home = try FireflyHome()
    fake.letIn("ada")
    _ = try Self.run(home, fake.server.address, ["login"])
    let login = try Self.run(home, fake.server.address, ["login", "--code", "code"])
    #expect(login.status == 0, "\(login.error)")
    let posts = try Self.run(home, fake.server.address, ["posts"])
    (self.fake, self.home) = (fake, home)
    parent = String(posts.output.prefix { $0.isNumber })
  }

  private static func run(
    _ home: FireflyHome, _ server: String, _ words: [String], input: String = ""
  ) throws -> TemporaryHome.Result {
    try home.run(
      words + ["--server", "mastodon:instance.example"], input: input,
      environment: ["FIREFLY_SOURCE_MASTODON": server])
  }

  private func run(_ words: String..., input: String) throws -> TemporaryHome.Result {
    try Self.run(home, fake.server.address, words, input: input)
  }

  /// What was posted.
  private var posted: [Exchange] {
    fake.server.exchanges.filter { $0.method == "POST" && $0.path == "/api/v1/statuses" }
  }

  @Test(arguments: [
    ("An answer.", "@bob @cy@far.example An answer."),
    ("For @bob: an answer.", "@cy@far.example For @bob: an answer."),
    ("@cy@far.example and @BOB@instance.example.", "@cy@far.example and @BOB@instance.example."),
  ])
  func aReplyNamesThoseWhomItAnswers(_ typed: String, _ sent: String) throws {
    let result = try run("post", "--parent", parent, input: typed + "\n")
    #expect(result.status == 0, "\(result.error)")
    #expect(posted.map { $0["status"] } == [sent])
    #expect(posted.first?["in_reply_to_id"] == FakeInstance.name(1))
  }

  /// After a failure the same words are the same post.
  @Test func aSecondTryNamesThemOnce() throws {
    fake.trouble("POST /api/v1/statuses", .refused(503, "Busy"))
    #expect(try run("post", "--parent", parent, input: "An answer.\n").status == 1)
    #expect(try run("post", "--parent", parent, input: "An answer.\n").status == 0)
    #expect(fake.statuses.dropFirst().map(\.text) == ["@bob @cy@far.example An answer."])
    #expect(try home.run(["drafts"]).output.isEmpty)
  }

  /// In the editor they can be removed; alone they are no reply.
  @Test func theEditorBeginsWithThem() throws {
    try home.write("#!/bin/sh\nsed -i 's/^@bob .*/Only this./' \"$1\"\n", to: "replace")
    try home.write("#!/bin/sh\nsed -i 's/^# .*/# seen/' \"$1\"\n", to: "look")
    for (editor, status) in [("look", 1), ("replace", 0)] {
      let variables = home.environment.merging([
        "FIREFLY_SOURCE_MASTODON": fake.server.address, "VISUAL": "sh \(home.path)/\(editor)",
      ]) { $1 }
      let terminal = try TerminalSession(
        [
          BuiltProgram.firefly, "post", "--parent", parent, "--server", "mastodon:instance.example",
        ], environment: variables, directory: home.path, size: TerminalSize(columns: 120, rows: 24))
      #expect(try terminal.waitForExit() == .code(Int32(status)), "\(terminal.screenRows)")
    }
    #expect(posted.map { $0["status"] } == ["Only this."])
    #expect(try home.run(["drafts"]).output.isEmpty)
  }

  /// What is typed in line mode stands behind them.
  @Test(arguments: [
    ("An answer.", "@bob @cy@far.example\nAn answer."),
    ("@bob @cy@far.example An answer.", "@bob @cy@far.example An answer."),
  ])
  func lineModeKeepsThem(_ typed: String, _ sent: String) throws {
    let result = try run(
      "--accessible", "--post", parent, input: "n\n\(typed)\nA second line.\n.\ns\nq\n")
    #expect(result.output.contains("What you write stands behind it"), "\(result.output)")
    #expect(!result.output.contains("The old text is replaced."))
    #expect(posted.map { $0["status"] } == [sent + "\nA second line."])
  }

  /// What a filter matches is a line with its name from the shell, too.
  @Test func theShellFoldsWhatIsFiltered() throws {
    var status = FakeInstance.Status(60, by: "bob", "eight legs")
    status.fields =
      #"{"filtered":[{"filter":{"title":"spiders","filter_action":"warn","context":["home"]}}]}"#
    fake.add(status)
    let lines = try run("posts", input: "").output.split(separator: "\n")
    #expect(lines[0].hasSuffix("\tfiltered: spiders\t\tBob\t0"), "\(lines)")
    let spoken = try run("--accessible", input: "q\n").output
    #expect(spoken.contains("Filtered: spiders.") && !spoken.contains("eight legs"), "\(spoken)")
  }

  /// A page of the instance says itself which post it is; for one of another the instance looks.
  @Test func theParentCanBeAPage() throws {
    let own = "https://instance.example/@bob/\(FakeInstance.name(1))"
    #expect(try run("post", "--parent", own, input: "One.\n").status == 0)
    var status = FakeInstance.Status(50, by: "zed@far.example", "See https://far.example/@zed/5")
    status.fields = #"{"url":"https://far.example/@zed/5"}"#
    fake.add(status)
    // Another post that only names the address is not what is answered.
    fake.add(FakeInstance.Status(51, by: "zed@far.example", "See https://far.example/@zed/6"))
    let other = try run("post", "--parent", "https://far.example/@zed/6", input: "Three.\n")
    #expect(other.status == 1 && other.error.contains("finds no post at"), "\(other.error)")
    let far = try run("post", "--parent", "https://far.example/@zed/5", input: "Two.\n")
    #expect(far.status == 0, "\(far.error)")
    #expect(posted.map { $0["in_reply_to_id"] } == [FakeInstance.name(1), FakeInstance.name(50)])
    #expect(posted.last?["status"] == "@zed@far.example Two.")
  }

  /// What the instance doesn't find loses no word, and is never posted at the top level.
  @Test func aPageThatIsNotFoundKeepsTheWords() throws {
    let result = try run("post", "--parent", "https://far.example/@zed/6", input: "Three.\n")
    #expect(result.status == 1, "\(result.error)")
    #expect(result.error.contains("finds no post at https://far.example/@zed/6."))
    #expect(result.error.contains("Your text is kept as draft"))
    #expect(posted.isEmpty)
    let own = try home.run(["post", "--parent", "https://far.example/@zed/6"], input: "Four.")
    #expect(own.status == 64 && own.error.contains("are for services with accounts"))
  }
}
