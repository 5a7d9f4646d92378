import Foundation
import OwnThreads
import PlainServer
import TerminalHarness
import Testing

/// Writing by keys, by the real program: as seed 001 tells it, and through a sudden end.
@Suite(.serialized, .ownThreads) struct WritingTests {
  @Test func aFirstChildIsWrittenChangedAndDeleted() throws {
    let session = try FireflySession.start(among: [SamplePost(title: "alone", body: "Words.")])
    let terminal = session.terminal
    #expect(try session.settledRows().contains { $0.contains("▐ + ▌") })

    // + leads to the empty list, where the first child is begun.
    try terminal.send("<right>")
    try terminal.wait(for: "Ctrl-S save")
    #expect(terminal.isCursorVisible)
    try terminal.send("<s-tab><s-tab>a child of it<tab>in short<tab>And at length.")
    try terminal.wait(for: "And at length.")
    let written = try session.settledRows()
    try terminal.send("<c-s>")
    try terminal.wait(forNo: "Ctrl-S save")
    let saved = try session.settledRows()
    // The card as a whole takes the rows of the post that it answers; its texts stay where they are.
    func offset(of words: String, in rows: [String]) -> Int? {
      guard let title = rows.firstIndex(where: { $0.contains("a child of it") }) else { return nil }
      return rows.firstIndex { $0.contains(words) }.map { $0 - title }
    }
    for words in ["in short", "And at length."] {
      #expect(offset(of: words, in: written) != nil)
      #expect(offset(of: words, in: written) == offset(of: words, in: saved))
    }
    #expect(!terminal.isCursorVisible)
    try terminal.send("<left>")
    try terminal.wait(for: "1 of 1")
    #expect(try session.settledRows().contains { $0.contains("▐ ❯ ▌") })

    // It is in the root list as well.
    try terminal.send("<left>")
    try terminal.wait(for: "a child of it")

    // Changed, and found changed below its parent.
    try terminal.send("g")
    try terminal.send("e")
    try terminal.wait(for: "Ctrl-S save")
    try terminal.send(", changed<c-s>")
    try terminal.wait(forNo: "Ctrl-S save")
    try terminal.wait(for: "a child of it, changed")
    let id = try #require(
      try session.home.run(["posts", "--limit", "100"]).lines
        .first { $0.contains("a child of it, changed") }?.split(separator: "\t").first)
    #expect(Int(id) != nil)

