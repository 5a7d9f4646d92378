import Eventually
import Foundation
import OwnThreads
import SourceFakes
import TerminalHarness
import Testing

/// Several accounts on this machine.
@Suite(.serialized, .ownThreads, .endsServices) struct AccountsTests {
  private static let server = ["--server", "mastodon:m.example"]

  /// A home that is signed in to a fake instance, the last one as the current account.
  private func home(_ fake: FakeInstance, _ users: String...) throws -> FireflyHome {
    let home = try FireflyHome()
    for user in users {
      fake.letIn(user)
      #expect(try run(home, fake, "login").status != 0)
      #expect(try run(home, fake, "login", "--code", "code").status == 0)
    }
    return home
  }

  private func environment(_ fake: FakeInstance) -> [String: String] {
    ["FIREFLY_SOURCE_MASTODON": fake.server.address]
  }

  private func run(
    _ home: FireflyHome, _ fake: FakeInstance, _ words: String..., input: String = ""
  ) throws -> TemporaryHome.Result {
    try home.run(words + Self.server, input: input, environment: environment(fake))
  }

  private func files(_ home: FireflyHome, _ folder: String) -> Int {
    let path = home.path + "/state/firefly/" + folder
    return (try? FileManager.default.contentsOfDirectory(atPath: path))?
      .count { $0.hasSuffix(".json") } ?? 0
  }

  /// The second list of a service stands in the place of the user's own posts: a first post leads nowhere else than
  /// home.
  @Test(arguments: [[], ["--fresh"]]) func homeStaysTheFirstList(_ options: [String]) async throws {
    let fake = try await FakeInstance([FakeInstance.Status(1, by: "bob", "A first status.")])
    let home = try home(fake, "ada")
    #expect(try run(home, fake, "post", "--visibility", "quiet", input: "Words.").status == 0)
    let start = fake.server.exchanges.count
    let session = try FireflySession.start(
      Self.server + options, home: home, environment: environment(fake))
    try session.terminal.wait(for: "A first status.")
    try session.terminal.waitForRest()
    #expect(try session.quit() == .code(0))
    let lists = fake.server.exchanges[start...].map(\.path).filter { $0.contains("timelines") }
    #expect(Set(lists) == ["/api/v1/timelines/home"])
  }

  /// Each request has the token of the account that is named; no token is printed.
  @Test func eachCommandActsAsTheAccountThatItNames() async throws {
    let fake = try await FakeInstance([FakeInstance.Status(1)])
    let home = try home(fake, "ada", "harbour")
    let list = try home.run(["accounts"])
    #expect(
      list.output == """
        @harbour@instance.example\tHarbour\tmastodon:m.example\t*
        @ada@instance.example\tAda\tmastodon:m.example\t

        """)
    let before = fake.server.exchanges.count
    for (words, token) in [
      (["whoami"], "harbour-token"), (["whoami", "--as", "@ada"], "ada-token"),
      (["posts", "--as", "ada@instance.example"], "ada-token"),
      (["post", "--as", "Ada", "--visibility", "quiet"], "ada-token"),
      (["post", "--visibility", "quiet"], "harbour-token"),
    ] {
      let start = fake.server.exchanges.count
      let result = try home.run(
        words + Self.server, input: "Words.", environment: environment(fake))
      #expect(result.status == 0, "\(words): \(result.error)")
      let tokens = Set(fake.server.exchanges[start...].compactMap(\.token))
      #expect(tokens == [token], "\(words)")
      #expect(!(result.output + result.error).contains("-token"))
    }
    #expect(fake.server.exchanges.count > before)
    #expect(fake.statuses.suffix(2).map(\.author) == ["ada", "harbour"])
    let config = try home.run(["config"])
    #expect(!config.output.contains("-token"))
    let log = try home.shell("cat state/firefly/firefly.log", environment: [:]).output
    #expect(log.contains("posted"))
    #expect(!log.contains("-token"))

