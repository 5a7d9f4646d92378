import Eventually
import Foundation
import PlainServer
import SourceFakes
import TerminalHarness
import Testing

/// A home with an account at a place, where a post waits for a reply.
final class DoorHouse {
  private let place: DoorPlace
  private let text: DoorText
  private let home: FireflyHome
  private let plain: PlainServer
  private let fake: FakeInstance
  /// Another Firefly server, with the home of its data.
  private var server: ServeProcess?
  private let house: FireflyHome
  private let port: String
  private var parent = ""
  private var options: [String] = []

  init(_ place: DoorPlace, for text: DoorText = .reply) async throws {
    (self.place, self.text) = (place, text)
    (home, house) = (try FireflyHome(), try FireflyHome())
    // Those of the service are on no server.
    try home.configure("pictures: none\n")
    plain = try await PlainServer()
    // A port that is free: what the screen says of it may give way to news of the draft.
    let spare = try await PlainServer()
    port = String(spare.address.split(separator: ":").last ?? "")
    await spare.stop()
    var status = FakeInstance.Status(1, by: "bob", "A first status.")
    status.language = "sv"
    fake = try await FakeInstance([status])
    for picture in pictures { try Data(Self.lamp).write(to: URL(fileURLWithPath: picture)) }
    switch place {
    case .own: parent = try home.add(SamplePost(title: "A first status."))
    case .remote:
      let server = try ServeProcess(home: house)
      (self.server, options) = (server, ["--server", server.address])
      _ = try run("login", "ada@example.org")
      let code = try server.waitForCode(of: "ada@example.org")
      #expect(try run("login", "ada@example.org", "--code", code).status == 0)
      parent = try run("post", "--title", "A first status.").output.filter(\.isNumber)
    case .plain:
      parent = "\(plain.add("A first status."))"
      options = ["--server", plain.address]
      _ = try run("login", "ada@example.org")
      let code = try #require(plain.code(of: "ada@example.org"))
      #expect(try run("login", "ada@example.org", "--code", code).status == 0)
    case .mastodon:
      options = ["--server", "mastodon:m.example"]
      fake.letIn("ada")
      _ = try run("login")
      #expect(try run("login", "--code", "code").status == 0)
      parent = String(try run("posts").output.prefix { $0.isNumber })
    }
    try home.write(fill, to: "fill")
    // One that changes nothing would be asked about: its window may be open.
    try home.write("sed -i 's/^# .*/# seen/' \"$1\"\n", to: "look")
  }

  /// Whether it has the fields of a service: a saved search has those of others.
  private var isOfService: Bool { place == .mastodon && text == .reply }

  /// The folder of what sources keep on this machine.
  private var searches: String { home.path + "/state/firefly/sources" }

  /// What a person types into the document of an editor, as a script.
  private var fill: String {
    let fields =
      isOfService
      ? [
        ("warning", "hush"), ("readers", "followers"), ("language", "de"),
        ("description", "a lamp"),
      ]
      : [("title", "hush"), ("summary", "In short.")]
    let lines = fields.map { "s/^\($0.0):.*/\($0.0): \($0.1)/" }.joined(separator: "; ")
    return "sed -i '\(lines)' \"$1\"\nprintf 'kept words\\n' >> \"$1\"\n"
  }

  /// The pictures of the text; a plain server takes one.
  private var pictures: [String] {
    switch text {
    case .search: []
    case .reply: (place == .plain ? ["lamp"] : ["lamp", "ship"]).map { "\(home.path)/\($0).gif" }
    }
  }

  /// The command that writes it, without its fields.
  private var command: [String] {
    text == .reply ? ["post", "--parent", parent] : ["post", "--template", "query"]
  }

  /// The options with which the program begins where it is written.
  private var beginning: [String] { text == .reply ? ["--post", parent] : [] }

  /// A GIF of one point.
  private static let lamp: [UInt8] =
    Array("GIF89a".utf8) + [1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255] + [
      0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0, 0x3B,
    ]

