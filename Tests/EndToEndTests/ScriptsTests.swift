import FireflyPrograms
import Foundation
import OwnThreads
import SourceFakes
import TerminalHarness
import Testing

/// The scripts of Documentation/scripts.md run as they are written.
@Suite(.serialized, .ownThreads, .endsServices) struct ScriptsTests {
  private let home: TemporaryHome

  init() throws { home = try TemporaryHome() }

  private static func page() throws -> String {
    let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    return try String(
      contentsOf: package.appendingPathComponent("Documentation/scripts.md"), encoding: .utf8)
  }

  /// Returns a script by the first word of its second line.
  private func script(_ name: String) throws -> String {
    let page = try Self.page()
    let start = try #require(page.range(of: "```sh\n#!/bin/sh\n# \(name)")).lowerBound
    let text = page[start...].dropFirst("```sh\n".count)
    let end = try #require(text.range(of: "\n```")).lowerBound
    return text[..<end] + "\n"
  }

  /// Runs a line of shell.
  private func shell(
    _ line: String, input: String = "", in changes: [String: String] = [:]
  ) throws -> TemporaryHome.Result {
    let variables = [
      "FIREFLY": BuiltProgram.firefly, "PATH": "\(home.path)/bin:/usr/bin:/bin", "USER": "ada",
    ]
    return try home.run(
      ["/bin/sh", "-c", line], input: input,
      environment: home.environment.merging(variables) { $1 }.merging(changes) { $1 })
  }

  /// Runs a script; `tools` are other programs that it calls, by their names.
  private func run(
    _ name: String, _ arguments: String..., tools: [String: String] = [:], input: String = "",
    in changes: [String: String] = [:]
  ) throws -> TemporaryHome.Result {
    let all = tools.merging(["firefly": "exec \"$FIREFLY\" \"$@\""]) { given, _ in given }
    for (tool, text) in all { try home.write("#!/bin/sh\n\(text)\n", to: "bin/\(tool)") }
    try home.write(try script(name), to: "script")
    let words = arguments.joined(separator: " ")
    return try shell("chmod +x bin/*; sh script \(words)", input: input, in: changes)
  }

  private func firefly(_ words: String..., environment: [String: String] = [:]) throws
    -> TemporaryHome.Result
  {
    try home.run(
      [BuiltProgram.firefly] + words,
      environment: home.environment.merging(environment) { $1 })
  }

  private func post(_ title: String, _ body: String = "Words.") throws -> String {
    let result = try home.run(
      [BuiltProgram.firefly, "post", "--title", title], input: body,
      environment: home.environment)
    #expect(result.status == 0, "\(result.error)")
    return result.output.trimmingCharacters(in: .newlines)
  }

  private func text(_ path: String) throws -> String {
    try String(contentsOfFile: home.path + "/" + path, encoding: .utf8)
  }

