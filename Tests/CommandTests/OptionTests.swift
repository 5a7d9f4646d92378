import FireflyPrograms
import Foundation
import OwnThreads
import TerminalHarness
import Testing

/// Every verb obeys each option that it takes, and refuses every other one in a sentence.
@Suite(.ownThreads) struct OptionTests {
  /// What follows the program's name; the terminal UI has none.
  enum Verb: String, CaseIterable {
    case browse = ""
    case posts, serve, export
    case add = "import"
    case login, logout, users
    case accounts = "account list"
    case whoami = "account show"
    case devices = "account devices"
    case drafts = "draft list"
    case members = "member list"
    case post, edit, move, delete, search, show, config, migrate, backup
    case notifications, vote, restore, follow, unfollow, mute, mark, favourite, boost, bookmark, pin

    var words: [String] { rawValue.split(separator: " ").map(String.init) }
    /// What it can't do without.
    var operands: [String] {
      switch self {
      case .add: ["-"]
      case .post: ["--title", "t"]
      case .edit: ["1", "--title", "t"]
      case .move: ["1", "--to", "root"]
      case .delete, .restore, .show, .vote, .favourite, .boost, .bookmark, .pin: ["1"]
      case .mark: ["1", "--read"]
      case .search: ["words"]
      case .migrate: ["--print"]
      case .backup: ["copy"]
      case .follow, .unfollow, .mute: ["@bob"]
      default: []
      }
    }
    /// The exit code in a new home: post 1 belongs to another user, deleting it needs a terminal for the question,
    /// and nobody can be followed there.
    var status: Int32 {
      switch self {
      case .delete: 2
      case .edit, .move, .backup, .restore, .notifications, .vote, .follow, .unfollow, .mute,
        .favourite,
        .boost, .bookmark, .pin:
        1
      default: 0
      }
    }
  }

  /// What is to be seen of an option.
  enum Row {
    case obeyed
    /// Exit code 64, and these words.
    case refused(String)
    /// Obeyed, but not with the value of the table: exit code 64, and these words.
    case limited(String)
    /// Obeyed elsewhere, or in other company; after the verb exit code 64, and these words.
    case elsewhere(String)
  }