    // Deleted: gone here, and on the server.
    try terminal.send("d")
    try terminal.wait(for: "Delete “a child of it, changed”?")
    // A key that is held presses nothing.
    try terminal.send("dd<right><enter>")
    try terminal.wait(for: "Deleted.")
    #expect(
      try session.home.run(["posts", "--limit", "100"]).lines
        .allSatisfy { !$0.contains("a child of it") })
    #expect(try session.quit() == .code(0))
    #expect(try terminal.leftovers().isEmpty)
  }

  /// What is typed behind `[[` is in the list of posts until one is chosen.
  @Test(arguments: [SIGTERM, SIGHUP])
  func wordsTypedToFindAPostAreInTheDraft(signal: Int32) throws {
    let session = try FireflySession.start()
    let terminal = session.terminal
    try terminal.wait(for: "1 of ")
    try terminal.send("n")
    try terminal.wait(for: "Ctrl-S save")
    try terminal.send("a title<tab><tab>see [")
    try terminal.wait(for: "see [")
    // Alone: keys that come together are written like a paste.
    try terminal.send("[")
    try terminal.wait(for: "Esc closes")
    try terminal.send("welcome to")
    try terminal.wait(for: "[welcome to")
    terminal.signal(signal)
    #expect(try terminal.waitForExit() == .signal(signal))
    #expect(try session.home.run(["drafts", "--json"]).output.contains("see [[welcome to"))
  }

  @Test(arguments: [SIGKILL, SIGTERM, SIGHUP])
  func draftIsOfferedAgainInTheTerminal(signal: Int32) throws {
    let home = try FireflyHome()
    var session = try FireflySession.start(home: home)
    try session.terminal.wait(for: "1 of ")
    try session.terminal.send("n")
    try session.terminal.wait(for: "Ctrl-S save")
    try session.terminal.send("half a thought<tab>and")
    try session.terminal.wait(for: "half a thought")
    // A signal that can be heard loses no word.
    if signal == SIGKILL {
      try StoredDraft.wait(for: "and", in: home, of: session.terminal)
    }
    session.terminal.signal(signal)
    _ = try session.terminal.waitForExit()

    session = try FireflySession.start(home: home)
    // Said once, by the bar.
    try session.terminal.wait(for: "n your draft")
    #expect(!session.terminal.screenText.contains("Unfinished draft"))
    try session.terminal.send("n")
    try session.terminal.wait(for: "Continue your draft")
    try session.terminal.send("<enter>")
    try session.terminal.wait(for: "▌ half a thought")
    try session.terminal.wait(for: "Ctrl-S save")
    try session.terminal.send("<c-s>")
    try session.terminal.wait(forNo: "Ctrl-S save")
    #expect(
      try home.run(["posts", "--limit", "1"]).lines.contains { $0.contains("half a thought") })
    #expect(try home.run(["drafts"]).lines.allSatisfy { !$0.contains("half a thought") })
    #expect(try session.quit() == .code(0))
  }

  /// Two programs write a new post in one place at once; both drafts are offered later, one after the other.
  @Test func eachProgramHasItsOwnDraft() throws {
    let home = try FireflyHome()
    var sessions: [FireflySession] = []
    for words in ["first words", "second words"] {
      let session = try FireflySession.start(home: home)
      try session.terminal.wait(for: "1 of ")
      #expect(!session.terminal.screenRows.contains { $0.contains("Unfinished") })
      try session.terminal.send("n")
      try session.terminal.wait(for: "Ctrl-S save")
      try session.terminal.send(words)
      try session.terminal.wait(for: words)
      sessions.append(session)
    }
    // And so does the shell.
    #expect(try home.run(["post", "--title", "from the shell"], input: "x").status == 0)
    for session in sessions {
      try session.terminal.send("<esc>")
      try session.terminal.wait(for: "Draft kept.")
      #expect(try session.quit(by: "<c-c>") == .code(0))
    }
    #expect(try home.run(["drafts"]).lines.count == 2)
    let session = try FireflySession.start(home: home)
    for words in ["second words", "first words"] {
      try session.terminal.wait(for: "n your draft")
      try session.terminal.send("n")
      try session.terminal.wait(for: "Continue your")
      try session.terminal.send("<enter>")
      try session.terminal.wait(for: words)
      try session.terminal.wait(for: "Ctrl-S save")
      try session.terminal.send("<c-s>")
      try session.terminal.wait(forNo: "Ctrl-S save")
      try session.terminal.waitForRest()
    }
    try session.terminal.wait(for: "n new post")
    #expect(try home.run(["drafts"]).output == "")
    #expect(try session.quit() == .code(0))
  }

  /// A change that another program writes is not begun.
  @Test func secondProgramIsReported() throws {
    let session = try FireflySession.start(among: [SamplePost(title: "alone", body: "Words.")])
    try session.terminal.send("e")
    try session.terminal.wait(for: "Ctrl-S save")
    try session.terminal.send(", mine")
    try session.terminal.wait(for: "alone, mine")
    let second = try FireflySession.start(home: session.home)
    try second.terminal.wait(for: "1 of ")
    try second.terminal.send("/alone<enter>e")
    try second.terminal.wait(for: "Another Firefly")
    try second.terminal.wait(forNo: "Ctrl-S save")
    try second.terminal.send("<esc>")
    try second.terminal.wait(forNo: "Another Firefly")
    #expect(try second.quit() == .code(0))
    try session.terminal.send("<esc>")
    try session.terminal.wait(for: "Draft kept.")
    #expect(try session.quit(by: "<c-c>") == .code(0))
  }

  /// A plain server wants an account and all three texts; where one is empty it gets what the phone app sends, which is
  /// not shown.
  @Test func onAPlainServer() async throws {
    let server = try await PlainServer()
    let parent = server.add("a post of Ada's")
    let home = try FireflyHome()
    let session = try FireflySession.start(["--server", server.address], home: home)
    let terminal = session.terminal
    try terminal.wait(for: "1 of 1")
    // Writing asks who one is, and then begins.
    try terminal.send("n")
    try session.signIn(on: server)
    try terminal.wait(for: "Ctrl-S save")
    try terminal.send("<c-s>")
    try terminal.wait(for: "Title required")
    try terminal.send("fog<c-s>")
    try terminal.wait(forNo: "Ctrl-S save")
    try terminal.wait(for: "1 of 2")
    #expect(server.titles == ["a post of Ada's", "fog"])
    #expect(server.post(parent + 1)?["summary"] == "No summary")
    #expect(server.post(parent + 1)?["body"] == "No content")
    #expect(!terminal.screenRows.joined().contains("No "))

    // A child of the other one, by its sign; then both go.
    try terminal.send("<down><right>")
    try terminal.wait(for: "Ctrl-S save")
    try terminal.send("<s-tab><s-tab>child<tab>small<tab>of hers<c-s>")
    try terminal.wait(forNo: "Ctrl-S save")
    try terminal.wait(for: "1 of 1")
    #expect(server.titles == ["a post of Ada's", "fog", "child"])
    try terminal.send("e")
    try terminal.wait(for: "Ctrl-S save")
    try terminal.send(" again<c-s>")
    try terminal.wait(forNo: "Ctrl-S save")
    try terminal.wait(for: "child again")
    try terminal.waitForRest()
    #expect(server.titles == ["a post of Ada's", "fog", "child again"])
    try terminal.send("d<right><enter>")
    try terminal.wait(for: "Deleted.")
    #expect(server.titles == ["a post of Ada's", "fog"])
    #expect(parent >= 0)
    #expect(try session.quit() == .code(0))

    // A deletion that was confirmed is done, also if the user quits at once.
    let again = try FireflySession.start(["--server", server.address], home: session.home)
    try again.terminal.wait(for: "fog")
    try again.go("<home>", to: "1 of 2")
    try again.terminal.send("d<right><enter>q")
    #expect(try again.terminal.waitForExit() == .code(0))
    #expect(server.titles.count == 1, "\(server.titles)")
    await server.stop()
  }

  /// A reply is a text alone, as on the phone: its first words are the title.
  @Test func aTextAloneIsAReplyOnAPlainServer() async throws {
    let server = try await PlainServer()
    let parent = server.add("a post of Ada's")
    let session = try FireflySession.start(["--server", server.address])
    let terminal = session.terminal
    try terminal.wait(for: "1 of 1")
    try terminal.send("+")
    try session.signIn(on: server)
    try terminal.wait(for: "Ctrl-S save")
    try terminal.send("Only a text.<c-s>")
    try terminal.wait(forNo: "Ctrl-S save")
    try terminal.waitForRest()
    #expect(server.titles == ["a post of Ada's", "Only a text."])
    #expect(server.post(parent + 1)?["body"] == "Only a text.")
    #expect(server.post(parent + 1)?["summary"] == "No summary")
    #expect(!terminal.screenRows.joined().contains("No summary"))
    // Programs get what the server has.
    for (options, isShown) in [(["--json"], true), ([], false)] {
      let output = try session.home.run(
        ["posts", "--parent", "\(parent)", "--server", server.address] + options
      ).output
      #expect(output.contains("No summary") == isShown, "\(output)")
      #expect(output.contains(#""title" : "Only a text.""#) == isShown, "\(output)")
    }
    #expect(try session.quit() == .code(0))
    await server.stop()
  }

  /// Words typed behind a key that is refused, in the belief that it begins to write.
  @Test func wordsBehindARefusedKeyDoNothing() throws {
    let session = try FireflySession.start()
    let terminal = session.terminal
    try terminal.wait(for: "1 of ")
    try terminal.send("3")
    let before = try session.settledRows()
    try terminal.send("nChanged by me: n q<c-s><enter>")
    try terminal.wait(for: "A new post begins in the")
    try terminal.send("and more n q d")
    try terminal.paste("and more")
    try terminal.waitForRest()
    #expect(terminal.screenText.contains("A new post begins in the"))
    try terminal.send("<esc>")
    try terminal.wait(forNo: "A new post begins in the")
    #expect(try session.settledRows() == before)
    #expect(try session.home.run(["drafts"]).output == "")
    #expect(try session.quit() == .code(0))
  }

  /// Keys typed before the list has come go where they lead, and none of them stays behind.
  @Test func typedAhead() throws {
    let session = try FireflySession.start()
    try session.terminal.send("<down><up>nA title, early<tab>and more")
    try session.terminal.wait(for: "A title, early")
    try session.terminal.wait(for: "and more")
    try session.terminal.send("<esc>")
    try session.terminal.wait(for: "Draft kept.")
    try session.terminal.wait(for: "1 of ")
    #expect(try session.quit(by: "<c-c>") == .code(0))
  }

  /// A draft is gone on with, discarded and taken back where the saved searches are; words typed ahead of the
  /// question whether to go on are a text of their own.
  @Test func draftsAreAmongTheSearches() throws {
    let session = try FireflySession.start()
    let terminal = session.terminal
    try terminal.wait(for: "1 of ")
    try terminal.send("n")
    try terminal.wait(for: "Ctrl-S save")
    try terminal.send("one thought<esc>")
    try terminal.wait(for: "n your draft")
    try terminal.wait(forNo: "Draft kept.")
    try terminal.send("nanother thought")
    try terminal.wait(for: "another thought")
    try terminal.send("<esc>")
    try terminal.wait(for: "Draft kept.")
    #expect(try session.home.run(["drafts"]).lines.count == 2)
    // Until then, letters do nothing.
    try terminal.wait(forNo: "Draft kept.")
    try terminal.send("<f2>")
    try terminal.wait(for: "drafts (2)")
    try terminal.send("<home><right>")
    try terminal.wait(for: "❮ drafts (2)")
    try terminal.wait(for: "another thought")
    try session.go("<down>", to: "2 of 2")
    try terminal.send("d")
    try terminal.wait(for: "u takes it back.")
    try terminal.wait(until: "it is gone") { _ in
      try session.home.run(["drafts"]).lines.count == 1
    }
    try terminal.send("u")
    try terminal.wait(for: "It is a draft again.")
    try terminal.wait(until: "it is back") { _ in
      try session.home.run(["drafts"]).lines.count == 2
    }
    try session.go("<home>", to: "1 of 2")
    try terminal.send("<enter>")
    try terminal.wait(for: "This is your draft")
    try terminal.wait(for: "one thought")
    try terminal.send("<c-s>")
    try terminal.wait(forNo: "Ctrl-S save")
    try terminal.waitForRest()
    #expect(try session.home.run(["posts", "--limit", "1"]).output.contains("one thought"))
    #expect(try session.home.run(["drafts"]).lines.count == 1)
    #expect(try session.quit() == .code(0))
  }
}
