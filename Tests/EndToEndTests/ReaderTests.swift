import Foundation
import OwnThreads
import SourceFakes
import TerminalHarness
import Testing

/// A service of feeds in the real program: signing in, reading, starring, another program, the end.
@Suite(.serialized, .ownThreads, .endsServices) struct ReaderTests {
  private static let server = ["--server", "reader:rss.example.org"]

  private func start() async throws -> (FakeReader, FireflyHome, [String: String]) {
    let fake = try await FakeReader()
    fake.follow("feed/1", "Harbour notes", in: "Sea")
    fake.add((1...3).map { FakeReader.Entry($0, "Tide \($0)") })
    return (fake, try FireflyHome(), ["FIREFLY_SOURCE_READER": fake.server.address])
  }

  private func signIn(_ home: FireflyHome, _ environment: [String: String]) throws {
    let result = try home.run(
      ["login"] + Self.server, input: "ada\nada-api\n", environment: environment)
    #expect(result.status == 0 && result.output == "Signed in to rss.example.org as ada.\n")
    #expect(result.error.contains("Miniflux"))
  }

  /// What is read and starred here is so there, at the latest when the program ends.
  @Test func marksArriveBeforeTheEnd() async throws {
    let (fake, home, environment) = try await start()
    try signIn(home, environment)
    let session = try FireflySession.start(Self.server, home: home, environment: environment)
    let terminal = session.terminal
    try terminal.wait(for: "Tide 1")
    try terminal.wait(for: "3 new")
    try terminal.send("<enter>")
    try terminal.wait(for: "2 new")
    try terminal.send("s")
    try terminal.wait(for: "starred")
    #expect(try session.quit() == .code(0))
    #expect(fake.unread == [1, 2] && fake.starred == [3])
    // The password is neither kept nor logged.
    let files = try FileManager.default.subpathsOfDirectory(atPath: home.path)
    #expect(files.contains { $0.hasSuffix("accounts.json") })
    for file in files {
      let text = (try? String(contentsOfFile: "\(home.path)/\(file)", encoding: .utf8)) ?? ""
      #expect(!text.contains("ada-api"), "\(file)")
    }
  }

  /// What another program marks is seen at the next look, and what waits is named when the user signs out.
  @Test func marksWaitForTheService() async throws {
    let (fake, home, environment) = try await start()
    try signIn(home, environment)
    func run(_ words: String...) throws -> TemporaryHome.Result {
      try home.run(words + Self.server, environment: environment)
    }
    let list = try run("posts").output.split(separator: "\n")
    #expect(list.count == 3)
    let first = String(list[0].prefix { $0.isNumber })
    #expect(try run("mark", first, "--read").status == 0 && fake.unread == [1, 2])
    #expect(try run("mark", first, "--saved").status == 0 && fake.starred == [3])
    fake.unread = [1]
    #expect(try run("posts", "--unread").output.contains("Tide 1"))
    #expect(try run("posts", "--unread").output.contains("Tide 2") == false)
    // Unread again elsewhere: at once, not at the next run.
    fake.unread = [1, 2, 3]
    #expect(try run("posts", "--unread").lines.count == 3)
    fake.unread = [1]
    #expect(try run("posts", "--unread", "--json").output.ranges(of: "\"id\"").count == 1)
    fake.trouble("POST /reader/api/0/edit-tag", .refused(503), times: 9)
    #expect(try run("mark", first, "--unread").status == 0)
    let out = try run("logout")
    #expect(out.error.contains("1 mark is sent when you sign in again"), "\(out.error)")
    #expect(out.output == "ada is signed out of rss.example.org.\n" && fake.unread == [1])
    #expect(try run("posts").status == 1)
    fake.endTrouble()
    try signIn(home, environment)
    #expect(try run("posts").status == 0 && fake.unread == [1, 3])
  }

