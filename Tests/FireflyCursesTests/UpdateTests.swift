import TerminalHarness
import Testing

/// What is written when little changes.
@Suite struct UpdateTests {
  private func bytes(of keys: String, in session: TerminalSession) throws -> Int {
    let before = session.updates.count
    let count = session.outputCount
    try session.send(keys)
    try session.wait(until: "an update") { $0.updates.count > before }
    return session.output(since: count).reduce(0) { $0 + $1.bytes.count }
  }

  @Test(arguments: ["truecolor", ""]) func aSelectionIsCheap(color: String) throws {
    let session = try probe("cards", environment: ["COLORTERM": color])
    try session.wait(for: "1 of 10000")
    for number in 2...5 {
      // Once the colour of the bar for both cards, once those of the place in the list.
      #expect(try bytes(of: "j", in: session) <= 350)
      try session.wait(for: "\(number) of 10000")
    }
  }

  @Test(arguments: ["truecolor", ""]) func anotherCardIsScrolledIn(color: String) throws {
    let session = try probe("cards", environment: ["COLORTERM": color])
    try session.wait(for: "1 of 10000")
    for number in 1...5 {
      #expect(try bytes(of: "n", in: session) <= 1_600)
      try session.wait(for: "Card number \(number + 7) of")
    }
    #expect(try bytes(of: "p", in: session) <= 1_600)
  }

  @Test(arguments: ["xterm-256color", "screen-256color", "linux", "rxvt", "vt220"])
  func updatedScreenEqualsARedrawnOne(type: String) throws {
    let session = try probe("cards", environment: ["TERM": type], columns: 90, rows: 30)
    try session.wait(for: "1 of 10000")
    for keys in ["jjn", "nnnk", "pjj", "nj", "kkpp", "nnnnnnnn", "pppp"] {
      try session.send(keys)
      _ = session.waitForQuiet(.milliseconds(40), firstWithin: .milliseconds(400))
      let changed = picture(of: session)
      try session.send("l")
      _ = session.waitForQuiet(.milliseconds(40), firstWithin: .milliseconds(400))
      #expect(picture(of: session) == changed, "after \(keys)")
    }
  }

  /// What can be seen of a cell: not the foreground of a blank, for one.
  private struct Look: Equatable {
    var text: String
    var background: ScreenColor
    var foreground: ScreenColor?
    var isItalic: Bool

    init(_ cell: ScreenCell) {
      let isBlank = cell.text.isEmpty || cell.text == " "
      text = isBlank ? " " : cell.text
      background = cell.background
      foreground = isBlank ? nil : cell.foreground
      isItalic = !isBlank && cell.isItalic
    }
  }

  private func picture(of session: TerminalSession) -> [Look?] {
    (0..<session.size.rows).flatMap { row in
      (0..<session.size.columns).map { session.cell($0, row).map(Look.init) }
    }
  }

  @Test func nothingIsWrittenForTheSameFrame() throws {
    let session = try probe("cards")
    try session.wait(for: "1 of 10000")
    _ = session.waitForQuiet(.milliseconds(100))
    let count = session.outputCount
    _ = session.waitForQuiet(.milliseconds(200))
    #expect(session.outputCount == count)
  }
}