  /// The options, each with a value that makes sense, and what every verb makes of it.
  private static let table: [String: (value: [String], rows: [Verb: Row])] = {
    let unknown = Row.refused("Unknown option")
    let isEmbedded = Row.refused("has no --server: it works on your own server only.")
    let isScreen = Row.refused("has no --post: that is an option of the terminal UI.")
    let isStill = Row.refused("has no --no-motion: that is an option of the terminal UI.")
    let isSpoken = Row.refused("has no --accessible: that is an option of the terminal UI.")
    let isUndriven = Row.refused("has no --automation: that is an option of the terminal UI.")
    let isBegun = Row.refused("has no --fresh: that is an option of the terminal UI.")
    let isNobody = Row.refused("has no --as: it uses no account.")
    let isSecond = Row.elsewhere("had already been set")
    func only(_ verbs: Verb..., otherwise row: Row) -> [Verb: Row] {
      let rows = Verb.allCases.map { ($0, verbs.contains($0) ? Row.obeyed : row) }
      return Dictionary(uniqueKeysWithValues: rows)
    }
    let isOfServices = only(otherwise: unknown).merging([
      .post: .elsewhere("are for services with accounts, such as Mastodon.")
    ]) { $1 }
    let isOfStatuses = isOfServices.merging([
      .edit: .elsewhere("are for services with accounts, such as Mastodon.")
    ]) { $1 }
    let all = Dictionary(uniqueKeysWithValues: Verb.allCases.map { ($0, Row.obeyed) })
    return [
      "--server": (
        ["http://127.0.0.1:1"],
        only(
          .browse, .posts, .login, .logout, .accounts, .whoami, .devices, .drafts, .post, .edit,
          .move, .delete, .restore, .search, .show, .users, .notifications, .vote,
          .follow, .unfollow, .mute, .mark, .favourite, .boost, .bookmark, .pin,
          otherwise: isEmbedded
        ).merging([
          .export: .limited("and on sources such as --server hn: only."),
          .config: .refused("has no --server: it shows your settings for all servers."),
        ]) { $1 }
      ),
      "--data": (["there"], all),
      "--database": (
        ["postgres://nobody@127.0.0.1:1/posts"],
        only(.serve, .export, .add, .members, otherwise: unknown)
      ),
      "--quiet": ([], all),
      "--no-input": ([], all),
      "--log-level": (["error"], all),
      "--post": (["1"], only(.browse, .export, otherwise: isScreen)),
      "--no-motion": ([], only(.browse, otherwise: isStill)),
      "--accessible": ([], only(.browse, otherwise: isSpoken)),
      "--automation": (["0"], only(.browse, otherwise: isUndriven)),
      "--fresh": ([], only(.browse, otherwise: isBegun)),
      "--parent": (["1"], only(.posts, .post, otherwise: unknown)),
      "--tree": ([], only(.posts, otherwise: unknown)),
      "--list": (["everyone"], only(.posts, otherwise: unknown)),
      "--later": ([], only(.posts, otherwise: unknown)),
      "--unread": ([], only(.posts, otherwise: unknown).merging([.mark: isSecond]) { $1 }),
      "--read": ([], only(.mark, otherwise: unknown)),
      "--saved": ([], only(otherwise: unknown).merging([.mark: isSecond]) { $1 }),
      "--silenced": ([], only(otherwise: unknown).merging([.mark: isSecond]) { $1 }),
      "--watched": ([], only(otherwise: unknown).merging([.mark: isSecond]) { $1 }),
      "--thread": ([], only(.show, otherwise: unknown)),
      "--web": ([], only(.show, otherwise: unknown)),
      "--to-me": ([], only(.posts, otherwise: unknown)),
      "--json": (
        [],
        only(
          .posts, .drafts, .post, .edit, .move, .delete, .search, .show, .users, .notifications,
          .vote, .follow, .unfollow, .mute, .accounts, .whoami, .devices, .members, .config,
          otherwise: unknown)
      ),
      "--fields": (
        ["id"],
        only(.posts, .search, .show, .users, .devices, .drafts, .notifications, otherwise: unknown)
          .merging([
            .members: .elsewhere("There are email, name, date, invited, devices."),
            .config: .elsewhere("There are name, value, origin."),
            .accounts: .elsewhere("There are handle, name, server, current."),
            .whoami: .elsewhere("There are handle, name, server, current."),
          ]) { $1 }
      ),
      "--limit": (["1"], only(.posts, .search, .users, otherwise: unknown)),
      "--all": ([], only(.posts, otherwise: unknown)),
      "--before": (["1"], only(.posts, otherwise: unknown)),
      "--after": (["1"], only(.posts, otherwise: unknown)),
      "--host": (["::1"], only(.serve, otherwise: unknown)),
      "--port": (["0"], only(.serve, otherwise: unknown)),
      "--host-name": (["posts.example.org"], only(.serve, otherwise: unknown)),
      "--trusted-proxy": (["10.0.0.0/8"], only(.serve, otherwise: unknown)),
      "--connections": (["600"], only(.serve, otherwise: unknown)),
      "--database-connections": (["4"], only(.serve, otherwise: unknown)),
      "--metrics-listen": (["127.0.0.1:0"], only(.serve, otherwise: unknown)),
      "--uploads": (
        ["pictures"], only(.serve, .export, .add, .migrate, .backup, otherwise: unknown)
      ),
      "--open": ([], only(.serve, otherwise: unknown)),
      "--readers": (["members"], only(.serve, otherwise: unknown)),
      "--replies": (["owner"], only(.serve, otherwise: unknown)),
      "--registration": (["invited"], only(.serve, otherwise: unknown)),
      "--newcomers": (["200"], only(.serve, otherwise: unknown)),
      "--mail-command": (["true"], only(.serve, otherwise: unknown)),
      "--flat": ([], only(.export, otherwise: unknown)),
      "--opml": ([], only(.export, otherwise: unknown)),
      "--markdown": (["there"], only(.export, otherwise: unknown)),
      "--html": (["there"], only(.export, otherwise: unknown)),
      "--threads": ([], only(.export, otherwise: unknown)),
      "--address": (["https://example.org/"], only(.export, otherwise: unknown)),
      "--as": (
        ["work notes"],
        // Of an import, it names a file.
        only(.add, otherwise: .limited("Your own server has one account, yours.")).merging([
          .login: .refused("has no --as: it adds an account."),
          .accounts: .refused("has no --as: it lists them all."),
          .drafts: .limited("Use --as with --server."),
          .export: .limited("Use --as with --server."),
          .serve: isNobody, .config: isNobody, .members: isNobody, .migrate: isNobody,
          .backup: isNobody,
        ]) { $1 }
      ),
      "--for": (["7d"], only(.mute, otherwise: unknown)),
      "--except-notices": ([], only(.mute, otherwise: unknown)),
      "--off": (
        [],
        only(.mute, .favourite, .boost, .bookmark, .pin, otherwise: unknown)
          .merging([.mark: .elsewhere("Use --read and --unread without --off.")]) { $1 }
      ),
      "--kind": (["mentions"], only(.notifications, otherwise: unknown)),
      "--new": ([], only(.notifications, otherwise: unknown)),
      "--private": ([], only(.add, otherwise: unknown)),
      "--since": (["2024-01-01"], only(.add, otherwise: unknown)),
      "--again": ([], only(.post, .add, otherwise: unknown)),
      "--pictures": ([], only(.add, otherwise: unknown)),
      "--verbose": ([], only(.add, otherwise: unknown)),
      "--from": (["json"], only(.add, .migrate, otherwise: unknown)),
      "--code": (["1234"], only(.login, otherwise: unknown)),
      "--forget": ([], only(.logout, otherwise: unknown)),
      "--revoke": (["1"], only(.devices, otherwise: unknown)),
      "--revoke-all": ([], only(.devices, otherwise: unknown)),
      "--name": (["x"], only(.add, otherwise: unknown)),
      "--quota": (["none"], only(.serve, otherwise: unknown)),
      "--print": (["0123456789abcdef"], only(.migrate, otherwise: unknown)),
      "--discarded": ([], only(.drafts, otherwise: unknown)),
      "--title": (["t"], only(.post, .edit, .export, otherwise: unknown)),
      "--summary": (["s"], only(.post, .edit, otherwise: unknown)),
      "--body": (["-"], only(.post, .edit, otherwise: unknown)),
      "--image": (["p.png"], only(.post, .edit, otherwise: unknown)),
      "--visibility": (["quiet"], isOfServices),
      "--warning": (["fog"], isOfStatuses),
      "--language": (["en"], isOfStatuses),
      "--alt": (["a lamp"], isOfStatuses),
      "--poll": (["Tea"], isOfServices),
      "--poll-for": (["7d"], isOfServices),
      "--poll-several": ([], isOfServices),
      "--template": (["post"], only(.post, otherwise: unknown)),
      "--to": (["root"], only(.move, .migrate, otherwise: unknown)),
      "--yes": ([], isOfServices.merging([.delete: .obeyed]) { $1 }),
      "--version": ([], all),
      "--help": ([], all),
    ]
  }()