  /// Lists are printed by the names that they have there, also without a connection.
  @Test func listsArePrintedByName() async throws {
    let (fake, home, environment) = try await start()
    fake.add([FakeReader.Entry(9, "Low water")], isUnread: false)
    fake.starred = [9]
    try signIn(home, environment)
    func titles(_ words: String...) throws -> [String] {
      let words = words + ["--fields", "title"]
      return try home.run(["posts"] + words + Self.server, environment: environment).lines
    }
    let all = ["Low water", "Tide 3", "Tide 2", "Tide 1"]
    #expect(try titles() == Array(all.dropFirst()))
    #expect(try titles("--all") == all && titles("--list", "All", "--limit", "2").count == 2)
    #expect(try titles("--list", "Sea") == all && titles("--list", "starred") == ["Low water"])
    let odd = try home.run(["posts", "--list", "x"] + Self.server, environment: environment)
    #expect(odd.status == 1 && odd.error.hasSuffix("only: unread, all, starred, Sea.\n"))
    #expect(try titles("--later") == ["Low water"])
    let later = try home.run(["posts", "--later"], environment: environment)
    #expect(later.output.contains("Low water\trss.example.org\thttps://feeds.example/9"))

    await fake.server.stop()
    #expect(try titles() == Array(all.dropFirst()) && titles("--list", "all") == all)
    #expect(try titles("--unread") == Array(all.dropFirst()))
    for words in [["--list", "starred"], ["--list", "Sea"], ["--later"]] {
      let kept = try home.run(["posts"] + words + Self.server, environment: environment)
      #expect(kept.status == 0 && kept.output.contains("Low water"))
      #expect(kept.error.hasSuffix("These are the entries that are kept here.\n"))
      #expect(kept.error.hasPrefix("firefly: Can't reach ") && kept.error.count { $0 == "\n" } == 1)
    }
    let kept = try home.run(["posts"] + Self.server, environment: environment)
    #expect(kept.status == 0 && kept.error.contains("These are the entries that are kept here."))
  }

  /// Long lists are printed as far as is asked for, from and to any of their entries.
  @Test func longListsArePrintedInParts() async throws {
    let (fake, home, environment) = try await start()
    fake.add((4...138).map { FakeReader.Entry($0, "Tide \($0)") })
    fake.starred = [9]
    try signIn(home, environment)
    func run(_ words: String...) throws -> TemporaryHome.Result {
      let words = words + ["--fields", "id"]
      return try home.run(["posts", "--list"] + words + Self.server, environment: environment)
    }
    let all = try run("Sea", "--all").lines
    #expect(all.count == 138)
    #expect(try run("Sea", "--limit", "120").lines == Array(all.prefix(120)))
    for list in ["Sea", "all"] {
      #expect(try run(list, "--before", all[19], "--all").lines == Array(all.dropFirst(20)))
      #expect(try run(list, "--before", all[19], "--limit", "3").lines == Array(all[20..<23]))
      #expect(try run(list, "--after", all[2]).lines == Array(all.prefix(2)))
      #expect(try run(list, "--after", all[0]).output.isEmpty)
    }
    let odd = try run("starred", "--before", all[0])
    #expect(odd.status == 1 && odd.error.contains("Post \(all[0]) is not in this list"))
  }

  /// What a first look leaves out is loaded as it is asked for.
  @Test func allEntriesArePrintedByANewHome() async throws {
    let (fake, home, environment) = try await start()
    fake.add((4...2_250).map { FakeReader.Entry($0, in: "feed/\(1 + $0 % 3)") })
    try signIn(home, environment)
    func run(_ words: String...) throws -> [String] {
      try home.run(["posts"] + words + ["--fields", "id"] + Self.server, environment: environment)
        .lines
    }
    #expect(try run("--unread", "--all").count == 2_250)
    #expect(try Set(run("--list", "all", "--all")).count == 2_250)
  }

