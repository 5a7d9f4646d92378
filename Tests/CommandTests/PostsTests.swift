import Foundation
import OwnThreads
import TerminalHarness
import Testing

/// `firefly posts`, for pipes.
@Suite(.ownThreads) struct PostsTests {
  private struct Document: Decodable {
    struct Post: Decodable {
      var title: String
      var children: [Post]?
    }
    var posts: [Post]
  }

  /// A home with a root that has two children, one of them with a child; and the root's number.
  private func sample() throws -> (Program, String) {
    let program = try Program()
    let document = """
      {"posts":[{"title":"root","children":[
        {"title":"tabs\\tand\\nbreaks","summary":"a\\tb\\nc"},
        {"title":"deeper","children":[{"title":"deepest"}]}]}]}
      """
    let id = try #require(program.run("import", "-", input: document).lines.first)
    return (program, id)
  }

  @Test func linesHaveFiveFieldsAndTitlesAsTheyAre() throws {
    let (program, id) = try sample()
    let result = try program.run("posts", "--parent", id)
    #expect(result.error == "")
    let fields = result.lines.map { $0.split(separator: "\t", omittingEmptySubsequences: false) }
    #expect(fields.map(\.count) == [5, 5])
    // The number of replies tells where to go on; the sign is for terminals.
    #expect(Set(fields.map { [$0[1], $0[4]] }) == [["tabs and breaks", "0"], ["deeper", "1"]])
    let found = try program.run("search", "deeper").lines
    #expect(found.contains { $0.hasSuffix("\t1") && $0.contains("\tdeeper\t") })
    #expect(fields.contains { $0[2] == "a b c" })
  }

  /// The list of threads has tops only, the one with the newest reply first, and pages as other lists do.
  @Test func threadsAreTopsByTheirLastReplies() throws {
    let program = try Program()
    let old = try program.run("post", "--title", "old", input: "First.").output.trimmed
    _ = try program.run("post", "--title", "new", input: "Second.")
    _ = try program.run("post", "--title", "answer", "--parent", old, input: "Third.")
    func titles(_ arguments: String...) throws -> [String] {
      let result = try program.run(["posts", "--list", "threads"] + arguments)
      #expect(result.status == 0 && result.error.isEmpty, "\(result.error)")
      return result.lines.map { String($0.split(separator: "\t")[1]) }
    }
    #expect(try Array(titles("--limit", "3").prefix(2)) == ["old", "new"])
    #expect(try titles("--limit", "1") == ["old"])
    #expect(try titles("--before", old, "--limit", "1") == ["new"])
    let all = try titles("--all")
    #expect(all.prefix(2) == ["old", "new"] && !all.contains("answer"))
    let json = try program.run("posts", "--list", "threads", "--json", "--limit", "1")
    #expect(json.output.contains(#""title" : "old""#), "\(json.output)")
  }

  /// On a terminal every column begins in one place, and a line that has no room is cut, not wrapped.
  @Test(arguments: [80, 47, 200]) func aTerminalGetsColumns(width: Int) throws {
    let (program, id) = try sample()
    func rows(of command: String, _ program: Program) throws -> [String] {
      let terminal = try program.terminal(
        command: ["/bin/sh", "-c", "$FIREFLY \(command); echo the end"],
        size: TerminalSize(columns: width, rows: 60))
      try terminal.wait(for: "the end")
      return Array(terminal.screenRows.prefix { !$0.hasPrefix("the end") })
    }
    func column(of text: String, in rows: [String]) -> Int? {
      let row = rows.first { $0.contains(text) } ?? ""
      return row.range(of: text).map { row[..<$0.lowerBound].count }
    }
    let tree = try rows(of: "posts --parent \(id) --tree", program)
    #expect(tree.count == 3)
    let deeper = column(of: "deeper >", in: tree)
    #expect(deeper != nil && deeper == column(of: "tabs and", in: tree))
    #expect(column(of: "deepest", in: tree) == deeper.map { $0 + 2 })
    // A number of direct replies has its sign, one of all replies has none.
    let all = try rows(of: "posts --limit 4", program)
    #expect(all.contains { $0.contains("deeper >") && $0.hasSuffix("  1+") }, "\(all)")
    #expect(all.contains { $0.contains("root >") && $0.hasSuffix("   3") }, "\(all)")

    let other = try Program()
    let people = try rows(of: "users", other)
    let plain = try other.run("users").lines
    #expect(people.count == plain.count && people.count > 4)
    for (row, line) in zip(people, plain) {
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
      #expect(row.contains(fields[0]) && row.contains(fields[1].prefix(4)))
      #expect(width < 200 || fields.allSatisfy { $0.isEmpty || row.contains($0) })
    }
  }