  private func environment(_ editor: String) -> [String: String] {
    ["FIREFLY_SOURCE_MASTODON": fake.server.address, "VISUAL": "sh \(home.path)/\(editor)"]
  }

  @discardableResult
  private func run(_ words: String..., input: String = "") throws -> TemporaryHome.Result {
    try run(words, input: input)
  }

  private func run(_ words: [String], input: String = "") throws -> TemporaryHome.Result {
    try home.run(words + options, input: input, environment: environment("look"))
  }

  // MARK: The fields

  /// The drafts, as `firefly draft list --json` has them.
  var drafts: [[String: Any]] {
    get throws {
      let output = try home.run(["drafts", "--json"]).output
      let object = try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any]
      return try #require(object?["drafts"] as? [[String: Any]])
    }
  }

  /// The fields of the only draft that are not empty.
  var kept: [String: String] {
    get throws {
      #expect(try drafts.count == 1)
      let draft = try #require(drafts.first)
      // The first one is the card's; further ones stand in the text, or beside it.
      let pictures = draft["pictures"] as? [[String: Any]] ?? []
      let beside = String(repeating: " [picture]", count: max(0, pictures.count - 1))
      // The file that was named may be gone by now.
      let image = (pictures.first?["address"] as? String).map {
        $0.contains("/drafts/") && FileManager.default.fileExists(atPath: $0) ? "a copy" : $0
      }
      return Self.row([
        "title": draft["title"], "summary": draft["summary"],
        "body": (draft["body"] as? String).map { Self.body($0) + beside }, "picture": image,
        "readers": draft["readers"], "language": draft["language"],
        "description": pictures.first?["description"],
        "account": (draft["account"] as? String).map(Self.name),
        "place": (draft["post"] as? Int).map { "\($0)" == parent ? "reply" : "reply to \($0)" }
          ?? draft["kind"],
      ])
    }
  }

  /// The fields of the post that came last, as its place has them.
  var sent: [String: String] {
    get throws {
      switch place {
      case .own, .remote:
        let data = place == .own ? home : house
        let output = try data.run(["export", "--flat"]).output
        let posts = try output.split(separator: "\n").compactMap {
          try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
        }.filter { $0["title"] as? String == "hush" }
        #expect(posts.count == 1)
        let post = try #require(posts.first)
        let email = post["author_email"] as? String
        let isBelow = (post["parent_id"] as? Int).map { "\($0)" == parent } ?? false
        return Self.row([
          "title": post["title"], "summary": post["summary"],
          "body": (post["body"] as? String).map(Self.body),
          "picture": (post["image_url"] as? String).map { _ in "1" },
          "place": isBelow ? "reply" : post["template_name"],
          "account": email.map(Self.name),
        ])
      case .plain:
        let texts = plain.texts
        #expect(texts.count == 2)
        let text = try #require(texts.last)
        let last = (Int(parent) ?? 0) + 1
        return Self.row([
          "title": text["title"], "summary": text["summary"], "body": text["body"],
          "picture": plain.picture(ofPostTitled: text["title"] ?? "").map { _ in "1" },
          "place": plain.parent(of: last).map { "\($0)" } == parent
            ? "reply" : plain.template(of: last),
          "account": "ada",
        ])
      case .mastodon where text == .search:
        let files = try FileManager.default.contentsOfDirectory(atPath: searches)
          .filter { $0.hasSuffix(".json") }
        #expect(files.count == 1)
        let kept =
          try JSONSerialization.jsonObject(
            with: Data(contentsOf: URL(fileURLWithPath: "\(searches)/\(files.first ?? "")")))
          as? [String: Any]
        let posts = try #require(kept?["searches"] as? [[String: Any]])
        #expect(posts.count == 1)
        let post = try #require(posts.first)
        let owner = (kept?["owners"] as? [String: String])?.values.first
        return Self.row([
          "title": post["title"], "summary": post["summary"], "body": post["body"],
          "place": post["template_name"],
          "account": owner?.split(separator: "\n").last.map { Self.name(of: String($0)) },
        ])
      case .mastodon:
        #expect(fake.statuses.count == 2)
        let status = try #require(fake.statuses.last)
        return Self.row([
          "title": status.warning, "body": status.text, "readers": status.visibility,
          "picture": "\(status.media.count)", "description": status.media.first?.description,
          "language": status.language, "place": status.parent == 1 ? "reply" : nil,
          "account": status.author,
        ])
      }
    }
  }

  /// The name in `ada@example.org`, `@ada@social.example` or `id:ada`; your own server has that of the machine's user.
  private static func name(of account: String) -> String {
    let plain = account.replacing("id:", with: "").drop { $0 == "@" }
    let name = String(plain.prefix { $0 != "@" })
    return name == NSUserName() ? "ada" : name
  }

  /// A body and its pictures, without the addresses of these; an editor has them before its words.
  private static func body(_ text: String) -> String {
    let picture = #/!\[.*?\]\(.*?\)/#
    let count = text.matches(of: picture).count
    return text.replacing(picture, with: "") + String(repeating: " [picture]", count: count)
  }

  private static func row(_ fields: [String: Any?]) -> [String: String] {
    // An editor has begun a new line below the names.
    fields.compactMapValues { ($0 as? String)?.split(whereSeparator: \.isWhitespace) }
      .mapValues { $0.joined(separator: " ") }.filter { !$0.value.isEmpty }
  }

  // MARK: Keeping

  /// Keeps a text with all fields by a door.
  func keep(by door: DoorsTests.Door) throws {
    switch door {
    case .pipe, .file, .editor: try keep(inShell: door)
    case .spoken:
      let fields =
        isOfService
        ? "who\nlanguage\nwarning\n1\nhush\n2\na lamp\n" : "1\nhush\n2\nIn short.\n"
      // What is on a picture of a service is said while that is shown.
      let shown = pictures.map { "p\n\($0)\n" }
      let (before, after) = isOfService ? (shown.prefix(1), shown.dropFirst()) : (shown[...], [])
      let lines =
        text == .search
        ? "searches\nn\nhush\nIn short.\nkept words\n.\nc\n2\nq\n"
        : "n\nkept words\n.\n\(before.joined())\(fields)\(after.joined())c\n2\nq\n"
      let result = try run(["--accessible"] + beginning, input: lines)
      #expect(result.status == 0, "\(result.output)")
    default:
      try onScreen(door) { session, port in
        func attach(_ picture: String) throws {
          try session.terminal.send("<c-o>" + picture + "<enter>")
          try session.terminal.waitForRest()
        }
        try pictures.first.map(attach)
        switch door {
        case .screen where text == .search:
          try session.terminal.send("hush<tab>In short.<tab>kept words")
        case .screen where isOfService:
          // What is typed after a picture says what is on it.
          try session.terminal.send("a lamp<enter>kept words<a-r><a-g><a-c>hush")
        case .screen:
          try session.terminal.send("kept words")
          try pictures.dropFirst().forEach(attach)
          try session.terminal.send("<s-tab>In short.<s-tab>hush")
        case .screenEditor:
          try session.terminal.send("<c-x><c-e>")
          try session.terminal.wait(for: "Updated from your editor")
        default: try fill(by: port)
        }
        try session.terminal.wait(for: "hush")
        if door != .screen || isOfService { try pictures.dropFirst().forEach(attach) }
        try session.terminal.send("<esc>")
        try session.terminal.wait(for: "Draft kept.")
      }
    }
  }

  /// Writes the fields by the automation port.
  private func fill(by port: Int) throws {
    func ask(_ target: String, _ form: String? = nil) throws {
      let response = try LocalRequest("POST", target, form: form).send(to: port)
      #expect(response.status == 200, "\(target) \(response.body)")
    }
    let start = isOfService ? "%40bob+" : ""
    try ask("/test/set-text", "id=editor-body&text=\(start)kept+words")
    if isOfService {
      for name in ["readers", "language", "warning"] { try ask("/trigger/\(name)?settled") }
    }
    if !isOfService, text == .reply {
      try ask("/test/tap?id=editor-previous-field&settled")
    }
    try ask("/test/set-text", "id=editor-title&text=hush")
    let summary = isOfService ? "a+lamp" : "In+short."
    try ask("/test/set-text", "id=editor-summary&text=\(summary)")
  }

  /// Has the place refuse what the shell sends, which is kept then.
  private func keep(inShell door: DoorsTests.Door) throws {
    let own = home.path + "/data/firefly"
    let leaving = "mv \(own) \(own)-away; touch \(own)\n"
    switch place {
    case .own where door == .editor: try home.write(fill + leaving, to: "fill")
    case .own: #expect(try home.shell(leaving, environment: [:]).status == 0)
    case .remote where door == .editor:
      try home.write(fill + "kill -9 \(server?.processID ?? 0)\n", to: "fill")
    case .remote: server?.kill()
    case .plain: plain.fail("/api/posts/create")
    case .mastodon where text == .search:
      _ = try home.shell(
        "mkdir -p \(searches); mv \(searches) \(searches)-away; touch \(searches)", environment: [:]
      )
    case .mastodon: fake.trouble("POST /api/v1/statuses", .refused(422, "Validation failed: no"))
    }
    let fields =
      isOfService
      ? ["--visibility", "followers", "--warning", "hush", "--language", "de"]
      : ["--title", "hush", "--summary", "In short."]
    let command =
      command + pictures.flatMap { ["--image", $0] }
      + (isOfService ? ["--alt", "a lamp"] : [])
    switch door {
    case .pipe: #expect(try run(command + fields, input: "kept words\n").status == 1)
    case .file:
      try home.write("kept words\n", to: "words")
      #expect(try run(command + fields + ["--body", home.path + "/words"]).status == 1)
    // The document says the rest.
    default:
      let (status, screen) = try onTerminal(command, "fill")
      #expect(status == .code(1), "\(screen)")
    }
    switch place {
    case .own: _ = try home.shell("rm \(own); mv \(own)-away \(own)", environment: [:])
    case .remote: server = try ServeProcess(home: house, port: server?.port ?? 0)
    case .plain: plain.fail("/api/posts/create", false)
    case .mastodon where text == .search:
      _ = try home.shell("rm \(searches); mv \(searches)-away \(searches)", environment: [:])
    case .mastodon: break
    }
  }

  // MARK: Sending

  /// Continues the text by a door, and sends it.
  func send(by door: DoorsTests.Door) throws {
    let fields = isOfService ? [] : ["--title", "hush", "--summary", "In short."]
    switch door {
    case .pipe:
      let result = try run(command + fields, input: "kept words\n")
      #expect(result.status == 0, "\(result.error)")
    case .file:
      try home.write("kept words\n", to: "words")
      let result = try run(command + fields + ["--body", home.path + "/words"])
      #expect(result.status == 0, "\(result.error)")
    case .editor:
      let (status, screen) = try onTerminal(command, "look")
      #expect(status == .code(0), "\(screen)")
    case .spoken:
      let start = text == .search ? "searches\nn\n1\n\n\n.\n" : "n\n1\n.\n"
      let result = try run(["--accessible"] + beginning, input: start + "s\nq\n")
      #expect(result.output.contains("Saved."), "\(result.output)")
    default:
      try onScreen(door) { session, port in
        try session.terminal.wait(for: "hush")
        if door == .screenEditor {
          try session.terminal.send("<c-x><c-e>")
          try session.terminal.wait(for: "Your editor made no changes.")
        }
        if door == .automation {
          let response = try LocalRequest("POST", "/test/tap?id=editor-save&settled").send(to: port)
          #expect(response.status == 200, "\(response.body)")
        } else {
          try session.terminal.send("<c-s>")
        }
        // The draft goes when the place has the text.
        #expect(try eventuallyBlocking { try drafts.isEmpty })
      }
    }
  }

  /// Replaces the picture of a published post by a door, and adds to its text.
  func edit(by door: DoorsTests.Door) throws {
    var own = FakeInstance.Status(2, by: "ada", "lit")
    own.media = [FakeInstance.Media("70", "an old lamp")]
    fake.add(own)
    let id = String(try run("posts").output.prefix { $0.isNumber })
    let picture = try #require(pictures.first)
    let command = ["edit", id, "--image", picture, "--alt", "a lamp", "--body"]
    switch door {
    case .pipe:
      let result = try run(command + ["-"], input: "lit again\n")
      #expect(result.status == 0, "\(result.error)")
    case .file:
      try home.write("lit again\n", to: "words")
      let result = try run(command + [home.path + "/words"])
      #expect(result.status == 0, "\(result.error)")
    case .spoken:
      let lines = "e\nlit again\n.\np\n-\np\n\(picture)\n1\na lamp\ns\nq\n"
      let result = try run(["--accessible"], input: lines)
      #expect(result.output.contains("Saved."), "\(result.output)")
    default:
      try onScreen(door, from: [], by: "e") { session, port in
        try session.terminal.send("<end> again<a-o><c-o>\(picture)<enter>")
        try session.terminal.waitForRest()
        if door == .automation {
          let form = "id=editor-summary&text=a+lamp"
          let request = LocalRequest("POST", "/test/set-text", form: form)
          #expect(try request.send(to: port).status == 200)
        } else {
          try session.terminal.send("a lamp")
        }
        try session.terminal.send("<c-s>")
        #expect(eventuallyBlocking { fake.statuses.last?.isEdited == true })
      }
    }
  }

  /// Runs a command on a terminal to its end.
  private func onTerminal(
    _ words: [String], _ editor: String
  ) throws -> (status: TerminationStatus, screen: String) {
    let terminal = try TerminalSession(
      [BuiltProgram.firefly] + words + options,
      environment: home.environment.merging(environment(editor)) { $1 }, directory: home.path,
      size: TerminalSize(columns: 120, rows: 24))
    let status = try terminal.waitForExit()
    return (status, terminal.screenRows.joined(separator: "\n"))
  }

  /// Begins the reply on the screen, or continues it, and ends the program afterwards.
  private func onScreen(
    _ door: DoorsTests.Door, from place: [String]? = nil, by key: String = "n",
    _ work: (FireflySession, Int) throws -> Void
  ) throws {
    let continues = try !drafts.isEmpty
    let session = try FireflySession.start(
      options + (place ?? beginning) + (door == .automation ? ["--automation", port] : []),
      home: home,
      environment: environment(continues ? "look" : "fill"),
      size: TerminalSize(columns: 120, rows: 60))
    // Drafts are listed meanwhile.
    try session.terminal.waitForRest()
    if text == .search {
      try session.terminal.send("<f2>")
      try session.terminal.waitForRest()
    }
    try session.terminal.send(key)
    if continues {
      try session.terminal.wait(for: "Continue your draft")
      try session.terminal.send("<enter>")
    }
    try session.terminal.wait(for: "Esc leave")
    try work(session, Int(port) ?? 0)
    try session.terminal.waitForRest()
    // A letter just after a text was left may belong to it.
    #expect(try session.quit(by: "<c-c>") == .code(0))
  }

  /// The port of the automation, which the screen says at the start.
  static func port(of session: FireflySession) throws -> Int {
    try session.terminal.wait(matching: #"http://127\.0\.0\.1:[0-9]+"#)
    let match = session.terminal.screenText.firstMatch(of: /http:\/\/127\.0\.0\.1:([0-9]+)/)
    return try #require(match.flatMap { Int($0.1) })
  }
}