    // The one that goes takes its own token back, and no other.
    #expect(try run(home, fake, "logout", "--as", "ada").output.contains("You are Harbour"))
    #expect(
      fake.server.exchanges.filter { $0.path == "/oauth/revoke" }.map { $0["token"] } == [
        "ada-token"
      ])
    #expect(try run(home, fake, "whoami").status == 0)
  }

  /// One person's token in the other's entry of the file: nothing is written as somebody else.
  @Test func aFileThatWasEditedByHandWritesNothing() async throws {
    let fake = try await FakeInstance([
      FakeInstance.Status(1), FakeInstance.Status(2, by: "harbour"),
      FakeInstance.Status(3, by: "ada"),
    ])
    let home = try home(fake, "ada", "harbour")
    let posts = try run(home, fake, "posts", "--limit", "3").output.split(separator: "\n")
      .map { String($0.prefix { $0.isNumber }) }
    try #require(posts.count == 3)
    let file = home.path + "/state/firefly/accounts.json"
    let text = try String(contentsOfFile: file, encoding: .utf8)
    try text.replacing("harbour-token", with: "ada-token")
      .write(toFile: file, atomically: true, encoding: .utf8)
    for words in [
      ["post", "--visibility", "followers"], ["post", "--parent", posts[2]],
      ["edit", posts[0], "--body", "-"], ["edit", posts[1], "--body", "-"],
      ["delete", "--yes", posts[0]], ["delete", "--yes", posts[1]], ["whoami"],
    ] {
      let result = try home.run(
        words + Self.server, input: "Words.", environment: environment(fake))
      #expect(result.status != 0, "\(words)")
      #expect(
        result.error.contains(
          "The token of @harbour@instance.example is that of @ada on m.example. Sign in again."),
        "\(words): \(result.error)")
      #expect(!result.error.contains("-token"))
    }
    #expect(
      !fake.server.exchanges.contains {
        $0.method != "GET" && $0.path.hasPrefix("/api/v1/statuses")
      })
    #expect(fake.statuses.count == 3)
  }

  /// On the screen, too: a mark is refused, and the note says why, on two rows if it must.
  @Test(arguments: [80, 120]) func aMarkAsSomebodyElseIsRefused(columns: Int) async throws {
    let fake = try await FakeInstance([FakeInstance.Status(1, by: "bob", "A first status.")])
    let home = try home(fake, "ada", "harbour")
    let file = home.path + "/state/firefly/accounts.json"
    let text = try String(contentsOfFile: file, encoding: .utf8)
    try text.replacing("harbour-token", with: "ada-token")
      .write(toFile: file, atomically: true, encoding: .utf8)
    let session = try FireflySession.start(
      Self.server, home: home, environment: environment(fake),
      size: TerminalSize(columns: columns, rows: 24))
    let terminal = session.terminal
    try terminal.wait(for: "A first status.")
    try terminal.send("f")
    try terminal.wait(for: "again.")
    let words = terminal.screenText.split { $0.isWhitespace || "▐▌".contains($0) }
      .joined(separator: " ")
    #expect(
      words.contains(
        "The token of @harbour@instance.example is that of @ada on m.example. Sign in again."),
      "\(terminal.screenText)")
    #expect(fake.statuses.map(\.marks) == [[]])
    #expect(!fake.server.exchanges.contains { $0.path.hasSuffix("/favourite") })
    #expect(try session.quit() == .code(0))
  }

  /// On the screen: what is written is of the account that the edit row names; a draft waits for its own.
  @Test func switchingBeginsAnewAndDraftsStayWithTheirAccount() async throws {
    let fake = try await FakeInstance([FakeInstance.Status(1, by: "bob", "A first status.")])
    let home = try home(fake, "ada", "harbour")
    let session = try FireflySession.start(
      Self.server, home: home, environment: environment(fake))
    let terminal = session.terminal
    try terminal.wait(for: "A first status.")
    try terminal.wait(for: "@harbour · home")
    // A card that is open when the account is switched is kept with its account.
    try terminal.send("n")
    try terminal.wait(for: "@harbour · Ctrl-S post")
    try terminal.send("Harbour's half thought<esc>")
    try terminal.wait(for: "n your draft")
    try terminal.wait(forNo: "Draft kept.")
    try terminal.send("i")
    try terminal.wait(for: "Your accounts")
    try terminal.send("<down><enter>")
    try terminal.wait(for: "@harbour has an unfinished draft")
    try terminal.wait(for: "@ada · home")
    try terminal.send("n")
    try terminal.wait(for: "Each account sends its own drafts")
    try terminal.send("<enter>")
    try terminal.wait(for: "@ada · Ctrl-S post")
    // Quietly: there is no question before the first public post.
    try terminal.send("Ada's words.<c-s>")
    try terminal.wait(forNo: "Ctrl-S post")
    let posted = { fake.statuses.last.map { [$0.author, $0.text] } }
    try #require(try await eventually { posted()?.last != "A first status." })
    #expect(posted() == ["ada", "Ada's words."])
    // While it is being saved, the switch would ask first.
    try terminal.wait(for: "e edit")
    // Back as the other one, who goes on where they were.
    try terminal.send(":")
    try terminal.send("switch account @harbour<enter>")
    try terminal.wait(for: "Unfinished draft “Harbour's half thought”.")
    try terminal.wait(for: "You are @harbour.")
    try terminal.send("n")
    try terminal.wait(for: "Continue your draft")
    try terminal.send("<enter>")
    try terminal.wait(for: "@harbour · Ctrl-S post")
    try terminal.wait(for: "▌ Harbour's half thought")
    try terminal.send("<esc>")
    try terminal.wait(for: "n your draft")
    #expect(try session.quit(by: "<c-c>") == .code(0))
    // The next start is that of the last switch.
    #expect(try run(home, fake, "whoami").output.hasPrefix("Harbour"))
    #expect(fake.statuses.count == 2)
  }

  /// What is private to one account is not shown to the other, and goes with it; what it has made here stays for it.
  @Test func signingOutOnTheScreenLeavesTheOtherAccount() async throws {
    let fake = try await FakeInstance([FakeInstance.Status(1, by: "bob", "A first status.")])
    let home = try home(fake, "ada", "harbour")
    let session = try FireflySession.start(
      Self.server, home: home, environment: environment(fake))
    let terminal = session.terminal
    try terminal.wait(for: "A first status.")
    try terminal.send("s")
    try terminal.wait(for: "later")
    try terminal.send("io")
    try terminal.wait(for: "Sign Harbour (@harbour@instance.example) out of")
    try terminal.send("<right><enter>")
    try terminal.wait(for: "Harbour (@harbour@instance.example) is signed out.")
    try terminal.wait(forNo: "@harbour")
    try terminal.wait(for: "A first status.")
    // The lists and places of the account that is gone; those of the other one are written at the end.
    try #require(try await eventually { files(home, "places") == 0 })
    // Who writes is said with one account, too.
    #expect(terminal.screenText.contains("· @ada ·"))
    #expect(try session.quit() == .code(0))
    #expect(
      fake.server.exchanges.filter { $0.path == "/oauth/revoke" }.map { $0["token"] } == [
        "harbour-token"
      ])
    #expect(files(home, "places") == 1)
    // What it has saved for later waits for it.
    #expect(try home.run(["posts", "--later"]).lines.isEmpty)
    fake.letIn("harbour")
    _ = try run(home, fake, "login")
    _ = try run(home, fake, "login", "--code", "code")
    #expect(try home.run(["posts", "--later"]).lines.count == 1)
  }

  /// What nobody owns is the current account's, also if that is named; without a server, all accounts are meant.
  @Test func postsForLaterAreThoseOfTheAccountsHere() async throws {
    let fake = try await FakeInstance([FakeInstance.Status(1, by: "bob", "A first status.")])
    let home = try home(fake, "harbour", "ada")
    let session = try FireflySession.start(
      Self.server + ["--as", "harbour"], home: home, environment: environment(fake))
    try session.terminal.wait(for: "A first status.")
    try session.terminal.send("s")
    try session.terminal.wait(for: "Saved for later")
    #expect(try session.quit() == .code(0))
    _ = try run(home, fake, "login")
    _ = try run(home, fake, "login", "--code", "code")
    #expect(try run(home, fake, "whoami").output.hasPrefix("Ada"))
    #expect(try home.run(["posts", "--later"]).lines.count == 1)
    let file = home.path + "/state/firefly/later.json"
    let text = try String(contentsOfFile: file, encoding: .utf8)
    let old =
      #"{"server":"source:mastodon:m.example","source":"m.example","post":{"id":7,"title":"Old"}}"#
    let end = try #require(text.lastIndex(of: "]"))
    try "\(text[..<end]),\(old)]".write(toFile: file, atomically: true, encoding: .utf8)
    func later(_ options: String...) throws -> [String] {
      try home.run(
        ["posts", "--later"] + Self.server + options, environment: environment(fake)
      ).lines.map { $0.hasPrefix("7\tOld\t") ? "old" : "new" }
    }
    #expect(try later() == ["old"] && later("--as", "ada") == ["old"])
    #expect(try later("--as", "harbour") == ["new"])
    #expect(try home.run(["posts", "--later"]).lines.count == 2)
  }

  /// A saved search is its account's, and goes with it.
  @Test func forgettingAnAccountTakesItsSearches() async throws {
    let fake = try await FakeInstance([FakeInstance.Status(1)])
    let home = try home(fake, "ada", "harbour")
    func kept() throws -> String {
      try home.shell("cat state/firefly/sources/*.json", environment: [:]).output
    }
    for user in ["ada", "harbour"] {
      let saved = try run(
        home, fake, "post", "--as", user, "--template", "query", "--title", "fog of \(user)",
        input: "fog")
      #expect(saved.status == 0, "\(saved.error)")
    }
    #expect(try kept().contains("fog of ada") && kept().contains("fog of harbour"))
    #expect(try run(home, fake, "logout", "--as", "ada", "--forget").status == 0)
    #expect(try !kept().contains("fog of ada") && kept().contains("fog of harbour"))
    #expect(try run(home, fake, "logout", "--forget").status == 0)
    #expect(try !kept().contains("fog of"))
  }

  /// Esc while a sign-out waits for the server: the account is signed out, and whoever the screen names writes.
  @Test func whoStopsWaitingIsSignedOut() async throws {
    let fake = try await FakeInstance([FakeInstance.Status(1, by: "bob", "A first status.")])
    let home = try home(fake, "ada", "ben", "harbour")
    fake.keepSilent(about: "POST /oauth/revoke")
    let session = try FireflySession.start(
      Self.server, home: home, environment: environment(fake))
    let terminal = session.terminal
    try terminal.wait(for: "@harbour · home")
    try terminal.send("io")
    try terminal.wait(for: "Sign Harbour (@harbour@instance.example) out of")
    try terminal.send("<right><enter>")
    try terminal.wait(for: "Signing out")
    try terminal.send("<esc>")
    try terminal.wait(for: "This device may still be listed there")
    try terminal.wait(for: "You are Ben")
    try terminal.send("<esc>")
    try terminal.wait(for: "@ben · home")
    try terminal.send("n")
    try terminal.wait(for: "@ben · Ctrl-S post")
    try terminal.send("Ben's words.<c-s>")
    try terminal.wait(forNo: "Ctrl-S post")
    try #require(try await eventually { fake.statuses.count == 2 })
    #expect(fake.statuses.last.map { [$0.author, $0.text] } == ["ben", "Ben's words."])
    try terminal.wait(for: "e edit")
    #expect(try session.quit() == .code(0))
    #expect(try run(home, fake, "whoami").output.hasPrefix("Ben"))
  }

  /// An account that another program signs out while it is on a list.
  @Test func anAccountThatIsGoneInTheMeantime() async throws {
    let fake = try await FakeInstance([FakeInstance.Status(1, by: "bob", "A first status.")])
    let home = try home(fake, "ada", "harbour")
    let session = try FireflySession.start(
      Self.server, home: home, environment: environment(fake))
    let terminal = session.terminal
    try terminal.wait(for: "A first status.")
    try terminal.send("i")
    try terminal.wait(for: "Your accounts")
    #expect(try run(home, fake, "logout", "--as", "ada").status == 0)
    try terminal.send("<down><enter>")
    try terminal.wait(for: "That account is signed out here.")
    // The session goes on as it was.
    try terminal.wait(for: "A first status.")
    try terminal.send("i")
    try terminal.wait(for: "Signed in to m.example as Harbour")
    try terminal.send("<esc>")
    try terminal.wait(for: "A first status.")
    #expect(try session.quit() == .code(0))
  }

  /// By ear: who writes is said, and a number switches.
  @Test func byEar() async throws {
    let fake = try await FakeInstance([FakeInstance.Status(1, by: "bob", "A first status.")])
    let home = try home(fake, "ada", "harbour")
    let lines = ["i", "2", "where", "n", "esc", "q"]
    let spoken = try home.run(
      Self.server + ["--accessible", "--fresh"], input: lines.map { $0 + "\n" }.joined(),
      environment: environment(fake))
    #expect(spoken.output.contains("2: Use Ada (@ada@instance.example)"))
    #expect(spoken.output.contains("You are Ada (@ada@instance.example) now."))
    #expect(spoken.output.contains("A new post. As @ada."), "\(spoken.output)")
  }
}