  @Test func peopleAreListed() throws {
    let program = try Program()
    let result = try program.run("users")
    #expect(result.error == "")
    let fields = result.lines.map { $0.split(separator: "\t", omittingEmptySubsequences: false) }
    #expect(fields.count > 2 && fields.allSatisfy { $0.count == 5 })
    #expect(
      fields.contains {
        $0[1] == "Noor Khalil" && $0[3] == "noor@example.com" && Int($0[4]).map { $0 > 0 } == true
      })
    // Their posts are what is below their profiles.
    let noor = try #require(fields.first { $0[3] == "noor@example.com" })
    #expect(try program.run("posts", "--parent", String(noor[0])).lines.count > 0)
    #expect(try program.run("users", "--limit", "2").lines == Array(result.lines.prefix(2)))
    let json = try program.run("users", "--json", "--limit", "3").output
    let people =
      try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: [[String: Any]]]
    let names = people?["users"]?.compactMap { $0["name"] as? String }
    #expect(fields.prefix(3).map { String($0[1]) } == names)
  }

  @Test func theResultsOfASavedSearchArePrinted() throws {
    let (program, id) = try sample()
    let search = try #require(
      program.run(
        "post", "--template", "query", "--title", "depths", "--summary", "deep*"
      ).lines.first)
    let results = try program.run("posts", "--parent", search)
    #expect(results.error == "" && results.status == 0)
    let titles = results.lines.map { $0.split(separator: "\t")[1] }
    #expect(Set(titles) == ["deeper", "deepest"], "\(results.output)")
    #expect(try program.run("posts", "--parent", search, "--limit", "1").lines.count == 1)
    #expect(
      try program.run("posts", "--parent", search, "--tree").output.contains("\t  deepest\t"))
    #expect(try program.run("posts", "--parent", search, "--json").output.contains("deepest"))
    #expect(try program.run("posts", "--parent", id).lines.count == 2)
  }

  @Test func treesAreIndented() throws {
    let (program, id) = try sample()
    let result = try program.run("posts", "--parent", id, "--tree")
    #expect(result.output.contains("\t  deepest\t"))
  }

  /// A ring of posts is one that a server may tell of, and no reason to print none of them.
  @Test func ringsArePrintedOnce() throws {
    let program = try Program()
    let lines = [(1, 2), (2, 3), (3, 1), (4, 1), (5, 5)].map { id, parent in
      #"{"id":\#(id),"title":"post \#(id)","parent_id":\#(parent)}"#
    }
    #expect(try program.run("import", "-", input: lines.joined(separator: "\n")).status == 0)
    for options in [["--tree"], ["--tree", "--json"]] {
      let result = try program.run(["posts"] + options)
      #expect(result.status == 0)
      for id in 1...5 { #expect(result.output.ranges(of: "post \(id)").count == 1) }
    }
  }

  @Test func jsonIsNested() throws {
    let (program, id) = try sample()
    let output = try program.run("posts", "--parent", id, "--tree", "--json").output
    let document = try JSONDecoder().decode(Document.self, from: Data(output.utf8))
    let deeper = document.posts.first { $0.title == "deeper" }
    #expect(deeper?.children?.map(\.title) == ["deepest"])
  }

  @Test func limitsMayBeLargerThanAPage() throws {
    let program = try Program()
    #expect(try program.run("posts", "--limit", "3").lines.count == 3)
    #expect(try program.run("posts", "--limit", "120").lines.count == 120)
  }

  @Test func aPostThatIsNotThere() throws {
    let result = try Program().run("posts", "--parent", "99999")
    #expect(result.status == 1)
    #expect(result.error == "firefly: No post 99999.\n")
  }

  @Test func theEnvironmentWinsOverTheFileAndTheCommandLineOverBoth() throws {
    let program = try Program()
    try program.write("server: http://127.0.0.1:2\n", to: ".config/firefly/config.yaml")
    let variable = ["FIREFLY_SERVER": "http://127.0.0.1:3"]
    #expect(try program.run("posts").error.contains("127.0.0.1:2"))
    #expect(try program.run("posts", environment: variable).error.contains("127.0.0.1:3"))
    let result = try program.run(
      "posts", "--server", "http://127.0.0.1:4", environment: variable)
    #expect(result.error.contains("127.0.0.1:4"))
  }
}
