import Foundation
import OwnThreads
import Testing

/// What the command line says of itself, and of what it doesn't find.
@Suite(.ownThreads) struct CommandLineTests {
  private static let file = ".config/firefly/config.yaml"

  @Test func theHelpNamesAnExampleTheSettingsAndTheManual() throws {
    let help = try Program().run("--help").output
    for words in ["firefly post --title", "config.yaml", "man firefly"] {
      #expect(help.contains(words), "\(help)")
    }
    // The verbs stand by how often they are used.
    let places = [
      "\n  posts ", "\n  search ", "\n  post ", "\n  login ", "\n  serve ", "\n  import ",
    ]
    .compactMap { help.range(of: $0)?.lowerBound }
    #expect(places.count == 6 && places == places.sorted())
  }

  @Test func aCapitalVIsTheVersion() throws {
    let program = try Program()
    let result = try program.run("-V")
    #expect(result.status == 0)
    #expect(try result.output == program.run("--version").output)
    #expect(try program.run("--help").output.contains("  -V "))
  }

  @Test(
    arguments: [
      (["", "posts", "search", "users"], "such as hn:."), (["export"], "Read this source"),
      (["post", "edit", "move", "delete", "whoami"], "Use this server instead of your own.\n"),
      (["login", "logout", "devices"], "The server.\n"), (["drafts"], "Only those for"),
    ])
  func eachCommandSaysWhatItsServerMayBe(verbs: [String], words: String) throws {
    let program = try Program()
    for verb in verbs {
      let help = try program.run((verb.isEmpty ? [] : [verb]) + ["--help"]).output
        .replacing(/\n {10,}/, with: " ")
      let option = try #require(help.firstMatch(of: /--server <url> .*\n/)).0
      #expect(option.contains(words), "\(verb): \(option)")
      #expect(option.contains("hn:") == ["", "posts", "search", "users", "export"].contains(verb))
    }
  }

  @Test func theServerMayPrecedeTheCommand() throws {
    let program = try Program()
    for verb in [OptionTests.Verb.posts, .search, .users, .post, .edit, .move, .delete] {
      let result = try program.run(
        ["--server", "http://127.0.0.1:1"] + verb.words + verb.operands
          + (verb == .delete ? ["--yes"] : []))
      #expect(result.error.contains("127.0.0.1:1"), "\(verb): \(result.error)\(result.output)")
      #expect(result.status == 1, "\(verb)")
    }
  }

  @Test func thereIsNoHelpForAnUnknownCommand() throws {
    let program = try Program()
    let result = try program.run("help", "nosuch")
    #expect(result.status == 64 && result.output == "")
    #expect(result.error.contains("No command “nosuch”."), "\(result.error)")
    #expect(try program.run("help", "psots").error.contains("Did you mean posts?"))
    let known = try program.run("help", "posts")
    #expect(known.status == 0 && known.output.contains("--tree"))
    #expect(try program.run("help").status == 0)
  }

  /// What is wrong is a sentence, and shows what is right.
  @Test(arguments: [
    ("posts --limit x", "'--limit <n>'. Write, for example, --limit 20.\n"),
    ("edit x", "'<id>'. Write, for example, 12.\n"),
    ("serve --quota x", "Write, for example, --quota pictures=1GB,posts=100/h.\n"),
    ("serve --metrics-listen x", "Write, for example, --metrics-listen 127.0.0.1:9090.\n"),
    ("post --titel x", "Did you mean '--title'?\n"), ("posts --bogus", "'--bogus'.\n"),
    ("move 1", "'--to <id>'.\n"), ("hn foo", "'foo'.\n"),
  ])
  func wrongArgumentsShowRightOnes(_ words: String, _ end: String) throws {
    let result = try Program().run(words.split(separator: " ").map(String.init))
    #expect(result.status == 64)
    #expect(result.error.contains(end), "\(result.error)")
  }

