import OwnThreads
import TerminalHarness
import Testing

/// Cards that move, told by the frames the program shows, not by their time.
@Suite(.serialized, .ownThreads) struct MotionTests {
  private static let body = String(
    repeating: "A paragraph of words that fills a line or two of the card.\n\n", count: 4)

  private func start(
    environment: [String: String] = [:], settings: String = "", moves: Bool = true
  ) throws -> FireflySession {
    let home = try FireflyHome()
    if !settings.isEmpty { try home.configure(settings) }
    let cards = SamplePost.numbered(
      "card", 12, body: Self.body, children: SamplePost.numbered("leaf", 12))
    let id = try home.add(SamplePost(title: "the root", children: cards))
    let session = try FireflySession.start(
      ["--post", id], home: home, environment: environment, moves: moves)
    try session.terminal.wait(for: "1 of 12")
    _ = try session.settledRows()
    return session
  }

  /// Where the second card's summary stands in a frame; its row, if the frame has it.
  private func place(in frame: [String]) -> Int? {
    frame.firstIndex { $0.contains("summary of card 11") }
  }

  /// A machine that is busy may leave out any frame but the last, so it may take some turns to see one
  /// between, but each turn goes one way and comes to the same end.
  @Test func expandingIsShownInFrames() throws {
    let session = try start()
    let compact = try session.settledRows()
    var hasMoved = false
    for _ in 0..<20 where !hasMoved {
      let frames = try session.terminal.frames {
        try session.terminal.send("<enter>")
        try session.terminal.wait(until: "a card") { $0.screenRows != compact }
      }
      let places = frames.compactMap(place)
      #expect(places == places.sorted())
      hasMoved = Set(places).count > 2
      let back = try session.terminal.frames {
        try session.terminal.send("<enter>")
        try session.terminal.wait(until: "the list") { $0.screenRows == compact }
      }
      #expect(back.last == compact)
    }
    #expect(hasMoved)
  }

  @Test func reversingHalfWayEndsWhereItBegan() throws {
    let session = try start()
    let compact = try session.settledRows()
    try session.terminal.send("<enter>")
    try session.terminal.wait(until: "a card on its way") { $0.screenRows != compact }
    try session.terminal.send("<enter>")
    #expect(try session.settledRows() == compact)
  }

  @Test func keysInMotionAreObeyed() throws {
    let session = try start()
    try session.go("<enter><down><down><enter><down>", to: "4 of 12")
    try session.go("gG", to: "12 of 12")
  }

  @Test func noMotionIsOneFrame() throws {
    let session = try start(moves: false)
    let frames = try session.terminal.frames {
      try session.terminal.send("<enter>")
      try session.terminal.wait(for: "A paragraph")
    }
    #expect((1...2).contains(frames.count))
  }

  /// Whether a level slides in, in one of some tries.
  private func slides(_ session: FireflySession, tries: Int = 20) throws -> Bool {
    var hasSlid = false
    for _ in 0..<tries where !hasSlid {
      let frames = try session.terminal.frames {
        try session.terminal.send("<right>")
        try session.terminal.wait(for: "summary of leaf")
      }
      // On its way the list stands further to the right.
      let columns = frames.flatMap { frame in
        frame.compactMap { row in
          row.firstRange(of: "summary of leaf")
            .map { row.distance(from: row.startIndex, to: $0.lowerBound) }
        }
      }
      hasSlid = columns.contains { $0 > columns.min() ?? 0 }
      try session.terminal.send("<left>")
      try session.terminal.wait(for: "summary of card")
      _ = try session.settledRows()
    }
    return hasSlid
  }

  @Test func levelsSlide() throws {
    #expect(try slides(try start()))
  }

  /// Variables by which people ask all programs to move less.
  @Test(arguments: ["NO_MOTION", "PREFERS_REDUCED_MOTION", "REDUCED_MOTION"])
  func reducedMotionIsObeyed(variable: String) throws {
    #expect(try !slides(try start(environment: [variable: "1"]), tries: 3))
    // What is said to Firefly itself wins.
    #expect(try slides(try start(environment: [variable: "1"], settings: "motion: full")))
    #expect(try slides(try start(environment: [variable: "1", "FIREFLY_MOTION": "full"])))
    #expect(try slides(try start(environment: [variable: "0"])))
  }
}
