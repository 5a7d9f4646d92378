import Foundation
import OwnThreads
import PlainServer
import TerminalHarness
import Testing

/// Writing where files can't grow any more.
@Suite(.serialized, .ownThreads) struct FullDiskTests {
  @Test func writingGoesOnWhereNothingCanBeKept() async throws {
    let server = try await PlainServer()
    server.add("a post of Ada's")
    let home = try FireflyHome()
    let first = try FireflySession.start(["--server", server.address], home: home)
    try first.terminal.wait(for: "1 of 1")
    try first.terminal.send("i")
    try first.signIn(on: server)
    try first.terminal.wait(for: "1 of 1")
    #expect(try first.quit() == .code(0))

    // From now on no file may be larger than 4 KB.
    let terminal = try session(home, on: server)
    try terminal.wait(for: "1 of 1")
    try terminal.send("n")
    try terminal.wait(for: "Ctrl-S save")
    try terminal.send("a title<tab>a summary<tab>kept before. ")
    try terminal.wait(for: "kept before.")
    try StoredDraft.wait(for: "kept before.", in: home, of: terminal)
    for _ in 0..<10 { try terminal.paste(String(repeating: "and more words ", count: 40)) }
    try terminal.wait(for: "could not be written")
    let kept = try home.run(["drafts", "--server", server.address]).lines
    #expect(kept.contains { $0.contains("a title") })

    // Nothing is lost as long as it runs, and it can still be saved.
    try terminal.send("the end")
    try terminal.wait(for: "the end")
    try terminal.send("<c-s>")
    try terminal.wait(forNo: "Ctrl-S save")
    try terminal.wait(for: "1 of 2")
    #expect(server.titles.last == "a title")
    try terminal.waitForRest()
    try terminal.send("q")
    #expect(try terminal.waitForExit() == .code(0))
    #expect(try home.run(["drafts", "--server", server.address]).lines.isEmpty)

    // Put by for later it is there again, and whoever leaves has it before him.
    let last = try session(home, on: server)
    try last.wait(for: "of 2")
    try last.send("n")
    try last.wait(for: "Ctrl-S save")
    try last.send("another title<tab><tab>")
    for _ in 0..<10 { try last.paste(String(repeating: "something else ", count: 40)) }
    try last.send("the very end")
    try last.wait(for: "could not be written")
    try last.send("<esc>")
    try last.wait(forNo: "Ctrl-S save")
    try last.send("u")
    try last.wait(for: "the very end")
    try last.wait(for: "Ctrl-S save")
    try last.send("<esc>")
    try last.wait(for: "n your draft")
    try last.wait(for: "could not be written")
    // A letter just after Esc may belong to the text.
    try last.send("<c-c>")
    #expect(try last.waitForExit() == .code(0))
    try last.wait(for: "the very end")
    await server.stop()
  }

  @Test func theScreenIsWholeWhereFilesMustBeSmall() async throws {
    let server = try await PlainServer()
    for index in 1...30 { server.add("post \(index) of Ada's, with a title of some length") }
    let home = try FireflyHome()
    let size = TerminalSize(columns: 160, rows: 60)
    let small = try session(home, on: server, size: size)
    try small.wait(for: "1 of 30")
    try small.send("jjjj")
    try small.wait(for: "5 of 30")
    try small.waitForRest()
    let usual = try TerminalSession(
      [BuiltProgram.firefly, "--server", server.address, "--no-motion", "--fresh"],
      environment: home.environment, directory: home.path, size: size)
    try usual.wait(for: "1 of 30")
    try usual.send("jjjj")
    try usual.wait(for: "5 of 30")
    try usual.waitForRest()
    #expect(small.screenText == usual.screenText)
    for session in [small, usual] {
      try session.send("q")
      #expect(try session.waitForExit() == .code(0))
    }
    await server.stop()
  }

  /// A program whose files can't grow.
  private func session(
    _ home: FireflyHome, on server: PlainServer,
    size: TerminalSize = TerminalSize(columns: 80, rows: 24)
  ) throws -> TerminalSession {
    try TerminalSession(
      ["/bin/sh", "-c", "ulimit -f 8; exec \"$0\" \"$@\"", BuiltProgram.firefly]
        + ["--server", server.address, "--no-motion"], environment: home.environment,
      directory: home.path, size: size)
  }
}
