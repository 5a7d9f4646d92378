import OwnThreads
import Testing

/// Each verb that other tests run in this process, by the built program, too: its streams and exit codes.
@Suite(.ownThreads) struct VerbTests {
  /// For each verb what it does, and what it refuses.
  private static let cases: [[String]] = [
    ["account", "list"], ["account", "show", "--json"], ["account"], ["accounts"],
    ["accounts", "--as", "ada"], ["bookmark", "0"], ["boost", "1"], ["config"],
    ["config", "--check"],
    ["config", "--write", "--check"], ["delete", "1"], ["delete", "0"], ["devices"], ["drafts"],
    ["drafts", "--print", "x"], ["draft", "list", "--json"], ["draft", "show", "x"],
    ["draft", "delete", "x"], ["edit", "1"], ["edit", "1", "--title", ""], ["export"],
    ["export", "--flat", "--opml"], ["favourite", "1", "--off"], ["feeds", "--list"],
    ["feeds", "--add"],
    ["feeds", "--remove", "x"], ["feed", "list"], ["feed", "remove", "x"], ["feed", "add"],
    ["import", "-"], ["import", "nothing.json"], ["import"],
    ["keep", "x"], ["keep"], ["login", "x"], ["login"], ["logout"], ["mark", "1", "--read"],
    ["mark", "1"], ["member", "list", "--json"], ["member", "invite", "x"], ["move", "1"],
    ["move", "1", "--below", "2"], ["pin", "1"], ["post", "--title", "words"], ["post", "--nope"],
    ["posts", "--limit", "2"], ["posts", "--limit", "0"], ["posts", "--json"], ["posts", "9"],
    ["restore", "1"], ["restore"], ["search", "guide"], ["search"], ["show", "1"], ["show"],
    ["sources"],
    ["sources", "--server", "hn:"], ["users"],
    ["users", "--invite", "x"], ["whoami"], ["whoami", "--json"],
  ]

  @Test(arguments: cases) func theProgramDoesTheSame(arguments: [String]) throws {
    // One home each: both begin with new data.
    let homes = try [Program(), Program()]
    let input = "{\"posts\": [{\"title\": \"one\"}]}"
    let here = try homes[0].run(arguments, input: input)
    let there = try homes[1].runProgram(arguments, input: input)
    // Folders, IDs of data and times differ.
    func plain(_ text: String, _ home: Program) -> String {
      text.replacing(home.home.path, with: "HOME").replacing(/[0-9a-f]{32}/, with: "ID")
        .replacing(/(\w+, )?\d+ \w+ \d{4} [0-9:]+( GMT)?|\d{4}-\d\d-\d\d(T[0-9:]+Z)?/, with: "TIME")
    }
    #expect(here.status == there.status, "\(arguments)")
    #expect(plain(here.output, homes[0]) == plain(there.output, homes[1]), "\(arguments)")
    #expect(plain(here.error, homes[0]) == plain(there.error, homes[1]), "\(arguments)")
  }

  @Test func eachVerbIsTried() {
    #expect(Set(Self.cases.map { $0[0] }) == Program.verbsInProcess)
  }
}