  @Test func eachScriptIsRun() throws {
    let names = try Self.page().matches(of: /```sh\n#!\/bin\/sh\n# (\w+)/).map { String($0.1) }
    #expect(
      names == [
        "digest", "pick", "unread", "backup", "crosspost", "best", "journey", "news", "site",
        "invite",
      ])
  }

  @Test func aDigestHasWhatIsNew() throws {
    let mail = ["mail": "echo \"$@\" >>sent; cat >>sent"]
    _ = try post("one")
    #expect(try run("digest", tools: mail).status == 0)
    #expect(try text("sent").contains(": one\n"))
    _ = try post("two")
    #expect(try run("digest", tools: mail).status == 0)
    #expect(try run("digest", tools: mail).status == 0)
    let sent = try text("sent")
    #expect(sent.ranges(of: ": one\n").count == 1 && sent.ranges(of: ": two\n").count == 1)
    #expect(sent.contains("-s New posts ada"))
  }

  @Test func aPostIsPicked() throws {
    let id = try post("Lamps", "What burns.")
    let result = try run("pick", tools: ["fzf": "grep Lamps"])
    #expect(result.output.contains("# Lamps") && result.output.contains("What burns."))
    #expect(result.output.contains(id))
  }

  @Test func copiesAreMadeAndSevenKept() throws {
    _ = try post("one")
    for day in 1...8 { try home.write("old", to: "backups/firefly-2020-01-0\(day)/file") }
    let result = try run("backup")
    #expect(result.status == 0 && result.output == "" && result.error == "", "\(result.error)")
    let kept = try shell("ls backups").lines
    #expect(kept.count == 7 && kept.first == "firefly-2020-01-03")
  }

  @Test func thoseWhoCantBeInvitedAreNamed() throws {
    let result = try run("invite", input: "mei@example.org\nnobody\nbo@example.org\n")
    #expect(result.output == "not invited: nobody\n")
    let members = try firefly("member", "list", "--fields", "email,invited").lines
    #expect(members.contains("mei@example.org\t*") && members.contains("bo@example.org\t*"))
  }

  @Test func theSiteReplacesTheOldOne() throws {
    _ = try post("one")
    #expect(try run("site", "pages").status == 0)
    _ = try post("two")
    let result = try run("site", "pages")
    #expect(result.status == 0 && result.output == "" && result.error == "", "\(result.error)")
    #expect(try text("pages/index.html").contains("two"))
    #expect(try !text("pages.old/index.html").contains("two"))
  }

  @Test func newEntriesOfFeedsAreCountedAndTold() async throws {
    let fake = try await FakeFeeds.start()
    #expect(try firefly("feed", "add", fake.address + "/blog.xml", "--quiet").error == "")
    #expect(try run("unread").output.trimmingCharacters(in: .whitespacesAndNewlines) == "3")
    // One that was not asked for yet is due.
    let tell = ["notify-send": "echo \"$1: $2\" >>told"]
    try home.write(
      "\(fake.address)/blog.xml\n\(fake.address)/atom.xml\n", to: "data/firefly/feeds.txt")
    #expect(try run("news", tools: tell).status == 0)
    #expect(try text("told").contains("Bowline"))
    await fake.stop()
  }

  @Test func theBestOfAPlaceIsSaved() async throws {
    let fake = try await FakeHackerNews([
      FakeHackerNews.Item(100, title: "A lighthouse", link: "https://www.example.org/light")
    ])
    let there = ["FIREFLY_SOURCE_HN": fake.address]
    #expect(try run("best", "hn:", "100000", in: there).status != 64)
    #expect(try firefly("posts", "--later").output == "")
    let result = try run("best", "hn:", "1", in: there)
    #expect(result.status == 0, "\(result.error)")
    #expect(try firefly("posts", "--later").output.contains("A lighthouse"))
  }

  @Test func theBestOfAServedHouseIsSaved() throws {
    let house = try FireflyHome()
    let server = try ServeProcess(home: house)
    // Its posts have no points, so that none is below zero.
    #expect(try run("best", server.address, "0").status == 0)
    #expect(try firefly("posts", "--later").output.contains(":\(server.port)"))
    #expect(try run("unread").status == 0)
  }

  @Test func thePagesOfWhatIsSavedBecomeFiles() async throws {
    let fake = try await FakeHackerNews([
      FakeHackerNews.Item(100, title: "A lighthouse", link: "https://www.example.org/light")
    ])
    let there = ["FIREFLY_SOURCE_HN": fake.address]
    #expect(try run("best", "hn:", "1", in: there).status == 0)
    // The page is not on this machine: it is asked for by its address, whatever answers.
    let firefly = """
      [ "$1" = article ] || exec "$FIREFLY" "$@"
      echo "the page of $2"
      """
    let result = try run("journey", "texts", tools: ["firefly": firefly])
    #expect(result.status == 0 && result.error == "", "\(result.error)")
    #expect(try shell("cat texts/*").output == "the page of https://www.example.org/light\n")
  }

  @Test func aPostGoesToMastodonToo() async throws {
    let id = try post("Lamps", "What *burns*.")
    let fake = try await FakeInstance()
    let there = ["FIREFLY_SOURCE_MASTODON": fake.server.address]
    let refused = try run("crosspost", id, "mastodon:m.example", in: there)
    #expect(refused.status != 0 && fake.statuses.isEmpty)
    fake.letIn("ada")
    _ = try firefly("login", "--server", "mastodon:m.example", environment: there)
    let signedIn = try firefly(
      "login", "--server", "mastodon:m.example", "--code", "code", environment: there)
    #expect(signedIn.status == 0, "\(signedIn.error)")
    let result = try run("crosspost", id, "mastodon:m.example", in: there)
    #expect(result.status == 0, "crosspost: \(result.error)")
    #expect(fake.statuses.first?.text == "Lamps\n\nWhat *burns*.")
  }
}
