import TerminalHarness

extension Trial {
  /// Presses keys one at a time, the next one after 40 ms of silence: down the list, with some steps
  /// up and down again in place, for those that only move the selection.
  mutating func measureKeys(_ session: TerminalSession) throws {
    var first: Samples = []
    var last: Samples = []
    var selection: Samples = []
    var scroll: Samples = []
    var shown = session.visibleItems
    for index in 0..<effort.keys {
      let isInPlace = index % 10 >= 8
      let key = isInPlace && index % 2 == 0 ? contestant.up : contestant.down
      let count = session.outputCount
      let sent = try session.send(key)
      let response = session.waitForQuiet(
        .milliseconds(40), firstWithin: .milliseconds(500), since: count)
      guard let begin = response.first, let end = response.last else { continue }
      first.append((begin - sent).milliseconds)
      last.append((end - sent).milliseconds)
      let items = session.visibleItems
      if isInPlace {
        selection.append(Double(response.bytes))
      } else if items != shown {
        scroll.append(Double(response.bytes))
      }
      shown = items
    }
    set(.keyMedian, first.median)
    set(.key95, first.percentile(95))
    set(.key99, first.percentile(99))
    set(.keySettled, last.median)
    set(.selectionBytes, selection.median)
    set(.scrollBytes, scroll.median)
  }

  /// Holds a key: thirty a second, as a keyboard repeats them.
  mutating func measureHold(_ session: TerminalSession) throws {
    let before = ProcessUsage(session: session.processID)
    let start = SuspendingClock.now
    var sent = start
    var count = session.outputCount
    for index in 0..<Int(effort.hold / .seconds(1) * 30) {
      pause(until: start + .seconds(1) / 30 * index)
      count = session.outputCount
      sent = try session.send(contestant.down)
    }
    let response = session.waitForQuiet(.milliseconds(400), since: count)
    let after = ProcessUsage(session: session.processID)
    let end = max(response.last ?? sent, sent)
    set(.holdLag, (end - sent).milliseconds)
    set(.holdCPU, after.cpu(since: before) / (end - start) * 100)
  }
}