  /// A service that no longer accepts the sign-in is named, with what signs in again.
  @Test func aRefusedSignInIsSaid() async throws {
    let (fake, home, environment) = try await start()
    try signIn(home, environment)
    let session = try FireflySession.start(Self.server, home: home, environment: environment)
    try session.terminal.wait(for: "Tide 1")
    let list = try home.run(["posts"] + Self.server, environment: environment).lines
    fake.revoke()
    try session.terminal.send("<enter>")
    try session.terminal.wait(for: "(i signs in)")
    #expect(try session.quit() == .code(0))
    #expect(session.terminal.screenRows.joined().contains("1 mark was not sent to"))
    let verb = try home.run(
      ["mark", String(list[1].prefix { $0.isNumber }), "--read"] + Self.server,
      environment: environment)
    let sentences = verb.error.ranges(of: "rss.example.org no longer accepts your sign-in")
    #expect(sentences.count == 1, "\(verb.error)")
    #expect(verb.error.contains("`firefly login --server reader:rss.example.org` signs in again."))
    let log = try String(contentsOfFile: home.path + "/state/firefly/firefly.log", encoding: .utf8)
    #expect(!log.contains("a file can't be used"))
  }

  /// The feeds of this machine are brought to the service, with what was read and saved.
  @Test func feedsMoveToTheService() async throws {
    let (fake, home, environment) = try await start()
    let web = try await FakeFeeds.start()
    let blog = web.address + "/blog.xml"
    func run(_ words: String...) throws -> TemporaryHome.Result {
      try home.run(words, environment: environment)
    }
    #expect(try run("feed", "add", blog, "--folder", "Tech").status == 0)
    let entries = try run("posts", "--server", "feed:", "--fields", "id,link").lines
      .map { $0.split(separator: "\t").map(String.init) }
    try #require(entries.count == 3 && entries.allSatisfy { $0.count == 2 })
    fake.offer(
      blog, "Harbour notes",
      entries.enumerated().map { FakeReader.Entry(UInt64(50 + $0), "Entry", link: $1.last) })
    #expect(try run("mark", entries[0][0], "--read", "--server", "feed:").status == 0)
    #expect(try run("mark", entries[1][0], "--saved", "--server", "feed:").status == 0)
    try signIn(home, environment)
    let move = ["feed", "move", "--to", "reader:rss.example.org"]
    let moved = try home.run(move, environment: environment)
    #expect(moved.status == 0 && moved.error.contains("You follow 1 feed more"), "\(moved.error)")
    #expect(moved.error.contains("1 entry read, 1 starred."))
    #expect(fake.unread == [1, 2, 3, 51, 52] && fake.starred == [51])
    #expect(fake.feeds.last == "Harbour notes Tech")
    let again = try home.run(move, environment: environment)
    #expect(again.status == 0 && again.error.contains("0 feeds more"))
    // Those here stay.
    #expect(try run("feed", "list").output.contains(blog))
    let there = try home.run(["feed", "list"] + Self.server, environment: environment)
    #expect(there.output.contains("\(blog)\tHarbour notes\t3\t\tTech"), "\(there.output)")
    let left = try home.run(["feed", "remove", blog] + Self.server, environment: environment)
    #expect(left.status == 0 && fake.feeds.count == 1)
    let odd = try run("feed", "list", "--server", "hn:")
    #expect(odd.status == 1 && odd.error.contains("has no feeds to follow."))
  }

  /// A service that refuses the sign-in is named, and hides nothing that is saved elsewhere.
  @Test func aRefusalHidesNothingThatIsSavedElsewhere() async throws {
    let (fake, home, environment) = try await start()
    try signIn(home, environment)
    let own = try home.run(["post", "--title", "Own words", "--body", "-"], input: "Words.")
    #expect(try home.run(["mark", own.lines[0], "--saved"]).status == 0)
    fake.revoke()
    for options in [[], ["--json"]] {
      let rest = try home.run(["posts", "--later"] + options, environment: environment)
      #expect(rest.output.contains("Own words"), "\(rest.output)")
      #expect(rest.status == 1 && rest.error.contains("rss.example.org: "), "\(rest.error)")
    }
  }
}
