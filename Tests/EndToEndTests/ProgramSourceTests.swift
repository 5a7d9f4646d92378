import Eventually
import Foundation
import OwnThreads
import TerminalHarness
import Testing

/// A source that is a program of the user's, with the real program.
@Suite(.serialized, .ownThreads) struct ProgramSourceTests {
  /// The example of firefly-config(5).
  private static func example() throws -> String {
    let file = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Documentation/firefly-config.5")
    let page = try String(contentsOf: file, encoding: .utf8).replacing("\\-", with: "-")
    let start = try #require(page.range(of: "#!/usr/bin/env python3\n")).lowerBound
    let end = try #require(page[start...].range(of: "\n.fi\n")).lowerBound
    return page[start..<end] + "\n"
  }

  private static let hasPython = FileManager.default.isExecutableFile(atPath: "/usr/bin/python3")

  private func home(_ program: String) throws -> FireflyHome {
    let home = try FireflyHome()
    try home.write(program, to: "bin/notes-source")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o700], ofItemAtPath: home.path + "/bin/notes-source")
    try home.configure("sources:\n  notes: ~/bin/notes-source\n")
    return home
  }

  @Test(.enabled(if: hasPython, "Python is not installed")) func theExampleOfTheManualRuns() throws
  {
    let example = try Self.example()
    #expect(
      (25...35).contains(example.split(separator: "\n", omittingEmptySubsequences: false).count))
    let home = try home(example)
    try home.write("A lighthouse\nHow bright is it?\nIt blinks all night.\n", to: "notes/a.txt")
    try home.write("Which knot?\n", to: "notes/b.txt")
    let session = try FireflySession.start(["--server", "notes:"], home: home)
    try session.terminal.wait(for: "1 of 2")
    #expect(session.terminal.screenText.contains("A lighthouse"))
    try session.terminal.send("<right>")
    try session.terminal.wait(for: "It blinks all night.")
    // A copy of the thread on the own server.
    try session.terminal.send("K")
    try session.terminal.wait(for: "on your own server: 3 posts")
    try session.terminal.send("<left><f2>n")
    try session.terminal.wait(for: "Words to search for")
    try session.terminal.send("Knots<tab>knot<c-s>")
    try session.terminal.wait(for: "Which knot?")
    #expect(try session.quit() == .code(0))

    let posts = try home.run(["posts", "--server", "notes:"])
    #expect(posts.lines.count == 2 && posts.lines[0].contains("A lighthouse"))
    let found = try home.run(["search", "--server", "notes:", "knot"])
    #expect(found.lines.count == 1 && found.lines[0].contains("Which knot?"))
    #expect(try home.run(["sources"]).lines.last == "firefly --server notes:\tnotes\tnotes")
    #expect(try home.run(["posts", "--tree"]).output.contains("It blinks all night."))
  }

  @Test func failuresAreSaidAndRepeated() throws {
    let home = try home("#!/bin/sh\necho 'The forum is closed.' >&2\nexit 1\n")
    let session = try FireflySession.start(["--server", "notes:"], home: home)
    try session.terminal.wait(for: "is closed.")
    #expect(session.terminal.screenText.contains("failed (exit code 1): The forum"))
    try home.write(
      "#!/bin/sh\necho '{\"posts\":[{\"id\":1,\"title\":\"It is open\"}]}'\n",
      to: "bin/notes-source")
    try session.terminal.send("r")
    try session.terminal.wait(for: "It is open")
    #expect(try session.quit() == .code(0))

    let other = try home.run(["posts", "--server", "other:"])
    #expect(other.status == 1 && other.error.contains("There is no program of this name"))
    // Nobody would find a search there again.
    let search = try home.run(
      ["post", "--template", "query", "--title", "fish", "--server", "other:"])
    #expect(search.status == 1 && search.error.contains("There is no program of this name"))
    // The threads of a program have no pages that `firefly keep` takes.
    let reply = try home.run(["post", "--parent", "1", "--body", "w", "--server", "notes:"])
    #expect(reply.status == 1 && !reply.error.contains("firefly keep"), "\(reply.error)")
  }

  /// How Firefly ends.
  enum Ending { case quit, interrupted, killed }

  /// Quitting waits for no program, and leaves none behind; `kill -9` leaves none, either.
  @Test(arguments: [([], Ending.quit), (["posts"], .interrupted), ([], .killed)])
  func theEndOfFireflyEndsIt(_ command: [String], _ ending: Ending) throws {
    let home = try home("#!/bin/sh\ntrap '' IO TERM\necho $$ > ~/process\nsleep 1000\n")
    let terminal: TerminalSession
    if command.isEmpty {
      terminal = try FireflySession.start(["--server", "notes:"], home: home).terminal
    } else {
      terminal = try TerminalSession(
        [BuiltProgram.firefly] + command + ["--server", "notes:"],
        environment: home.environment, directory: home.path)
    }
    let process = try home.writtenProcess()
    // Firefly ties the program to itself when it has begun.
    #expect(eventuallyBlocking { Self.isTied(process) })
    switch ending {
    case .quit: try terminal.send("q")
    case .interrupted: try terminal.send("<c-c>")
    case .killed: terminal.signal(SIGKILL)
    }
    _ = try terminal.waitForExit()
    #expect(eventuallyBlocking { process.hasEnded })
  }

  /// Whether the system sends a signal when a pipe is closed that the process has.
  private static func isTied(_ process: pid_t) -> Bool {
    let folder = "/proc/\(process)/fdinfo"
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return files.contains { name in
      let lines = try? String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)
      let flags = lines?.firstMatch(of: /flags:\s*([0-7]+)/).flatMap { Int($0.1, radix: 8) }
      return flags.map { $0 & Int(O_ASYNC) != 0 } == true
    }
  }
}
