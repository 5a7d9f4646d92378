import Foundation
import OwnThreads
import TerminalHarness
import Testing

/// `firefly show`: posts in full.
@Suite(.ownThreads) struct ShowTests {
  private struct Document: Decodable {
    struct Post: Decodable {
      var title: String
      var children: [Post]?
    }
    var posts: [Post]
  }

  /// A home with a post that has a reply, which has one; and the post's number.
  private func sample() throws -> (Program, Int) {
    let program = try Program()
    let document = """
      {"posts":[{"title":"Lamps *and* nets","summary":"What we carry.","body":"One **bold** word.\\n\\n- a\\n- b",
        "author_name":"Ada","children":[{"title":"","summary":"Mine is brass.","body":"Mine is brass.",
        "children":[{"title":"Deepest","body":"The end."}]}]}]}
      """
    let id = try #require(program.run("import", "-", input: document).lines.first)
    return (program, try #require(Int(id)))
  }

  @Test func aPipeGetsMarkdown() throws {
    let (program, id) = try sample()
    let result = try program.run("show", "\(id)")
    #expect(result.error == "" && result.status == 0)
    let parts = result.output.components(separatedBy: "\n\n")
    #expect(parts.count == 5)
    #expect(parts[0] == "# Lamps \\*and\\* nets")
    #expect(parts[1].contains(" · 2 replies · ") && parts[1].hasSuffix(" · \(id)"))
    #expect(parts[2...] == ["What we carry.", "One **bold** word.", "- a\n- b\n"])
  }

  /// A summary that repeats the beginning of the text is not said twice.
  @Test func theRepliesFollow() throws {
    let (program, id) = try sample()
    let output = try program.run("show", "\(id)", "--thread").output
    #expect(output.ranges(of: "Mine is brass.").count == 1)
    let reply = try #require(output.range(of: "Mine is brass."))
    let deepest = try #require(output.range(of: "### Deepest"))
    #expect(reply.upperBound < deepest.lowerBound && output.hasSuffix("The end.\n"))
    #expect(!(try program.run("show", "\(id)").output.contains("brass")))
  }

  @Test func jsonIsNestedOrFlat() throws {
    let (program, id) = try sample()
    func posts(_ arguments: String...) throws -> [Document.Post] {
      let output = try program.run(["show"] + arguments).output
      return try JSONDecoder().decode(Document.self, from: Data(output.utf8)).posts
    }
    let flat = try posts("\(id)", "\(id + 2)", "--json")
    #expect(flat.map(\.title) == ["Lamps *and* nets", "Deepest"])
    #expect(flat.allSatisfy { $0.children == nil })
    let nested = try posts("\(id)", "--json", "--thread")
    #expect(nested.count == 1 && nested[0].children?[0].children?.map(\.title) == ["Deepest"])
  }

  /// What `posts` and `search` print names posts; other verbs' numbers do, too.
  @Test func standardInputNamesPosts() throws {
    let (program, id) = try sample()
    let input = "\(id + 2)\tDeepest\tx\n\n  \(id) \n"
    let result = try program.run("show", "-", input: input)
    #expect(result.status == 0 && result.output.contains("# Deepest\n"))
    #expect(result.output.hasSuffix("- b\n"))
    let found = try program.run("search", "deepest").output
    #expect(try program.run("show", "-", input: found).output.contains("The end."))
    #expect(try program.run("show", "-", input: "").output == "")
    let odd = try program.run("show", "-", input: "\(id)\nlamp\n")
    #expect(odd.status == 64 && odd.output == "" && odd.error.contains("“lamp” is no number"))
    let long = try program.run("show", "-", input: String(repeating: "\(id)\n", count: 1 << 20))
    #expect(long.status == 1 && long.error.contains("more than a megabyte"))
  }

  /// The others are printed, and the exit code tells.
  @Test func aPostThatIsNotThereIsNamed() throws {
    let (program, id) = try sample()
    for options in [[], ["--json"]] {
      let result = try program.run(["show", "99999", "\(id)", "88888"] + options)
      #expect(result.status == 1)
      #expect(result.error == "firefly: No post 99999.\nfirefly: No post 88888.\n")
      #expect(result.output.contains("What we carry."))
    }
    #expect(try program.run("show").status == 64)
    #expect(try program.run("show", "lamp").status == 64)
    #expect(try program.run("show", "0").status == 64)
    #expect(try program.run("show", "1", "--web", "--json").status == 64)
    let page = try program.run("show", "https://example.org/nothing")
    #expect(page.status == 1 && page.error.contains("no page of a source"))
  }

  /// Only on a terminal the text is formatted, and goes through the pager.
  @Test(arguments: [80, 30]) func aTerminalGetsLines(width: Int) throws {
    let (program, id) = try sample()
    try program.write("#!/bin/sh\necho the pager; cat\n", to: "pager")
    let pager = program.home.appendingPathComponent("pager").path
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: pager)
    let terminal = try program.terminal(
      command: ["/bin/sh", "-c", "PAGER=\(pager) $FIREFLY show \(id) --thread; echo the end"],
      size: TerminalSize(columns: width, rows: 40))
    try terminal.wait(for: "the end")
    let rows = terminal.screenRows.map { $0.trimmingCharacters(in: .whitespaces) }
    #expect(rows[0] == "the pager" && rows[1] == "Lamps *and* nets")
    #expect(rows.contains("One bold word.") && rows.contains("• a"))
    #expect(terminal.screenRows.contains { $0.hasPrefix("    Deepest") })
    #expect(
      try !program.run("show", "\(id)", environment: ["PAGER": pager]).output.contains("pager"))
  }

  /// The shell reads `$PAGER`; behind a pipe, too, the pager has the terminal for its keys.
  @Test(arguments: ["show ID", "search lamps | $FIREFLY show -"])
  func theShellReadsPager(words: String) throws {
    let (program, id) = try sample()
    let command = words.replacingOccurrences(of: "ID", with: "\(id)")
    func rows(pager: String) throws -> [String] {
      let terminal = try program.terminal(
        command: ["/bin/sh", "-c", "$FIREFLY \(command); echo the end"],
        environment: ["PAGER": pager])
      try terminal.wait(for: "the end")
      return terminal.screenRows
    }
    #expect(try rows(pager: "X='a  b'; sed \"s/^Lamps.*/$X/\"").contains { $0.hasPrefix("a  b") })
    // One that does not exist loses nothing.
    #expect(try rows(pager: "no-such-pager -x").contains { $0.contains("One bold word.") })
  }

  /// What a place does not have hides nothing that others gave.
  @Test func aPlaceThatFailsHidesNothing() throws {
    let (program, id) = try sample()
    let closed = ["FIREFLY_SOURCE_HN": "http://127.0.0.1:1"]
    let page = "https://news.ycombinator.com/item?id=8863"
    for names in [["\(id)", page], [page, "\(id)"]] {
      let result = try program.run(["show"] + names, environment: closed)
      #expect(result.status == 1 && result.output.contains("What we carry."))
      #expect(result.error.split(separator: "\n").count == 1)
    }
  }

  /// A browser does not get hundreds of tabs from a list.
  @Test func webOpensAFewPages() throws {
    let program = try Program()
    let numbers = (1...21).map(String.init)
    let result = try program.run(
      ["show", "--web"] + numbers, environment: ["BROWSER": "/bin/true"])
    #expect(result.status == 1)
    #expect(result.error == "firefly: --web opens at most 20 pages; these are 21.\n")
  }

  /// Posts of the own server have no page; there is nothing to open.
  @Test func withoutAPageNothingIsOpened() throws {
    let (program, id) = try sample()
    let result = try program.run("show", "\(id)", "--web", environment: ["BROWSER": "/bin/true"])
    #expect(result.status == 1)
    #expect(result.error == "firefly: Post \(id) has no page on the web.\n")
  }
}
