import FireflyPrograms
import Foundation
import OwnThreads
import Testing

/// What is written about the program is true.
@Suite(.ownThreads) struct ManualTests {
  private static let commands =
    [[]] + OptionTests.Verb.allCases.map(\.words) + [
      ["feeds"], ["feed", "add"], ["feed", "remove"], ["member", "remove"], ["draft", "show"],
    ]

  private static let pages = [
    "firefly.1", "firefly-import.1", "firefly-serve.1", "firefly-config.5",
  ]

  private func read(_ path: String) throws -> String {
    try String(contentsOf: Program.package.appendingPathComponent(path), encoding: .utf8)
  }

  /// The long options in a text.
  private func options(in text: String) -> Set<String> {
    Set(text.matches(of: /--[a-z][a-z-]+/).map { String($0.0) })
  }

  @Test func theManualPageHasEveryOptionAndNoOther() throws {
    let program = try Program()
    let help = try Self.commands.map { try program.run($0 + ["--help"]).output }.joined()
    let manual = try ["firefly.1", "firefly-import.1", "firefly-serve.1"].map {
      try read("Documentation/\($0)")
    }
    .joined().replacing("\\-", with: "-")
    #expect(options(in: manual) == options(in: help))
  }

  @Test func thePageOfTheServerHasItsOptions() throws {
    let help = try Program().run("serve", "--help").output
    let general = try Program().run("--help").output
    let page = try read("Documentation/firefly-serve.1").replacing("\\-", with: "-")
    #expect(options(in: help).subtracting(options(in: general)).isSubset(of: options(in: page)))
  }

  @Test func theManualPagesHaveThisVersion() throws {
    let version = try Program().run("--version").output.split(separator: " ").last
    let number = try #require(version).trimmingCharacters(in: .whitespacesAndNewlines)
    for page in Self.pages {
      #expect(try read("Documentation/\(page)").contains("\"Firefly \(number)\""))
    }
    #expect(try read("CHANGELOG.md").contains("## \(number)"))
  }

  @Test func thePackagesThatMakeInstallsAreNamed() throws {
    let list = ChildProgram()
    let output = Pipe()
    list.executableURL = Program.package.appendingPathComponent("Tools/deps")
    list.arguments = ["--list"]
    list.standardOutput = output
    try list.run()
    let text = String(decoding: output.fileHandleForReading.remainingData(), as: UTF8.self)
    list.waitUntilExit()
    let packages = text.split(separator: "\n")
    #expect(packages.count > 8)
    let contributing = try read("CONTRIBUTING.md")
    for package in packages { #expect(contributing.contains(package)) }
  }

  @Test func theConfigurationInTheManualIsAccepted() throws {
    let manual = try read("Documentation/firefly-config.5").replacing("\\-", with: "-")
    let match = try #require(manual.firstMatch(of: /\.SH EXAMPLE\n\.nf\n((?:.+\n)+?)\.fi/))
    // Its server does not exist.
    let lines = match.1.split(separator: "\n").filter { !$0.hasPrefix("server:") }
    let program = try Program()
    try program.write(lines.joined(separator: "\n") + "\n", to: ".config/firefly/config.yaml")
    let result = try program.run("posts", "--limit", "1")
    #expect(result.status == 0)
    #expect(result.error == "")
  }

  /// What bash offers is what this machine knows: fields, places, drafts.
  @Test(arguments: [
    ("posts --fields", "", "summary"), ("posts --fields", "id,ti", "id,title"),
    ("posts --later --fields", "", "server"), ("draft list --fields", "", "poll_for"),
    ("users --fields", "name,", "name,id"), ("posts --server", "", "lobsters"),
    ("feed remove", "", "feed.example"), ("draft show", "", "DRAFT"),
  ])
  func namesAreCompleted(words: String, typed: String, offer: String) throws {
    let program = try Program()
    try program.write("http://feed.example/rss\n", to: ".local/share/firefly/feeds.txt")
    try program.write("#!/bin/sh\nexec \"$FIREFLY\" \"$@\"\n", to: "bin/firefly")
    // Nobody is signed in there, so that the words stay.
    _ = try program.run(
      "post", "--title", "x", "--server", "mastodon:127.0.0.1:1", input: "some words")
    let draft = try program.run("draft", "list", "--fields", "id").lines.first ?? ""
    let (line, all) = ("firefly \(words) \(typed)", words.split(separator: " "))
    let script = """
      chmod +x bin/firefly; "$FIREFLY" --generate-completion-script bash >script; . ./script
      COMP_WORDS=(firefly \(words) "\(typed)"); COMP_CWORD=\(all.count + 1); COMP_LINE="\(line)"; COMP_POINT=\(line.count)
      _firefly firefly "\(typed)" \(all[all.count - 1]); echo "${COMPREPLY[@]}"
      """
    let result = try program.shell(script, in: ["/bin/bash", "-c"])
    let expected = offer == "DRAFT" ? draft : offer
    #expect(!expected.isEmpty && result.output.contains(expected), "\(result.error)")
    // Only posts have parents, and not those of all places.
    #expect(words == "posts --fields" || !result.output.contains("parent"), "\(result.output)")
  }

  @Test(arguments: ["bash", "zsh", "fish"])
  func completionsAreGenerated(shell: String) throws {
    let result = try Program().run("--generate-completion-script", shell)
    #expect(result.status == 0)
    for word in ["no-motion", "export", "log-level"] { #expect(result.output.contains(word)) }
  }

  /// Without `man`, the page is plain text that has every word of the source.
  @Test(arguments: [("firefly", 1), ("import", 1), ("serve", 1), ("config", 5)])
  func aPageIsReadWithoutMan(page: String, section: Int) throws {
    let program = try Program()
    let result = try program.run("man", page, environment: ["PATH": "/nonexistent"])
    #expect(result.status == 0, "\(result.error)")
    #expect(result.output.hasPrefix("NAME\n    firefly"))
    #expect(result.lines.allSatisfy { !$0.hasPrefix(".") && !$0.contains("\\f") })
    if page == "firefly" { #expect(result.output.contains("▸ Cleo · 3 h · 2 replies")) }
    func words(_ text: String) -> Set<Substring> {
      Set(text.split { !($0.isLetter && $0.isASCII) }.filter { $0.count > 3 })
    }
    let file = page == "firefly" ? "firefly.1" : "firefly-\(page).\(section)"
    let source = try read("Documentation/\(file)").split(separator: "\n").dropFirst()
      .joined(separator: "\n").replacing(/\\f.|\\\(..|\\\[\w+\]|\\e/, with: "")
    #expect(words(source).subtracting(words(result.output)) == [])
  }

  @Test func anUnknownPageIsRefusedByName() throws {
    let result = try Program().run("man", "nothing")
    #expect(result.status == 64)
    #expect(result.error.contains("firefly-config, firefly-import, firefly-serve"))
  }
}
