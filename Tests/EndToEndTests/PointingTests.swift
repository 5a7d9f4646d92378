import OwnThreads
import TerminalHarness
import Testing

/// The mouse, finding, and the outline.
@Suite(.serialized, .ownThreads) struct PointingTests {
  private func row(of text: String, in session: FireflySession) throws -> Int {
    try #require(session.settledRows().firstIndex { $0.contains(text) })
  }

  @Test func clickingExpandsACard() throws {
    let session = try FireflySession.start(
      among: SamplePost.numbered("card", 6, body: "The hidden words."))
    let titles = try session.settledRows().compactMap { $0.firstMatch(of: /^\W*(card \d)/)?.1 }
    let second = String(try #require(titles.dropFirst().first))
    try session.terminal.click(10, try row(of: second, in: session))
    try session.terminal.wait(for: "hidden words")
    #expect(session.terminal.screenText.contains("2 of 6"))
  }

  @Test func theWheelScrolls() throws {
    let session = try FireflySession.start(among: SamplePost.numbered("card", 40))
    let before = try session.settledRows()
    for _ in 0..<6 { try session.terminal.mouse(.wheelDown, 20, 10) }
    try session.terminal.wait(until: "a scrolled list") { $0.screenRows[5...15] != before[5...15] }
  }

  @Test func draggingToTheLeftDrillsIn() throws {
    let children = SamplePost.numbered("grandchild", 3)
    let session = try FireflySession.start(
      among: SamplePost.numbered("card", 4, children: children))
    let row = try row(of: "summary", in: session)
    try session.terminal.mouse(.press, 30, row)
    for column in stride(from: 29, through: 24, by: -1) {
      try session.terminal.mouse(.move, column, row)
    }
    try session.terminal.mouse(.release, 24, row)
    try session.terminal.wait(for: "grandchild")
  }

  @Test func clickingATabChangesTheExplorer() throws {
    let session = try FireflySession.start()
    try session.terminal.wait(matching: #"1 of \d\d"#)
    let rows = try session.settledRows()
    let bar = try #require(rows.lastIndex { $0.contains("F3") })
    let column = try #require(rows[bar].range(of: "F3"))
    let place = rows[bar].distance(from: rows[bar].startIndex, to: column.lowerBound)
    try session.terminal.click(place, bar)
    try session.terminal.wait(for: "recent users")
  }

  @Test func findingJumps() throws {
    let session = try FireflySession.start(
      among: SamplePost.numbered("card", 30) + [SamplePost(title: "the needle", body: "b")])
    try session.terminal.send("/needle")
    try session.terminal.wait(until: "the needle") {
      $0.screenRows.dropFirst().contains { $0.contains("the needle") }
    }
    try session.terminal.send("<enter><esc>")
    try session.terminal.wait(forNo: "/needle")
  }

  @Test func theOutlineJumps() throws {
    let leaves = SamplePost.numbered("leaf", 2)
    let session = try FireflySession.start(
      among: [SamplePost(title: "the branch", body: "b", children: leaves)])
    try session.terminal.send("t")
    try session.terminal.wait(for: "Outline")
    try session.terminal.wait(for: "leaf 2")
    try session.terminal.send("<esc>")
    try session.terminal.wait(forNo: "Outline")
    #expect(session.terminal.screenText.contains("1 of 1"))
  }
}
