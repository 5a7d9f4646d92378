import Foundation
import OwnThreads
import Testing

/// How commands end: with which code, and with which words on standard error.
@Suite(.ownThreads) struct ExitTests {
  @Test func withoutATerminalPostsAreSuggested() throws {
    let result = try Program().run()
    #expect(result.status == 2)
    #expect(result.output == "")
    #expect(
      result.error
        == "firefly: No terminal. `firefly posts` prints posts, `firefly --accessible` uses line mode.\n"
    )
  }

  @Test(arguments: [
    (["--data", "/srv/other"], " --data /srv/other", " --data /srv/other"),
    (["--post", "12"], " --parent 12", " --post 12"),
    (
      ["--server", "http://127.0.0.1:9", "--post", "3"], " --server http://127.0.0.1:9 --parent 3",
      " --server http://127.0.0.1:9 --post 3"
    ),
    (
      ["open", "https://news.ycombinator.com/item?id=1"], " --server hn --parent 1",
      " --server hn --post 1"
    ),
  ])
  func whatIsSuggestedWithoutATerminalIsTheSamePlace(
    arguments: [String], list: String, lineMode: String
  ) throws {
    let program = try Program()
    let data = program.home.appendingPathComponent("other").path
    let result = try program.run(arguments.map { $0.replacing("/srv/other", with: data) })
    #expect(
      result.error.replacing(data, with: "/srv/other") == """
        firefly: No terminal. `firefly posts\(list)` prints posts, `firefly --accessible\(lineMode)` \
        uses line mode.

        """)
  }

  @Test(arguments: ["--version", "--help"])
  func askingIsNoFailure(option: String) throws {
    let result = try Program().run(option)
    #expect(result.status == 0)
    #expect(result.output.contains("firefly"))
    #expect(result.error == "")
  }

  @Test(arguments: [
    ["--post", "0"], ["posts", "--limit", "0"], ["posts", "--parent", "x"],
    ["serve", "--port", "65536"], ["import"], ["export", "--log-level", "loud"],
  ])
  func badUsage(arguments: [String]) throws {
    let result = try Program().run(arguments)
    #expect(result.status == 64)
    #expect(result.output == "")
    #expect(result.error.contains("Usage: firefly"))
  }

  @Test(arguments: [
    ("ftp://example.org", "it must begin with http:// or https://"),
    ("", "it is empty"),
    ("http://:80", "it has no host"),
    ("http://ada:secret@example.org", "it must not contain a user name or password"),
    ("http://example.org:70000", "a port is a number from 1 to 65535"),
  ])
  func refusedServersAreReportedWithTheReason(address: String, reason: String) throws {
    for arguments in [["posts", "--server", address], ["--server", address]] {
      let result = try Program().run(arguments)
      #expect(result.status == 64)
      #expect(result.error.contains(reason))
    }
  }

  @Test func anUnreachableServerIsAFailure() throws {
    let result = try Program().run("posts", "--server", "http://127.0.0.1:1")
    #expect(result.status == 1)
    #expect(result.error == "firefly: Can't reach 127.0.0.1:1.\n")
    let source = try Program().run(
      "posts", "--server", "hn:", environment: ["FIREFLY_SOURCE_HN": "http://127.0.0.1:1"])
    #expect(source.error == "firefly: Can't reach 127.0.0.1:1. Are you online?\n")
  }

  @Test func aHomeThatIsNoFolder() throws {
    let result = try Program().run("posts", environment: ["HOME": "/dev/null"])
    #expect(result.status == 1)
    #expect(
      result.error == """
        firefly: /dev/null/.local/share/firefly can't be used: Not a directory. \
        Name another folder with --data.

        """)
  }

  @Test(arguments: [["posts"], ["export"], ["import", "-"], ["serve", "--port", "0"]])
  func aDatabaseThatIsNoneIsNamed(arguments: [String]) throws {
    let program = try Program()
    let file = ".local/share/firefly/firefly.sqlite"
    try program.write(String(repeating: "no database. ", count: 400), to: file)
    chmod(program.home.appendingPathComponent(file).path, 0o600)
    let result = try program.run(arguments, input: "{\"posts\":[{\"title\":\"a\"}]}")
    #expect(result.status == 1)
    #expect(
      result.error.hasPrefix("firefly: \(program.home.path)/\(file) is damaged, or not a database"))
    #expect(result.error.count { $0 == "\n" } == 1)
  }

  @Test func noEndLeavesASocket() throws {
    let program = try Program()
    let full = try program.shell("echo q | \"$FIREFLY\" --accessible >/dev/full")
    #expect(full.status == 1)
    #expect(
      full.error == "firefly: Standard output can't be written: No space left on device.\n")
    #expect(try program.run("--accessible", input: "q\n").status == 0)
    #expect(try program.run("posts", "--parent", "99999").status == 1)
    for keys in ["q", "<c-c>"] {
      let terminal = try program.terminal([])
      try terminal.wait(for: "welcome to firefly")
      try terminal.send(keys)
      _ = try terminal.waitForExit()
    }
    let run = program.home.appendingPathComponent(".local/share/firefly/run").path
    #expect(try FileManager.default.contentsOfDirectory(atPath: run).isEmpty)
  }

  /// Foundation would like to have folders of its own.
  @Test func nothingIsLeftInTheHomeButFireflysOwn() throws {
    let program = try Program()
    #expect(try program.run("posts", "--limit", "1").status == 0)
    #expect(try program.run("posts", "--server", "http://127.0.0.1:1").status == 1)
    #expect(try program.run("export").status == 0)
    let found = try #require(FileManager.default.enumerator(atPath: program.home.path))
    let names = found.compactMap { $0 as? String }.filter { $0.hasPrefix(".") }
    #expect(names.contains(".local/share/firefly/firefly.sqlite"))
    let own = /\.(local(\/(share|state)(\/firefly(\/.*)?)?)?|cache(\/firefly(\/.*)?)?)/
    #expect(names.filter { $0.wholeMatch(of: own) == nil } == [])
  }

  @Test func aTerminalThatDrawsNothingIsSentToLineMode() throws {
    // script(1) gives it a terminal.
    let program = try Program()
    let dumb = try program.shell("TERM=dumb script -qec $FIREFLY /dev/null </dev/null")
    #expect(dumb.status == 2 && dumb.output.contains("firefly --accessible"), "\(dumb.output)")
    let unset = try program.shell("unset TERM; script -qec $FIREFLY /dev/null </dev/null")
    #expect(unset.status == 2 && unset.output.contains("TERM is not set."), "\(unset.output)")
  }
}
