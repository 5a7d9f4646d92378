import Foundation
import OwnThreads
import TerminalHarness
import Testing

/// `write-in: editor`: posts begin in the user's own editor, by the real program.
@Suite(.serialized, .ownThreads) struct WriteInEditorTests {
  /// Starts among one post of the user's, with a script as the editor.
  private func start(_ script: String) throws -> FireflySession {
    let home = try FireflyHome()
    let file = home.path + "/editor.sh"
    try "#!/bin/sh\ncp \"$1\" ~/given\n\(script)\n".write(
      toFile: file, atomically: true, encoding: .utf8)
    try home.configure("write-in: editor\n")
    return try FireflySession.start(
      among: [SamplePost(title: "card", summary: "in short", body: "At length.")], home: home,
      environment: ["VISUAL": "sh " + file])
  }

  private func given(_ session: FireflySession) throws -> String {
    try String(contentsOfFile: session.home.path + "/given", encoding: .utf8)
  }

  /// For a new post, a reply and a change: what is saved there is on the card, and Ctrl-S sends it.
  @Test(arguments: ["n", "+", "e"]) func whatIsSavedIsOnTheCard(_ key: String) throws {
    let session = try start(
      "printf -- '---\\ntitle: from outside\\nsummary: s\\n---\\nwords from outside\\n' > \"$1\"")
    try session.terminal.send(key)
    try session.terminal.wait(for: "words from outside")
    try session.terminal.wait(for: "Ctrl-S save")
    #expect(try given(session).contains("title: card") == (key == "e"))
    try session.terminal.send("<c-s>")
    try session.terminal.wait(forNo: "Ctrl-S save")
    _ = try session.settledRows()
    #expect(try session.quit() == .code(0))
    let found = try session.home.run(["search", "outside"])
    #expect(found.output.split(separator: "\n").count == 1)
  }

  /// What was saved empty, or not at all, begins nothing, and nothing is left of it.
  @Test(
    arguments: [
      "sleep 1.1", "exit 3", ": > \"$1\"", "kill -KILL $$",
      "printf -- '---\\ntitle:\\nsummary:\\n---\\n\\n' > \"$1\"",
    ], ["n", "+"])
  func nothingBeginsWithoutWords(_ script: String, _ key: String) throws {
    let session = try start(script)
    try session.terminal.send(key)
    try session.terminal.wait(until: "the note") {
      ["made no changes", "exited with code 3", "it is empty", "Signal 9"]
        .contains(where: $0.screenText.contains)
    }
    try session.terminal.wait(forNo: "Ctrl-S save")
    #expect(try session.quit() == .code(0))
    #expect(try session.home.run(["drafts"]).output == "")
  }

  /// Without an editor the card takes the words.
  @Test func withoutAnEditorTheCardTakesThem() throws {
    let session = try start("exit 127")
    try session.terminal.send("n")
    try session.terminal.wait(for: "No editor “")
    try session.terminal.send("a title")
    try session.terminal.wait(for: "a title")
    try session.terminal.wait(for: "Ctrl-S save")
    try session.terminal.send("<c-s>")
    try session.terminal.wait(forNo: "Ctrl-S save")
    _ = try session.settledRows()
    #expect(try session.quit() == .code(0))
  }

  /// Searches are written where they are shown.
  @Test func searchesStayOnTheirCards() throws {
    let session = try start("printf 'x' > \"$1\"")
    try session.terminal.send("<f2>n")
    try session.terminal.wait(for: "Enter search")
    #expect(!FileManager.default.fileExists(atPath: session.home.path + "/given"))
  }
}
