import Foundation
import TerminalHarness

extension Trial {
  /// Starts Firefly as its user does, twice: first without copies of pictures, then with those of the
  /// first time. How long do the first one's grey place and the splash last?
  mutating func measureFirstPictures() throws {
    guard let own = contestant.own else { return }
    try? FileManager.default.removeItem(atPath: own.cache)
    try measureFirstPicture(in: own, .firstPicture, .pictureAfterPost)
    try measureFirstPicture(in: own, .keptPicture, .keptPictureAfterPost)
  }

  private mutating func measureFirstPicture(
    in own: Contestant.Own, _ sinceStart: Measure, _ sincePost: Measure
  ) throws {
    let session = try launch(own.command, in: own.environment)
    var shown: SuspendingClock.Instant?
    var there: SuspendingClock.Instant?
    try session.wait(until: "the first picture") { session in
      guard let row = session.screenRows.firstIndex(where: { $0.contains(own.title) }) else {
        return false
      }
      // Both by the ends of frames: together they are 0 apart.
      let now = session.updates.last?.end
      if shown == nil { shown = now }
      there = now
      return session.hasPicture(besideRow: row)
    }
    if let shown, let there {
      set(sinceStart, (there - session.started).milliseconds)
      set(sincePost, (there - shown).milliseconds)
    }
    // What is on its way is kept as well.
    _ = session.waitForQuiet(.milliseconds(1_000))
    try session.send("q")
    _ = try session.waitForExit()
  }
}

extension TerminalSession {
  /// Whether the thumbnail of the card whose title stands in a row has colours: its place is grey.
  fileprivate func hasPicture(besideRow row: Int) -> Bool {
    (row..<row + 3).contains { row in
      (size.columns / 2..<size.columns).contains { column in
        guard let cell = cell(column, row) else { return false }
        return [cell.background, cell.foreground].contains { color in
          guard case .rgb(let red, let green, let blue) = color else { return false }
          return max(red, green, blue) - min(red, green, blue) > 40
        }
      }
    }
  }
}
