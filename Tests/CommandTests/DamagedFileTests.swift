import Foundation
import OwnThreads
import Testing

/// Files of Firefly's own that are damaged, or written by a later version, are kept and reported.
@Suite(.ownThreads) struct DamagedFileTests {
  private let state = ".local/state/firefly/"

  private func contents(_ path: String, in program: Program) throws -> String {
    try String(contentsOf: program.home.appendingPathComponent(path), encoding: .utf8)
  }

  private func names(_ path: String, in program: Program) throws -> [String] {
    try FileManager.default.contentsOfDirectory(
      atPath: program.home.appendingPathComponent(path).path
    ).filter { !$0.hasSuffix(".lock") }.sorted()
  }

  @Test func readMarksBeginAgainAtTheTimeOfTheFile() throws {
    let program = try Program()
    let old = try #require(
      try program.run("import", "-", input: Self.document("old", 2_000)).lines.first)
    #expect(try program.run("posts", "--unread").output.isEmpty)
    let new = try #require(
      try program.run("import", "-", input: Self.document("new", 86_400 * 365 * 54)).lines.first)
    let file = try #require(try names(state + "marks", in: program).first)
    // A later version may keep them in another form.
    let marks = "{\"owner\":\"x\",\"marks\":{\"since\":\"a newer form\"}}"
    try program.write(marks, to: state + "marks/" + file)
    _ = try program.shell("touch -d '2023-06-01 12:00:00' $HOME/\(state)marks/\(file)")
    let first = try program.run("posts", "--unread")
    #expect(first.status == 1 && first.output.isEmpty)
    #expect(first.error.contains("\(file) can't be read"))
    #expect(first.error.contains("is kept as \(file).damaged"))
    #expect(try contents(state + "marks/" + file + ".damaged", in: program) == marks)
    // What came since is unread, the rest is read.
    let second = try program.run("posts", "--unread")
    let unread = second.output.split(separator: "\n").map { $0.prefix { $0.isNumber } }
    #expect(second.status == 0 && second.error.isEmpty)
    #expect(unread.contains(Substring(new)) && !unread.contains(Substring(old)), "\(second.output)")
    #expect(try program.run("posts", "--unread").output == second.output)
  }

  @Test func anOlderDamagedFileIsNotOverwritten() throws {
    let program = try Program()
    for words in ["first", "second"] {
      try program.write(words, to: state + "later.json")
      let result = try program.run("posts", "--later")
      #expect(result.status == 1 && result.output.isEmpty)
      #expect(result.error.contains("The list of posts that are saved for later is empty."))
      #expect(try program.run("posts", "--later").status == 0)
    }
    #expect(
      try names(state, in: program).filter { $0.hasPrefix("later") }
        == ["later.json.damaged", "later.json.damaged-2"])
    #expect(try contents(state + "later.json.damaged", in: program) == "first")
    #expect(try contents(state + "later.json.damaged-2", in: program) == "second")
  }

  @Test func lineModeSaysItFirst() throws {
    let program = try Program()
    try program.write("{\"people\":[\"eve\"]}", to: state + "muted.json")
    let result = try program.run("--accessible", input: "q\n")
    #expect(result.output.contains("No people are muted now."), "\(result.output)")
    #expect(try contents(state + "muted.json.damaged", in: program) == "{\"people\":[\"eve\"]}")
    #expect(!(try program.run("--accessible", input: "q\n")).output.contains("muted"))
  }

  @Test func savedSearchesOfASourceAreKept() throws {
    let program = try Program()
    let list = ["posts", "--server", "feed:http://127.0.0.1:9/"]
    _ = try program.run(list)
    for file in (try? names(state + "sources", in: program)) ?? [] {
      try program.write("[]", to: state + "sources/" + file)
      let result = try program.run(list)
      #expect(result.error.contains("No searches are saved for this source now."))
      #expect(try contents(state + "sources/" + file + ".damaged", in: program) == "[]")
    }
  }

  @Test func entriesOfFeedsAreKept() throws {
    let program = try Program()
    let (list, folder) = (
      ["posts", "--server", "feed:http://127.0.0.1:9/"], ".cache/firefly/feeds/"
    )
    _ = try program.run(list)
    let file = try #require(try names(folder, in: program).first)
    try program.write("{\"of\":\"a later version\"}\n", to: folder + file)
    let result = try program.run(list)
    #expect(result.error.contains("The entries of http://127.0.0.1:9/ are loaded again."))
    #expect(
      try contents(folder + file + ".damaged", in: program) == "{\"of\":\"a later version\"}\n")
    #expect(!(try program.run(list)).error.contains("loaded again"))
  }

  /// A list of feeds that can't be read is not an empty one.
  @Test(arguments: [
    ["feeds", "--list"], ["feeds", "--add", "http://127.0.0.1:9/"], ["export", "--opml"],
    ["posts", "--server", "feed:"],
  ])
  func aListOfFeedsThatCannotBeReadIsNotEmpty(arguments: [String]) throws {
    let program = try Program()
    let list = program.home.appendingPathComponent(".local/share/firefly/feeds.txt")
    try FileManager.default.createDirectory(
      at: list.deletingLastPathComponent(), withIntermediateDirectories: true)
    // Whoever runs the tests, the program does not follow a link.
    try FileManager.default.createSymbolicLink(
      atPath: list.path, withDestinationPath: "/etc/hostname")
    let result = try program.run(arguments)
    #expect(result.status == 1 && result.output.isEmpty)
    #expect(result.error == "firefly: \(list.path) can't be used: it is a link.\n")
    // Its letters would be lost.
    try FileManager.default.removeItem(at: list)
    let bytes = Data("http://127.0.0.1:9/ Caf\u{E9}\n".unicodeScalars.map { UInt8($0.value) })
    try bytes.write(to: list)
    let refused = try program.run(arguments)
    #expect(refused.status == 1 && refused.error.hasSuffix("it is not UTF-8 text.\n"))
    #expect(try Data(contentsOf: list) == bytes)
  }

  /// As on a full disk, whoever runs the tests.
  @Test func whatCannotBeWrittenIsSaid() throws {
    let program = try Program()
    for (path, arguments, words) in [
      (".cache/firefly/feeds", ["--server", "feed:http://127.0.0.1:9/"], "The entries of feeds"),
      (state + "marks", ["--unread"], "Which posts are read"),
    ] {
      try program.write("", to: path)
      let result = try program.run(["posts"] + arguments)
      #expect(result.error.contains("firefly: \(words) can't be kept: "), "\(result.error)")
      #expect(try contents(path, in: program).isEmpty)
    }
    // In line mode, when it ends; what else can't be kept would be said in its place.
    try FileManager.default.removeItem(at: program.home.appendingPathComponent(state + "marks"))
    try program.write("", to: state + "views")
    let result = try program.run("--accessible", input: "q\n")
    #expect((result.output + result.error).contains("What the tabs show can't be kept: "))
  }

  /// A document with a post of this time, in seconds since 1970.
  private static func document(_ title: String, _ time: Int) -> String {
    let date = Date(timeIntervalSince1970: Double(time)).formatted(.iso8601)
    return """
      {"posts":[{"title":"\(title)","created_at":"\(date)","author_name":"Ben",\
      "author_email":"ben@example.org"}]}
      """
  }
}