  @Test func unknownCommandsAreNamed() throws {
    let program = try Program()
    for (name, guess) in [("psots", " Did you mean posts?"), ("9", "")] {
      let result = try program.run(name, "--json")
      #expect(result.status == 64 && result.output == "")
      #expect(
        result.error
          == "firefly: No command “\(name)”.\(guess) `firefly --help` lists them.\n")
    }
  }

  @Test func flagsMayPrecedeAnAddress() throws {
    let program = try Program()
    for flags in [[], ["--no-motion"], ["--fresh", "--no-motion"]] {
      let result = try program.run(flags + ["https://example.org/x"])
      #expect(result.error.contains("Not a page of a source."), "\(result.error)")
    }
    // An address without a path is that of a server.
    for address in ["http://127.0.0.1:1", "HTTP://127.0.0.1:1/"] {
      let result = try program.run(address)
      #expect(!result.error.contains("page"), "\(result.error)")
      #expect(result.error.contains("--server"), "\(result.error)")
    }
    let server = try program.run("--server", "https://example.org/x")
    #expect(!server.error.contains("page"), "\(server.error)")
  }

  @Test func postsWithANumberHintsAtParent() throws {
    let program = try Program()
    let number = try program.run("posts", "9")
    #expect(number.status == 64)
    #expect(number.error.contains("To print the replies to post 9, use --parent 9."))
    #expect(try program.run("posts", "x").error.contains("Unexpected argument “x”."))
    #expect(try program.run("posts", "--help").output.contains("unexpected") == false)
  }

  /// Words after `post` are not its text; what is says so.
  @Test func aTextAsAnArgumentSaysWhereTextsComeFrom() throws {
    let program = try Program()
    let result = try program.run("post", "Hello there")
    #expect(result.status == 64 && result.output.isEmpty)
    #expect(result.error.contains("Unexpected argument “Hello there”."), "\(result.error)")
    #expect(result.error.contains("standard input"), "\(result.error)")
    let unknown = try program.run("post", "Hello", "--nothing")
    #expect(unknown.error.contains("--nothing"), "\(unknown.error)")
    #expect(try program.run("post", "--help").output.contains("unexpected") == false)
  }

  @Test(arguments: [["posts"], ["search", "x"], ["users"]])
  func negativeNumbersAreInvalidNotMissing(verb: [String]) throws {
    let result = try Program().run(verb + ["--limit", "-1"])
    #expect(result.status == 64)
    #expect(result.error.contains("--limit must be 1 or more."), "\(result.error)")
  }

  @Test func emptySearchesAreReported() throws {
    let program = try Program()
    let search = try program.run("search", "nosuchword")
    #expect(search.status == 0 && search.output == "")
    #expect(search.error == "firefly: Nothing found.\n")
    #expect(try program.run("search", "nosuchword", "--json").error == "")
    let devices = try program.run("devices")
    #expect(devices.status == 0 && devices.output == "")
    #expect(devices.error.contains("No devices"))
  }

  @Test func aPostThatIsNotThereHasOneSentence() throws {
    let program = try Program()
    // First: later there is a draft of a reply to that post, and a question about it may hide the note.
    let session = try program.terminal(["--post", "99999"])
    try session.wait(for: "No post 99999.")
    try session.send("q")
    _ = try session.waitForExit()
    let verbs = [
      ["posts", "--parent", "99999"], ["edit", "99999", "--title", "t"],
      ["delete", "99999", "--yes"], ["move", "99999", "--to", "root"],
      ["post", "--title", "t", "--parent", "99999"],
    ]
    for arguments in verbs {
      let result = try program.run(arguments, input: "words")
      #expect(result.status == 1)
      #expect(result.error.contains("No post 99999."), "\(arguments): \(result.error)")
    }
  }

  @Test func checkRefusesWhatCantWork() throws {
    for (line, words) in [
      ("spelling: xx_XX", "no dictionary for xx_XX"), ("server: nonsense", "http://nonsense"),
    ] {
      let program = try Program()
      try program.write(line + "\n", to: Self.file)
      let result = try program.run("config", "--check")
      #expect(result.status == 1)
      #expect(result.error.contains(words), "\(result.error)")
    }
    for line in ["server: localhost", "server: http://nas", "server: nas:8080", "spelling: none"] {
      let program = try Program()
      try program.write(line + "\n", to: Self.file)
      let result = try program.run("config", "--check")
      #expect(result.status == 0, "\(line): \(result.error)")
    }
  }

  /// It changes nothing, and what it shows is what holds: without the signs of comments, it is a
  /// configuration of defaults.
  @Test func theConfigurationThatIsWrittenIsTheDefault() throws {
    let program = try Program()
    let plain = try program.run("config").lines.dropFirst()
    let result = try program.run("config", "--write")
    #expect(result.status == 0 && result.output.contains("config.yaml"))
    #expect(try program.run("config", "--check").status == 0)
    #expect(try program.run("config").lines.dropFirst() == plain)
    let file = program.home.appendingPathComponent(Self.file)
    let text = try String(contentsOf: file, encoding: .utf8)
    #expect(text.contains("# Animations: full"))

    let again = try program.run("config", "--write")
    #expect(again.status == 1 && again.error.contains("already exists"))
    #expect(try String(contentsOf: file, encoding: .utf8) == text)

    let lines = text.split(separator: "\n").map { line -> String in
      let isSetting = line.hasPrefix("#  ") || line.hasPrefix("#") && !line.hasPrefix("# ")
      return isSetting ? String(line.dropFirst()) : String(line)
    }
    try program.write(
      // Neither the server nor the files exist.
      lines.filter { line in
        !["server:", "ca-file:", "sources.notes:"].contains { line.hasPrefix($0) }
      }.joined(separator: "\n") + "\n", to: Self.file)
    let check = try program.run("config", "--check")
    #expect(check.status == 0, "\(check.error)")
    func values(_ lines: some Sequence<String>) -> [String] {
      lines.map { String($0.prefix { $0 != "#" }) }.filter { !$0.contains("dusk") }
    }
    let shown = try program.run("config").lines.dropFirst()
    let keys = Set(values(plain))
    #expect(values(shown).filter { !keys.contains($0) }.count < 20)
  }

  /// Help fits a terminal of 80 columns, that of every command.
  @Test func helpFits80Columns() throws {
    let program = try Program()
    let help = try program.run("--help").output
    let names = help.components(separatedBy: "SUBCOMMANDS:").last?.split(separator: "\n")
      .compactMap { $0.firstMatch(of: #/^ {2}(\w+) /#).map { String($0.1) } }
    for name in try #require(names) {
      let lines = try program.run(name, "--help").output.split(separator: "\n")
      #expect(lines.allSatisfy { $0.count <= 80 }, "\(name)")
    }
    #expect(help.split(separator: "\n").allSatisfy { $0.count <= 80 })
  }

  /// With --quiet a verb prints its result, and nothing of what it did.
  @Test(arguments: [
    (["import", "-"], #"{"posts":[{"title":"one"}]}"#),
    (["import", "--from", "markdown", "-"], "# a"),
    (["account", "list"], ""), (["search", "zzzqq"], ""), (["draft", "list"], ""),
    (["feed", "list"], ""),
    (["export", "--markdown", "notes"], ""), (["backup", "copy"], ""), (["config", "write"], ""),
  ])
  func quietVerbsPrintResultsOnly(_ words: [String], _ input: String) throws {
    let program = try Program()
    _ = try program.run("posts", "--limit", "1")
    let result = try program.run(words + ["--quiet"], input: input)
    #expect(result.status == 0 && result.error == "", "\(result.error)")
    #expect(result.lines.allSatisfy { Int($0) != nil }, "\(result.output)")
  }

  /// What would be asked is said, before anything is done.
  @Test(arguments: [
    (["delete", "1"], "Nothing is asked with --no-input. Use --yes"),
    (["login"], "Nothing is asked with --no-input, and this would be: "),
  ])
  func nothingIsAskedWithoutInput(_ words: [String], _ sentence: String) throws {
    let program = try Program()
    let place = words == ["login"] ? ["--server", "http://127.0.0.1:1"] : []
    let result = try program.run(words + place + ["--no-input"], input: "yes\n")
    #expect(result.status == 2 && result.error.contains(sentence), "\(result.error)")
    #expect(try words[0] != "delete" || program.run("show", "1").status == 0)
  }
}
