import FireflyPrograms
import Foundation
import OwnThreads
import SeededRandom
import TerminalHarness
import Testing

/// The program, the server and the connection are ended at random moments of a save: no word that is older
/// than a second is lost, and no post is made twice.
///
/// A few rounds, or as many as `FIREFLY_ROUNDS` says.
@Suite(.serialized, .ownThreads) struct SaveStressTests {
  private static let rounds =
    ProcessInfo.processInfo.environment["FIREFLY_ROUNDS"].flatMap { Int($0) } ?? 6

  /// What is saved.
  fileprivate enum Work: CaseIterable {
    case post, edit, query, profile, shell
  }

  /// What happens while it is saved.
  private enum Trouble: CaseIterable {
    case nothing, kill, terminate, hangUp, quit, serverEnds, cut, answerLost, answersLost
  }

  @Test func nothingIsLostOrDoubled() async throws {
    var random = SplitMix(seed: 22)
    var homes: [StressedServer.Kind: (home: FireflyHome, server: StressedServer)] = [:]
    for number in 0..<Self.rounds {
      // Each server in turn, and each kind of work in turn on each of them.
      let kinds = StressedServer.Kind.possible
      let kind = kinds[number % kinds.count]
      if homes[kind] == nil {
        let home = try FireflyHome()
        homes[kind] = (home, try await StressedServer(kind, home))
      }
      guard let (home, server) = homes[kind] else { continue }
      let work = server.works[(number / kinds.count + number) % server.works.count]
      let trouble = Trouble.allCases.randomElement(using: &random) ?? .nothing
      let label = "FIREFLY_SEED=\(SplitMix.shift), round \(number): \(work), \(trouble), \(kind)"
      do {
        if work == .shell {
          try await Self.shell(number, label, trouble, server, home, &random)
        } else {
          let round = Round(
            number: number, label: label, work: work, trouble: trouble, server: server, home: home)
          try await round.run(&random)
        }
      } catch {
        Issue.record("\(label): \(error)")
        homes[kind] = nil
      }
    }
  }

  // MARK: The shell