  /// Two posts, one below the other.
  private static let document = #"{"posts":[{"title":"above","children":[{"title":"below"}]}]}"#

  @Test func theTableHasEveryOptionOfEveryVerb() throws {
    for verb in Verb.allCases {
      let help = try Program().run(verb.words + ["--help"]).output
      // What stands above them are examples.
      let options = help.components(separatedBy: "OPTIONS:").dropFirst().joined()
      let names = Set(options.matches(of: /--[a-z][a-z-]+/).map { String($0.0) })
      for name in names {
        switch Self.table[name]?.rows[verb] {
        case .obeyed, .limited, .elsewhere: break
        case .refused, nil: Issue.record("\(verb) has \(name), and the table doesn't")
        }
      }
    }
    #expect(Self.table.values.allSatisfy { $0.rows.count == Verb.allCases.count })
  }

  @Test(arguments: Self.table.keys.sorted(), Verb.allCases)
  func unknownOptionsOfACommandAreRefused(option: String, verb: Verb) throws {
    let entry = try #require(Self.table[option])
    let words: String
    switch entry.rows[verb] {
    case .refused(let sentence), .limited(let sentence), .elsewhere(let sentence):
      words = sentence
    case .obeyed, nil: return
    }
    let given = [option] + entry.value
    // Before the verb or after it, nothing is passed over in silence.
    let isElsewhere = if case .elsewhere? = entry.rows[verb] { true } else { false }
    let orders =
      isElsewhere
      ? [verb.words + verb.operands + given]
      : verb == .browse
        ? [given] : [verb.words + verb.operands + given, given + verb.words + verb.operands]
    for arguments in orders {
      let program = try Program()
      let result = try program.run(arguments, input: Self.document)
      #expect(result.status == 64)
      #expect(result.output == "")
      // Words of the parser may stand on several lines.
      #expect(result.error.replacing("\n", with: " ").contains(words))
      #expect(!program.hasDatabase())
    }
  }

