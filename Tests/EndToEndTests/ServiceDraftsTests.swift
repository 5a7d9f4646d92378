import Foundation
import OwnThreads
import SourceFakes
import TerminalHarness
import Testing

/// Drafts of a service with accounts: each door keeps what the others send, and none sends it to more people.
@Suite(.serialized, .ownThreads) struct ServiceDraftsTests {
  /// Where a text is kept, or continued and sent.
  enum Door: CaseIterable {
    case pipe, file, picture, editor, screen, screenEditor, spoken
  }

  private static let server = ["--server", "mastodon:m.example"]
  private static let options = [
    "--visibility", "followers", "--warning", "hush", "--language", "sv",
  ]
  private let fake: FakeInstance
  private let home: FireflyHome

  init() async throws {
    fake = try await FakeInstance([FakeInstance.Status(1, by: "bob", "A first status.")])
    home = try FireflyHome()
    fake.letIn("ada")
    _ = try run("login")
    #expect(try run("login", "--code", "code").status == 0)
    try home.write("kept words\n", to: "words")
    // The editor of the tests adds words, and keeps what it was given.
    try home.write(
      "#!/bin/sh\ncp \"$1\" \(home.path)/given\nprintf 'kept words\\n' >> \"$1\"\n", to: "add")
    // One that changes nothing would be asked about: its window may be open.
    try home.write(
      "#!/bin/sh\ncp \"$1\" \(home.path)/given\nsed -i 's/^# .*/# seen/' \"$1\"\n", to: "look")
  }

  private func environment(_ editor: String = "look") -> [String: String] {
    ["FIREFLY_SOURCE_MASTODON": fake.server.address, "VISUAL": "sh \(home.path)/\(editor)"]
  }

  @discardableResult
  private func run(_ words: String..., input: String = "") throws -> TemporaryHome.Result {
    try run(words, input: input)
  }

  private func run(_ words: [String], input: String = "") throws -> TemporaryHome.Result {
    try home.run(words + Self.server, input: input, environment: environment())
  }

  /// Runs a command on a terminal to its end; `answer` answers its question.
  private func onTerminal(
    _ words: [String], editor: String, answer: String? = nil
  ) throws -> (status: TerminationStatus, screen: String) {
    let variables = home.environment.merging(environment(editor)) { $1 }
    let terminal = try TerminalSession(
      [BuiltProgram.firefly] + words + Self.server, environment: variables, directory: home.path,
      size: TerminalSize(columns: 120, rows: 24))
    if let answer {
      try terminal.wait(for: "[y/N]")
      try terminal.send(answer + "<enter>")
    }
    let status = try terminal.waitForExit()
    return (status, terminal.screenRows.joined(separator: "\n"))
  }

  /// The number of the status that is answered.
  private func parent() throws -> String {
    let line = try #require(run("posts").output.split(separator: "\n").first)
    return String(line.prefix { $0.isNumber })
  }

  private func isAway(_ isAway: Bool) {
    fake.change { habits in
      habits.refused["accounts/verify"] = isAway ? (503, "Busy") : nil
    }
  }

  private func onScreen(_ keys: (TerminalSession) throws -> Void) throws {
    let session = try FireflySession.start(
      Self.server, home: home, environment: environment("add"))
    try session.terminal.wait(for: "A first status.")
    // Drafts are listed meanwhile: before that, `n` continues one without a question.
    try session.terminal.waitForRest()
    try keys(session.terminal)
    try session.terminal.waitForRest()
    #expect(try session.quit() == .code(0))
  }