  /// The same command is said until it succeeds.
  private static func shell(
    _ number: Int, _ label: String, _ trouble: Trouble, _ server: StressedServer,
    _ home: FireflyHome, _ random: inout SplitMix
  ) async throws {
    let title = "shell \(SplitMix.shift)-\(number)."
    try home.write("words of \(title)", to: "body.md")
    let words =
      ["post", "--title", title, "--summary", "s", "--body", "\(home.path)/body.md"] + server.place
    if trouble == .answerLost {
      server.loseAnswers(after: [Int.random(in: 0...80, using: &random)])
    }
    if trouble == .answersLost { server.loseAnswers(after: [0, 0]) }
    let place = try TemporaryHome()
    let process = place.process([BuiltProgram.firefly] + words, environment: home.environment)
    let output = Pipe()
    (process.standardInput, process.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
    process.standardOutput = output
    try process.run()
    try await Task.sleep(for: .seconds(Double.random(in: 0.02...0.4, using: &random)))
    switch trouble {
    case .nothing, .answerLost, .answersLost: break
    case .kill: kill(process.processIdentifier, SIGKILL)
    case .terminate, .quit: kill(process.processIdentifier, SIGINT)
    case .hangUp: kill(process.processIdentifier, SIGHUP)
    case .serverEnds: await server.stop()
    case .cut: try await server.cut()
    }
    process.waitUntilExit()
    var isDone = !output.fileHandleForReading.remainingData().isEmpty
    // A second failure after the first.
    if !isDone, Bool.random(using: &random) {
      await server.stop()
      isDone = try home.run(words).status == 0
    }
    try await server.resume()
    server.loseNoMore()
    if !isDone {
      let result = try home.run(words)
      #expect(result.status == 0, "\(label): \(result.error)")
    }
    #expect(try server.bodies(ofTitle: title) == ["words of \(title)"], "\(label)")
    try discard(home)
  }

  /// Removes what a program that was killed after its post was saved has left.
  fileprivate static func discard(_ home: FireflyHome) throws {
    let folder = home.path + "/state/firefly/drafts"
    try? FileManager.default.removeItem(atPath: folder)
  }

  // MARK: The screen

  private struct Round {
    let number: Int
    let label: String
    let work: Work
    let trouble: Trouble
    let server: StressedServer
    let home: FireflyHome

    private var title: String { "\(work) \(SplitMix.shift)-\(number)." }

    func run(_ random: inout SplitMix) async throws {
      let parent = work == .edit || work == .profile ? try prepare() : nil
      var terminal = try open(parent)
      try terminal.send(parent == nil ? "" : "<c-a><c-k>")
      try terminal.send("\(title)<tab>of the stress<tab>")
      var typed: [(text: String, time: Double)] = []
      var text = ""
      let length = Double.random(in: 0...1.6, using: &random)
      let start = ProcessInfo.processInfo.systemUptime
      repeat {
        let word = "w\(typed.count) "
        try terminal.send(word)
        text += word
        typed.append((text, ProcessInfo.processInfo.systemUptime))
        try await Task.sleep(for: .seconds(Double.random(in: 0...0.1, using: &random)))
      } while ProcessInfo.processInfo.systemUptime < start + length
      if trouble == .answerLost {
        server.loseAnswers(after: [Int.random(in: 0...80, using: &random)])
      }
      if trouble == .answersLost { server.loseAnswers(after: [0, 0]) }
      let mayBeUnread = Bool.random(using: &random)
      if !mayBeUnread { try terminal.wait(for: "w\(typed.count - 1)") }
      try terminal.send("<c-s>")
      try await Task.sleep(for: .seconds(Double.random(in: 0...0.06, using: &random)))
      let moment = ProcessInfo.processInfo.systemUptime
      try await happen(to: terminal)
      let old = typed.last { $0.time <= moment - 1 }?.text ?? ""
      try check(old, of: text)

      if terminal.exitStatus == nil {
        var isWriting = try settle(terminal)
        // A second failure after the first, with a word more.
        if isWriting, Bool.random(using: &random) {
          await server.stop()
          try terminal.send("more ")
          try terminal.wait(for: "more")
          try terminal.send("<c-s>")
          isWriting = try settle(terminal)
          try check(old, of: text + "more ")
        }
        if Bool.random(using: &random) {
          terminal.signal(SIGKILL)
          _ = try terminal.waitForExit()
        }
      }
      try await server.resume()
      server.loseNoMore()
      if terminal.exitStatus != nil {
        if try StoredDraft.all(in: home).contains(where: isWhole) {
          terminal = try open(parent)
        } else {
          // Of what was younger than a second, any part may be there.
          try SaveStressTests.discard(home)
        }
      }
      for _ in 0..<3 {
        guard terminal.exitStatus == nil, try settle(terminal) else { break }
        try terminal.send("<c-s>")
        try await Task.sleep(for: .seconds(0.1))
      }
      if terminal.exitStatus == nil {
        try terminal.waitForRest()
        try terminal.send("q")
        _ = try terminal.waitForExit()
      }
      let bodies = try server.bodies(ofTitle: title)
      #expect(bodies.count <= 1, "\(label): \(bodies)")
      // What was younger than a second when the program was killed may be gone, with its title.
      #expect(bodies.count == 1 || old.isEmpty, "\(label): “\(old)” is nowhere")
      let left = try StoredDraft.all(in: home).map(\.title)
      #expect(left == [], "\(label)")
      if !left.isEmpty { try SaveStressTests.discard(home) }
    }

    /// Whether a draft has all that any server wants.
    private func isWhole(_ draft: StoredDraft) -> Bool {
      draft.title.hasPrefix(title) && draft.body.contains("w0")
    }

    /// Makes a post to change, below another one; its number.
    private func prepare() throws -> String {
      func post(_ title: String, below parent: String?) throws -> String {
        let result = try home.run(
          ["post", "--title", title, "--summary", "s"] + server.place
            + (parent.map { ["--parent", $0] } ?? []), input: "b")
        #expect(result.status == 0, "\(label): \(result.error)")
        return result.output.trimmingCharacters(in: .newlines)
      }
      let parent = try post("the parent", below: nil)
      _ = try post("before", below: parent)
      return parent
    }

    /// Starts, begins to write, or goes on with the draft that is kept.
    private func open(_ parent: String?) throws -> TerminalSession {
      let terminal = try FireflySession.start(
        server.place + (parent.map { ["--post", $0] } ?? []), home: home
      ).terminal
      try terminal.wait(matching: #"\d of \d|No posts|No searches"#)
      switch work {
      case .post, .shell: try terminal.send("n")
      case .query: try terminal.send("<f2>n")
      case .edit: try terminal.send("e")
      case .profile:
        try terminal.send("p")
        try terminal.wait(for: "1 of 1")
        try terminal.waitForRest()
        try terminal.send("e")
      }
      let writes = "(Ctrl-S|Enter) (save|search)"
      try terminal.wait(matching: writes + "|Continue your draft")
      if terminal.screenText.contains("Continue your draft") { try terminal.send("<enter>") }
      try terminal.wait(matching: writes)
      return terminal
    }

    private func happen(to terminal: TerminalSession) async throws {
      switch trouble {
      case .nothing, .answerLost, .answersLost: return
      case .kill: terminal.signal(SIGKILL)
      case .terminate: terminal.signal(SIGTERM)
      case .hangUp: terminal.signal(SIGHUP)
      case .quit: try terminal.send("qq")
      case .serverEnds: return await server.stop()
      case .cut: return try await server.cut()
      }
      if trouble == .quit {
        // Where it was saved already, the first q has ended it; where it came back, both are words.
        let deadline = SuspendingClock.now + .seconds(2)
        while terminal.exitStatus == nil, .now < deadline { usleep(5_000) }
      } else {
        _ = try terminal.waitForExit()
      }
    }

    /// Waits until nothing is on its way: whether there is something to save still.
    private func settle(_ terminal: TerminalSession) throws -> Bool {
      try terminal.wait(until: "the save to be over", timeout: .seconds(45)) {
        !$0.screenText.contains("saving…")
      }
      try terminal.waitForRest()
      return terminal.screenText.contains("Ctrl-S save")
    }

    /// Every word that is older than a second is in a draft or on the server.
    private func check(_ old: String, of text: String) throws {
      guard !old.isEmpty else { return }
      let drafts = try StoredDraft.all(in: home).map(\.body)
      let posts = try server.bodies(ofTitle: title)
      let words = old.trimmingCharacters(in: .whitespaces)
      #expect(
        (drafts + posts).contains { $0.contains(words) },
        "\(label): “\(words)” is in none of \(drafts) and \(posts)")
    }
  }
}

extension StressedServer {
  /// What can be saved there: the plain server knows no profiles.
  fileprivate var works: [SaveStressTests.Work] {
    SaveStressTests.Work.allCases.filter { $0 != .profile || kind == .own || kind == .served }
  }
}