  @Test(arguments: [
    ("sources", "it lists what --server can name."), ("man", "the manual is part of the program."),
    ("article", "it reads the page that you name."), ("keep", "it works on your own server only."),
  ])
  func commandsWithoutAServerSayWhy(verb: String, reason: String) throws {
    let page = ["article", "keep"].contains(verb) ? ["https://example.org/"] : []
    let result = try Program().run([verb] + page + ["--server", "http://127.0.0.1:1"])
    #expect(result.status == 64)
    #expect(
      result.error.replacing("\n", with: " ").contains("`\(verb)` has no --server: \(reason)"))
  }

  @Test(arguments: Verb.allCases.filter { ![.accounts, .config, .migrate, .backup].contains($0) })
  func theFolderIsObeyed(verb: Verb) throws {
    for folder in ["there", "and/over there"] {
      let program = try Program()
      try use(program, verb, ["--data", folder])
      #expect(program.hasDatabase(in: folder))
      #expect(!program.hasDatabase())
    }
  }

  /// Shells leave `~/` in `--data=~/posts`: it is the home of HOME for every verb, not a folder with that name.
  @Test func theHomeIsThatOfTheUser() throws {
    let program = try Program()
    try program.write("# a note", to: "user/note.md")
    let home = ["HOME": program.home.path + "/user"]
    for arguments in [
      ["import", "--data=~/posts", "~/note.md"], ["backup", "--data", "~/posts", "~/copy"],
      ["export", "--data=~/posts", "--markdown=~/notes"],
      ["export", "--data=~/posts", "--html", "~/pages"],
    ] {
      let result = try program.run(arguments, environment: home)
      #expect(result.status == 0, "\(arguments): \(result.error)")
    }
    for name in ["posts", "copy", "notes", "pages"] {
      #expect(
        FileManager.default.fileExists(atPath: "\(program.home.path)/user/\(name)"), "\(name)")
    }
    // A text stays as it is.
    let post = try program.run(
      ["post", "--title", "~/here", "--data=~/posts"], input: "b", environment: home)
    #expect(post.status == 0, "\(post.error)")
    let posts = try program.run(["posts", "--limit", "1", "--data=~/posts"], environment: home)
    #expect(posts.output.contains("~/here"))
  }

  @Test(arguments: Verb.allCases) func anEmptyFolderIsRefused(verb: Verb) throws {
    let program = try Program()
    for (arguments, words) in [
      (["--data", ""], "Name a folder."), (["--data="], "Missing value"),
    ] {
      let result = try program.run(verb.words + verb.operands + arguments)
      #expect(result.status == 64)
      #expect(result.error.contains(words))
    }
    #expect(!program.hasDatabase())
  }

  @Test(arguments: Verb.allCases) func theLogLevelIsObeyed(verb: Verb) throws {
    let (silent, talking) = (try Program(), try Program())
    try use(silent, verb, ["--log-level", "error"])
    #expect(silent.log == nil)
    try use(talking, verb, ["--log-level", "debug"])
    #expect(talking.log?.isEmpty == false)
  }

  @Test(arguments: [Verb.browse, .posts, .users]) func theServerIsObeyed(verb: Verb) throws {
    let (here, there) = (try Program(), try Program())
    let own = try #require(there.run("users", "--limit", "1").output.firstMatch(of: /^[0-9]+/))
    // A profile of a name only is nobody's but its owner's.
    let profile = ["--title", "Nia There", "--summary", "of there"]
    #expect(try there.run(["edit", String(own.0)] + profile, input: "Words.").status == 0)
    _ = try there.run("import", "-", input: Self.document)
    let (process, output) = try there.start("serve", "--port", "0")
    defer { process.terminate() }
    let server = ["--server", try Program.address(in: output)]
    if verb != .browse {
      let result = try here.run(verb.words + server)
      #expect(result.output.contains(verb == .posts ? "\tabove\t" : "\tNia There"))
    } else {
      let session = try here.terminal(server)
      try session.wait(for: "above")
      try session.send("q")
      #expect(try session.waitForExit() == .code(0))
    }
    #expect(!here.hasDatabase())
  }

  /// Which posts are meant must never be a guess.
  @Test(arguments: [Verb.browse, .posts])
  func aServerAndAFolderContradictEachOther(verb: Verb) throws {
    let program = try Program()
    let result = try program.run(
      verb.words + ["--server", "http://127.0.0.1:1", "--data", "there"])
    #expect(result.status == 64)
    #expect(result.error.contains("Use either --data"))
    #expect(!program.hasDatabase(in: "there"))
  }

  @Test func aFolderWinsOverAConfiguredServer() throws {
    let program = try Program()
    try program.write("server: http://127.0.0.1:1\n", to: ".config/firefly/config.yaml")
    _ = try program.run("import", "-", "--data", "there", input: Self.document)
    let result = try program.run("posts", "--data", "there")
    #expect(result.status == 0)
    #expect(result.output.contains("\tbelow\t"))
    // Not even one that is misspelt.
    try program.write("server: nonsense\n", to: ".config/firefly/config.yaml")
    #expect(try program.run("posts", "--data", "there").output == result.output)
  }

  @Test func wherePostsAreReadIsObeyed() throws {
    let program = try Program()
    let id = try #require(program.run("import", "-", input: Self.document).lines.first)
    #expect(try program.run("posts", "--parent", id).lines.count == 1)
    #expect(try program.run("posts", "--tree").output.contains("\t  below\t"))
    #expect(try program.run("posts", "--json").output.hasPrefix("{"))
    #expect(try program.run("posts", "--limit", "1").lines.count == 1)
    #expect(try program.run("export", "--flat").lines.count > 1)
    let session = try program.terminal(["--post", id])
    try session.wait(until: "the path") { $0.screenRows[0].contains("above") }
    try session.wait(for: "below")
  }

  @Test func freshIsObeyed() throws {
    let program = try Program()
    _ = try program.run("import", "-", input: Self.document)
    for (arguments, place) in [([], "1 of"), ([], "2 of"), (["--fresh"], "1 of")] {
      let session = try program.terminal(arguments)
      try session.wait(for: place)
      if arguments.isEmpty, place == "1 of" {
        try session.send("j")
        try session.wait(for: "2 of")
      }
      try session.send("q")
      _ = try session.waitForExit()
    }
  }

  @Test func noMotionIsObeyed() throws {
    let program = try Program()
    let document = #"{"posts":[{"title":"above","body":"unmistakable words"}]}"#
    _ = try program.run("import", "-", input: document)
    let session = try program.terminal(["--no-motion"])
    try session.wait(for: "1 of")
    try session.waitForRest()
    let frames = try session.frames {
      try session.send("<enter>")
      try session.wait(for: "unmistakable")
    }
    #expect((1...2).contains(frames.count))
  }

  @Test func whereToListenIsObeyed() throws {
    let program = try Program()
    let (process, output) = try program.start("serve", "--host", "127.0.0.2", "--port", "0")
    defer { process.terminate() }
    let line = String(decoding: output.fileHandleForReading.nextData(), as: UTF8.self)
    let address = try #require(line.firstMatch(of: /http:\/\/127\.0\.0\.2:(\d+)/))
    let port = String(address.1)
    #expect(port != "0")
    #expect(try Program().run("serve", "--host", "127.0.0.2", "--port", port).status == 1)
  }

  @Test(arguments: Verb.allCases) func versionAndHelpAreNeverRefused(verb: Verb) throws {
    for option in ["--version", "--help"] {
      let result = try Program().run(verb.words + [option])
      #expect(result.status == 0)
      #expect(result.output.contains("firefly"))
    }
  }

  /// Lets a verb do its work, whatever that is, to its end.
  private func use(_ program: Program, _ verb: Verb, _ options: [String]) throws {
    switch verb {
    case .browse:
      let session = try program.terminal(options)
      try session.wait(matching: #"1 of \d"#)
      try session.send("q")
      #expect(try session.waitForExit() == .code(0))
    case .serve:
      let (process, output) = try program.start(
        verb.words + ["--port", "0"] + options)
      _ = try Program.address(in: output)
      process.terminate()
      process.waitUntilExit()
    default:
      let result = try program.run(verb.words + verb.operands + options, input: Self.document)
      #expect(result.status == verb.status)
    }
  }
}
