import Foundation
import TerminalHarness

extension Trial {
  /// Bytes that are pasted.
  private static let pasted = 1_000_000

  /// Writes letters at the beginning of a long text, pastes a large one, and saves.
  mutating func measureWriting() throws {
    guard let writing = contestant.writing else { return }
    try measureLetters(in: writing)
    try measurePaste(in: writing)
  }

  private func open(_ opening: Contestant.Writing.Opening) throws -> TerminalSession {
    // Without what the run before left, which Firefly would ask about.
    if let state = opening.environment["XDG_STATE_HOME"] {
      try? FileManager.default.removeItem(atPath: "\(state)/firefly/drafts")
    }
    let session = try launch(opening.command, in: opening.environment)
    try session.wait(for: opening.ready)
    for step in opening.steps {
      // Whatever else is loaded: the keys are meant for what stands there then.
      _ = session.waitForQuiet(.milliseconds(500))
      try session.send(step.keys)
      try session.wait(for: step.shows)
    }
    _ = session.waitForQuiet(.milliseconds(1_000))
    return session
  }

  private mutating func measureLetters(in writing: Contestant.Writing) throws {
    let session = try open(writing.long)
    var (last, bytes): (Samples, Samples) = ([], [])
    for index in 0..<effort.keys {
      let count = session.outputCount
      let sent = try session.send(index % 7 == 6 ? " " : "x")
      let response = session.waitForQuiet(
        .milliseconds(40), firstWithin: .milliseconds(500), since: count)
      guard let end = response.last else { continue }
      last.append((end - sent).milliseconds)
      bytes.append(Double(response.bytes))
      // Words and rows of any length.
      _ = session.screenText
    }
    set(.writingKey, last.median)
    set(.writingKey95, last.percentile(95))
    set(.writingBytes, bytes.median)
    guard let save = writing.save else { return }
    let sent = try session.send(save.keys)
    let saved = try session.wait(until: "the card") { !$0.screenText.contains(save.until) }
    set(.save, (saved - sent).milliseconds)
  }

  /// Pastes until the last word of what was pasted is on the screen; where it never is, there is no figure.
  private mutating func measurePaste(in writing: Contestant.Writing) throws {
    let session = try open(writing.empty)
    let essay = SampleText.essay("pasted")
    let text = String(repeating: essay, count: Self.pasted / essay.utf8.count + 1)
    let last = "\n\nthe very last words"
    let updates = session.updates.count
    let start = SuspendingClock.now
    try session.paste(text.prefix(Self.pasted - last.utf8.count) + last)
    let seen = try? session.wait(until: "the last words", timeout: .seconds(60)) {
      $0.screenText.contains("the very last words")
    }
    set(.paste, seen.map { ($0 - start).milliseconds })
    let frames = session.updates.count - updates
    if frames > 0 { set(.pasteFrames, Double(frames)) }
  }
}
