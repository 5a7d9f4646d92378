import Foundation
import OwnThreads
import Testing

/// A configuration that can't be read may name another server: nothing is written to one's own.
@Suite(.ownThreads) struct IgnoredConfigurationTests {
  private func program(_ configuration: String) throws -> Program {
    let program = try Program()
    try program.write(configuration, to: ".config/firefly/config.yaml")
    return program
  }

  @Test(arguments: [
    ["post", "--title", "words"], ["edit", "1", "--title", "words"], ["move", "1", "--to", "2"],
    ["delete", "1", "--yes"],
  ])
  func commandsThatWriteRefuse(arguments: [String]) throws {
    let program = try program("mouse: false\nserver: posts: x\n")
    let refused = try program.run(arguments)
    #expect(refused.status == 1)
    #expect(refused.error.contains("it may name another server than your own"), "\(refused.error)")
    #expect(!program.hasDatabase())
  }

  @Test func wordsArePutAsideAndANamedServerIsUsed() throws {
    let program = try program("server: hn:\n")
    let refused = try program.run("post", "--title", "t", "--body", "-", input: "my words")
    #expect(refused.status == 1 && refused.error.contains("draft"), "\(refused.error)")
    let drafts = try program.run("drafts", "--json")
    #expect(drafts.output.contains("my words"))
    // The command line or a variable says which server it is.
    let data = program.home.appendingPathComponent("data").path
    #expect(try program.run("post", "--title", "t", "--data", data).status == 0)
    let variable = try program.run(
      "post", "--title", "t", environment: ["FIREFLY_SERVER": "http://127.0.0.1:9"])
    #expect(variable.error.contains("127.0.0.1"), "\(variable.error)")
    // Reading says whose posts these are not.
    let posts = try program.run("posts", "--limit", "1")
    #expect(posts.status == 0 && posts.error.contains("the whole file was ignored"))
  }

  /// A line for the server that names none: the words may be meant for another one than one's own.
  @Test(arguments: [
    "server:", "server: [http://127.0.0.1:1, http://127.0.0.1:2]", "server: {host: a}",
    "Server: http://127.0.0.1:1", "sever: http://127.0.0.1:1", "link", "linked folder",
  ])
  func aServerThatCanNotBeReadIsNotOnesOwn(_ line: String) throws {
    let program = try program(line + "\n")
    if line == "linked folder" {
      #expect(try program.shell("rm -r .config && ln -s nowhere .config").status == 0)
    }
    if line == "link" {
      #expect(try program.shell("cd .config/firefly && ln -sf nowhere config.yaml").status == 0)
    }
    let refused = try program.run("post", "--title", "t", "--body", "-", input: "my words")
    #expect(refused.status == 1 && refused.error.contains("draft"), "\(refused.error)")
    let named = try program.run("post", "--title", "t", "--server", "http://127.0.0.1:1")
    #expect(named.error.contains("127.0.0.1:1"), "\(named.error)")
  }

  @Test func aValueThatEndsInAColonHasASentence() throws {
    let program = try program("mouse: false\nserver: hn:\n")
    let check = try program.run("config", "--check")
    #expect(
      check.error.contains(
        "line 2: the value ends in a colon. Write server: hn, or use quotation marks, server: \"hn:\""
      ),
      "\(check.error)")
  }

  @Test(arguments: ["hn", "feed", "notes", "lobsters", "\"hn:\""])
  func sourcesCanBeNamedWithoutAColon(name: String) throws {
    let program = try program("server: \(name)\nsources.notes: /bin/true\n")
    let check = try program.run("config", "--check")
    #expect(check.status == 0 && check.error.isEmpty, "\(check.error)")
    let listed = try program.run("sources").output.split(separator: "\n")
      .map { $0.split(separator: "\t")[1] }
    #expect(!listed.contains { $0.hasSuffix(":") }, "\(listed)")
    #expect(listed.contains(Substring(name.filter { $0.isLetter })))
  }

  @Test func theScreenAndLineModeSayWhoseServerItIs() throws {
    let program = try program("server: hn:\n")
    let lines = try program.run("--accessible", input: "n\nmy title\n\n\n.\ns\nq\n")
    #expect(lines.output.contains("What you see is your own server"), "\(lines.output)")
    let terminal = try program.terminal([])
    try terminal.wait(for: "your own server")
    try terminal.send("n")
    try terminal.waitForRest()
    #expect(terminal.screenText.contains("your own server"))
    try terminal.send("<esc>")
    try terminal.wait(for: "welcome to firefly")
  }
}
