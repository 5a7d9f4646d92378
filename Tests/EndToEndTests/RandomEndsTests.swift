import Foundation
import OwnThreads
import SeededRandom
import TerminalHarness
import Testing

/// The real program is ended at random moments, in every way: no word is lost that is older than a second,
/// and no post is made twice.
///
/// A few rounds; hundreds with `FIREFLY_LONG` in the environment.
@Suite(.serialized, .ownThreads) struct RandomEndsTests {
  private static let rounds =
    ProcessInfo.processInfo.environment["FIREFLY_LONG"] == nil ? 3 : 250

  /// Starts, begins a post, or goes on with the one that is kept, and goes to its body.
  private func begin(_ home: FireflyHome) throws -> FireflySession {
    let session = try FireflySession.start(home: home)
    try session.terminal.wait(for: "1 of ")
    try session.terminal.send("n")
    try session.terminal.wait(until: "a card or a question") { terminal in
      ["Ctrl-S save", "Continue your draft"].contains { terminal.screenText.contains($0) }
    }
    if session.terminal.screenText.contains("Continue your draft") {
      try session.terminal.send("<enter>")
    }
    try session.terminal.wait(for: "Ctrl-S save")
    return session
  }

  /// The ways to end: three signals, and the key, which keeps the draft.
  private enum End: CaseIterable {
    case kill, terminate, hangUp, key

    func happen(to terminal: TerminalSession) throws {
      switch self {
      case .kill: terminal.signal(SIGKILL)
      case .terminate: terminal.signal(SIGTERM)
      case .hangUp: terminal.signal(SIGHUP)
      case .key:
        try terminal.send("<c-c>")
        try terminal.wait(for: "Draft kept.")
        try terminal.send("<c-c>")
      }
      _ = try terminal.waitForExit()
    }
  }

  @Test func noWordIsLost() throws {
    var random = SplitMix(seed: 63)
    let home = try FireflyHome()
    for round in 0..<Self.rounds {
      let terminal = try begin(home).terminal
      try terminal.send("round \(round)<tab><tab>")
      var typed: [(text: String, time: Double)] = []
      var text = ""
      let length = Double.random(in: 0.2...2.5, using: &random)
      let start = ProcessInfo.processInfo.systemUptime
      var now = start
      while now < start + length {
        let word = "w\(typed.count) "
        try terminal.send(word)
        text += word
        typed.append((text, now))
        Thread.sleep(forTimeInterval: Double.random(in: 0...0.12, using: &random))
        now = ProcessInfo.processInfo.systemUptime
      }
      let end = End.allCases.randomElement(using: &random) ?? .kill
      // What a signal can be heard for is written at the end, if it has been read.
      if end != .kill { try terminal.wait(for: "w\(typed.count - 1)") }
      let last = ProcessInfo.processInfo.systemUptime
      try end.happen(to: terminal)
      let age = end == .kill ? 1.0 : 0
      let old = typed.last { $0.time <= last - age }?.text ?? ""
      let kept = try StoredDraft.all(in: home)
      let body = kept.first?.body ?? ""
      #expect(kept.count <= 1)
      #expect(body.hasPrefix(old), "round \(round), \(end): “\(body)” of “\(text)”")
      #expect(text.hasPrefix(body), "round \(round), \(end): “\(body)” of “\(text)”")
      try FileManager.default.removeItem(atPath: home.path + "/state/firefly/drafts")
    }
  }

  @Test func noPostIsMadeTwice() throws {
    var random = SplitMix(seed: 98)
    let home = try FireflyHome()
    for round in 0..<Self.rounds {
      var session = try begin(home)
      let title = "post \(round)!"
      try session.terminal.send(title)
      try session.terminal.wait(for: title)
      try StoredDraft.wait(for: title, in: home, of: session.terminal)
      try session.terminal.send("<c-s>")
      Thread.sleep(forTimeInterval: Double.random(in: 0...0.04, using: &random))
      session.terminal.signal(SIGKILL)
      _ = try session.terminal.waitForExit()
      if try !StoredDraft.all(in: home).isEmpty {
        session = try begin(home)
        try session.terminal.wait(for: title)
        try session.terminal.send("<c-s>")
        try session.terminal.wait(forNo: "Ctrl-S save")
        try session.terminal.wait(forNo: "saving…")
        try session.terminal.waitForRest()
        #expect(try session.quit() == .code(0))
      }
      let posts = try home.run(["posts", "--limit", "5"]).lines
      #expect(posts.count { $0.contains(title) } == 1, "round \(round)")
      #expect(try StoredDraft.all(in: home).isEmpty, "round \(round)")
    }
  }
}