  private func drafts() throws -> [[String: Any]] {
    let output = try home.run(["drafts", "--json"]).output
    let object = try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any]
    return try #require(object?["drafts"] as? [[String: Any]])
  }

  private func readers() throws -> [String?] {
    try drafts().map { $0["readers"] as? String }
  }

  private func given() throws -> String {
    try String(contentsOfFile: home.path + "/given", encoding: .utf8)
  }

  /// What was posted.
  private var posted: [Exchange] {
    fake.server.exchanges.filter { $0.method == "POST" && $0.path == "/api/v1/statuses" }
  }

  /// Keeps a text for followers by a door; returns the language that it has.
  private func keep(_ door: Door, _ parent: String?) throws -> String {
    let command = ["post"] + Self.options + (parent.map { ["--parent", $0] } ?? [])
    switch door {
    case .pipe, .file:
      isAway(true)
      defer { isAway(false) }
      let result =
        try door == .pipe
        ? run(command, input: "kept words\n") : run(command + ["--body", home.path + "/words"])
      #expect(result.status == 1 && result.error.contains("(503)"), "\(result.error)")
      #expect(result.error.contains("Your text is kept as draft"), "\(result.error)")
    case .picture:
      let result = try run(command + ["--image", home.path + "/words"], input: "kept words\n")
      #expect(result.status == 1 && result.error.contains("is not a PNG"), "\(result.error)")
    case .editor:
      fake.trouble("POST /api/v1/statuses", .refused(422, "Validation failed: no"))
      let (status, screen) = try onTerminal(command, editor: "add")
      #expect(status == .code(1), "\(screen)")
    case .screen, .screenEditor:
      try onScreen { terminal in
        try terminal.send(parent == nil ? "n" : "+")
        try terminal.wait(for: "Ctrl-S post to everybody, quietly")
        if door == .screen {
          try terminal.send("<a-r><a-c>hush<tab>")
          try terminal.wait(for: "Ctrl-S post to followers")
          try terminal.send("kept words")
        } else {
          try terminal.send("<a-r><a-c>hush<tab><c-x><c-e>")
        }
        try terminal.wait(for: "kept words")
        try terminal.send("<esc>")
        try terminal.wait(for: "Draft kept.")
        try terminal.wait(forNo: "Draft kept.")
      }
    case .spoken:
      let lines = "n\nkept words\n.\nwho\nwarning\n1\nhush\nc\nq\n"
      let result = try run(["--accessible"] + (parent.map { ["--post", $0] } ?? []), input: lines)
      #expect(result.status == 0, "\(result.output)")
    }
    return [.screen, .screenEditor, .spoken].contains(door) ? "de" : "sv"
  }

  /// Continues the text and sends it, without a word of who may read it.
  private func send(_ door: Door, _ parent: String?) throws {
    let command = ["post"] + (parent.map { ["--parent", $0] } ?? [])
    switch door {
    case .pipe: #expect(try run(command, input: "kept words\n").status == 0)
    case .file: #expect(try run(command + ["--body", home.path + "/words"]).status == 0)
    case .editor:
      let (status, screen) = try onTerminal(command, editor: "look")
      #expect(status == .code(0), "\(screen)")
      #expect(try given().contains("\nwarning: hush\nreaders: followers\nlanguage: "))
    case .screen:
      try onScreen { terminal in
        try terminal.send("n")
        try terminal.wait(for: "Continue your draft")
        try terminal.send("<enter>")
        try terminal.wait(for: "Ctrl-S post to followers")
        try terminal.send("<c-s>")
        try terminal.wait(forNo: "Ctrl-S post")
        try terminal.wait(for: "e edit")
      }
    case .spoken:
      let result = try run(["--accessible"], input: "n\n1\n.\ns\nq\n")
      #expect(result.output.contains("Saved."), "\(result.output)")
    case .picture, .screenEditor: Issue.record("only keeps")
    }
  }

  /// Whatever door keeps it, and whatever sends it: the readers, the warning and the language are the same.
  @Test(arguments: Door.allCases, [Door.pipe, .editor, .screen, .spoken])
  func whatOneDoorKeepsTheOthersSend(kept: Door, sent: Door) throws {
    let language = try keep(kept, nil)
    let draft = try #require(drafts().first)
    #expect(try drafts().count == 1 && readers() == ["followers"])
    #expect(
      draft["title"] as? String == "hush" && (draft["account"] as? String)?.contains("ada") == true)
    #expect((draft["body"] as? String)?.contains("kept words") == true)
    let before = posted.count
    try send(sent, nil)
    let form = try #require(posted.last)
    #expect(posted.count == before + 1)
    #expect(form["visibility"] == "private" && form["spoiler_text"] == "hush")
    #expect(form["language"] == language && form["in_reply_to_id"] == nil)
    #expect(form["status"]?.contains("kept words") == true)
    #expect(try drafts().isEmpty)
  }

  /// A reply stays one.
  @Test(arguments: [Door.pipe, .picture, .editor, .screen], [Door.pipe, .editor])
  func aReplyStaysOne(kept: Door, sent: Door) throws {
    let parent = try parent()
    let language = try keep(kept, parent)
    #expect(try readers() == ["followers"])
    try send(sent, parent)
    let form = try #require(posted.last)
    #expect(form["visibility"] == "private" && form["spoiler_text"] == "hush")
    #expect(form["language"] == language)
    #expect(form["in_reply_to_id"] == FakeInstance.name(1))
  }

  // MARK: More readers

  @Test func withoutATerminalNothingGoesToMorePeople() throws {
    _ = try keep(.pipe, nil)
    let id = try #require(drafts().first?["id"] as? String)
    for option in ["public", "quiet"] {
      let wider = try run("post", "--visibility", option, input: "kept words\n")
      #expect(wider.status == 2, "\(wider.error)")
      #expect(wider.error.contains("Draft \(id) was kept for followers"), "\(wider.error)")
      #expect(wider.error.contains("use --yes") && wider.error.contains("--visibility followers"))
    }
    // Nor does a failure widen what is kept.
    isAway(true)
    #expect(try run("post", "--visibility", "public", input: "kept words\n").status == 2)
    isAway(false)
    #expect(try readers() == ["followers"] && posted.isEmpty)
    // Other words are another post.
    #expect(try run("post", "--visibility", "quiet", input: "other words\n").status == 0)
    #expect(posted.last?["visibility"] == "unlisted")
    #expect(try run("post", "--visibility", "public", "--yes", input: "kept words\n").status == 0)
    #expect(posted.last?["visibility"] == "public" && posted.last?["spoiler_text"] == "hush")
    #expect(try drafts().isEmpty)
  }

  /// A reply that is refused for its readers is kept for those whom it may have.
  @Test(arguments: [("unlisted", "quiet"), ("private", "followers"), ("direct", "mentioned")])
  func aReplyKeepsTheReadersThatItMayHave(visibility: String, readers: String) throws {
    var status = FakeInstance.Status(1, by: "bob", "A first status.")
    status.visibility = visibility
    fake.add(status)
    let parent = try parent()
    for _ in 1...2 {
      let refused = try run(
        "post", "--parent", parent, "--visibility", "public", "--yes", input: "kept words\n")
      #expect(refused.status == 1)
      #expect(refused.error.contains("your reply can't be for more people."), "\(refused.error)")
      #expect(try self.readers() == [readers] && posted.isEmpty)
    }
    // It mentions no one.
    if readers == "mentioned" { return }
    #expect(try run("post", "--parent", parent, input: "kept words\n").status == 0)
    #expect(posted.last?["visibility"] == visibility)
    #expect(try drafts().isEmpty)
  }

  /// A word for readers that is wrong keeps the text for those who were probably meant, or else for the fewest.
  @Test(arguments: [("friends", "mentioned"), ("folowers", "followers"), ("pubic", "public")])
  func aWrongWordKeepsTheText(word: String, readers: String) throws {
    let wrong = try run("post", "--visibility", word, "--language", "sv", input: "kept words\n")
    #expect(wrong.status == 64 && wrong.error.contains("Your text is kept as draft"))
    #expect(try self.readers() == [readers] && posted.isEmpty)
    let right = readers == "public" ? readers : "followers"
    let command = ["post", "--visibility", right]
    let sent = try run(command, input: "kept words\n")
    if readers == "mentioned" {
      #expect(sent.status == 2 && sent.error.contains("use --yes"), "\(sent.error)")
      #expect(try run(command + ["--yes"], input: "kept words\n").status == 0)
    }
    #expect(posted.map { $0["language"] } == ["sv"])
    #expect(try drafts().isEmpty)
  }

  @Test func fewerReadersNeedNoQuestion() throws {
    _ = try keep(.pipe, nil)
    let result = try run("post", "--visibility", "mentioned", input: "kept words\n")
    #expect(result.status == 1 && result.error.contains("This would reach no one"))
    #expect(try readers() == ["mentioned"])
  }

  /// By an option, or in the document: the question is the same, and its safe answer sends nothing.
  @Test(arguments: [["--visibility", "public"], []], ["n", "y"])
  func aTerminalAsks(options: [String], answer: String) throws {
    _ = try keep(.pipe, nil)
    try home.write(
      "#!/bin/sh\nsed -i 's/^readers: .*/readers: public/; s/^# .*/# seen/' \"$1\"\n", to: "widen")
    let (status, screen) = try onTerminal(["post"] + options, editor: "widen", answer: answer)
    #expect(screen.contains("This draft was kept for followers. Post it to everybody?"))
    if answer == "y" {
      #expect(status == .code(0) && posted.last?["visibility"] == "public", "\(screen)")
    } else {
      #expect(status == .code(1) && posted.isEmpty, "\(screen)")
      #expect(try readers() == ["followers"])
    }
  }

  @Test func theScreenAsks() throws {
    _ = try keep(.pipe, nil)
    // Not the first post to everybody.
    #expect(try run("post", "--visibility", "public", input: "first\n").status == 0)
    try onScreen { terminal in
      try terminal.send("n")
      try terminal.wait(for: "Continue your draft")
      try terminal.send("<enter>")
      try terminal.wait(for: "Ctrl-S post to followers")
      try terminal.send("<a-r><a-r>")
      try terminal.wait(for: "Ctrl-S post to everybody")
      try terminal.send("<c-s>")
      try terminal.wait(for: "The draft was kept for followers.")
      try terminal.send("<enter>")
      try terminal.wait(forNo: "The draft was kept")
      #expect(posted.count == 1)
      try terminal.send("<c-s>")
      try terminal.wait(for: "The draft was kept for followers.")
      try terminal.send("<right><enter>")
      try terminal.wait(for: "e edit")
    }
    #expect(posted.last?["visibility"] == "public")
  }

  /// An editor that is killed together with Firefly has widened nothing.
  @Test func aLeftoverFileWidensNothing() throws {
    _ = try keep(.pipe, nil)
    try home.write(
      """
      #!/bin/sh
      sed -i 's/^readers: .*/readers: public/; s/kept/mended/' "$1"
      kill -KILL $PPID
      """, to: "die")
    _ = try onTerminal(["post"], editor: "die")
    #expect(try drafts().first?["body"] as? String == "mended words")
    #expect(try readers() == ["followers"])
  }

  // MARK: Words

  /// Whatever is wrong with the service, what was read is kept before it is asked.
  @Test(arguments: [(503, "Busy"), (429, "Slow down"), (401, "The access token was revoked")])
  func aServiceThatRefusesLosesNoWord(status: Int, text: String) throws {
    let parent = try parent()
    fake.change { $0.refused["accounts"] = (status, text) }
    fake.change { $0.refused["statuses"] = (status, text) }
    for command in [["post"], ["post", "--parent", parent], ["edit", parent, "--body", "-"]] {
      let result = try run(command, input: "piped words\n")
      #expect(result.status == 1, "\(result.error)")
      #expect(result.error.contains("Your text is kept as draft"), "\(result.error)")
    }
    #expect(
      try drafts().map { $0["body"] as? String } == ["piped words", "piped words", "piped words"])
  }

  /// A post that was there before has the same words: what did not arrive is sent all the same.
  @Test(arguments: [Door.pipe, .screen]) func anOlderPostIsAnotherOne(door: Door) throws {
    var older = FakeInstance.Status(2, by: "ada", "kept words")
    older.writtenAt = Date() - 200_000
    fake.add(older)
    fake.trouble("POST /api/v1/statuses", .refused(503, "Busy"))
    switch door {
    case .pipe:
      let command = ["post", "--visibility", "public"]
      let first = try run(command, input: "kept words\n")
      #expect(first.status == 1 && first.error.contains("could not be confirmed"), "\(first.error)")
      let second = try run(command, input: "kept words\n")
      #expect(second.status == 0, "\(second.error)")
    default:
      try onScreen { terminal in
        try terminal.send("n")
        try terminal.wait(for: "Ctrl-S post")
        try terminal.send("kept words<c-s>")
        try terminal.wait(for: "could not be confirmed")
        try terminal.send("<c-s>")
        try terminal.wait(for: "e edit")
      }
    }
    #expect(posted.count == 2 && fake.statuses.count == 3)
  }

  @Test func theAnsweredPostMayBeGone() throws {
    let parent = try parent()
    fake.remove(1)
    let result = try run("post", "--parent", parent, input: "piped words\n")
    #expect(result.status == 1 && result.error.contains("No such post."), "\(result.error)")
    #expect(try drafts().map { $0["body"] as? String } == ["piped words"])
    #expect(posted.isEmpty)
  }

  /// The first post must say its readers; what was piped waits for that.
  @Test func theFirstPostKeepsItsWords() throws {
    let result = try run("post", input: "piped words\n")
    #expect(result.status == 64 && result.error.contains("Say who can read it"))
    #expect(result.error.contains("Your text is kept as draft"), "\(result.error)")
    #expect(try run("post", "--visibility", "followers", input: "piped words\n").status == 0)
    #expect(posted.last?["visibility"] == "private")
    #expect(try drafts().isEmpty)
  }

  /// In line mode the words of a script replace no draft, and need no service.
  @Test(arguments: [nil, 503, 401])
  func aScriptsWordsAreATextOfTheirOwn(status: Int?) throws {
    _ = try keep(.pipe, nil)
    if let status { fake.change { $0.refused["accounts"] = (status, "No") } }
    let result = try run(["--accessible"], input: "n\n\nspoken words\n.\nq\n")
    #expect(result.status == 0, "\(result.output)")
    let bodies = try drafts().compactMap { $0["body"] as? String }
    #expect(bodies.count == 2 && bodies.contains("kept words"), "\(bodies)")
    #expect(bodies.contains { $0.contains("spoken words") }, "\(result.output)")
  }
}
