import Foundation
import OwnThreads
import TerminalHarness
import Testing

/// Pictures by the kitty protocol and sixels, told by the bytes that a terminal would get.
@Suite(.serialized, .ownThreads) struct SharpPictureTests {
  /// A piece of a sixel picture, in pixels of the screen.
  private struct Part {
    var x, y, width, height: Int
    var maxX: Int { x + width }
    var maxY: Int { y + height }
  }

  private static let insideKitty = ["KITTY_WINDOW_ID": "7"]

  /// The home screen, where cards of the Field Guide have pictures.
  private func start(
    _ graphics: TerminalGraphics, environment: [String: String] = [:], configuration: String = "",
    size: TerminalSize = TerminalSize(columns: 100, rows: 30)
  ) throws -> FireflySession {
    let home = try FireflyHome()
    if !configuration.isEmpty { try home.configure(configuration) }
    let session = try FireflySession.start(
      home: home, environment: environment, size: size,
      graphics: graphics)
    try session.terminal.wait(for: "1 of ")
    return session
  }

  /// Waits until the pictures are there, which come when the cells have rested for a while.
  private func rest(_ session: FireflySession) throws {
    try session.terminal.waitForRest(.milliseconds(400))
  }

  private func output(_ session: FireflySession, since count: Int = 0) -> String {
    String(decoding: session.terminal.output(since: count).flatMap(\.bytes), as: UTF8.self)
  }

  private func count(_ part: String, in text: String) -> Int {
    text.components(separatedBy: part).count - 1
  }

  private func placeholders(_ terminal: TerminalSession) -> Int {
    terminal.screenText.unicodeScalars.count { $0 == "\u{10EEEE}" }
  }

  private func colorsOfPlaceholders(_ session: FireflySession) -> Set<Int> {
    var colors: Set<Int> = []
    for row in 0..<session.terminal.size.rows {
      for column in 0..<session.terminal.size.columns {
        guard let cell = session.terminal.cell(column, row),
          cell.text.unicodeScalars.first == "\u{10EEEE}",
          case .rgb(let red, let green, let blue) = cell.foreground
        else { continue }
        colors.insert(red << 16 | green << 8 | blue)
      }
    }
    return colors
  }

  @Test func kittyGetsEachPictureOnceAndItsCellsTellWhich() throws {
    let session = try start(.kitty, environment: Self.insideKitty)
    try session.terminal.wait(until: "placeholders") { placeholders($0) > 0 }
    try rest(session)
    let text = output(session)
    let sent = text.matches(of: /a=t,f=100,i=(\d+)/).compactMap { Int($0.1) }
    #expect(!sent.isEmpty && Set(sent).count == sent.count)
    #expect(count("a=p,U=1", in: text) == sent.count)
    let ids = colorsOfPlaceholders(session)
    #expect(!ids.isEmpty && ids.isSubset(of: sent))
    // What comes back to the screen is not sent again.
    try session.terminal.send("<f3>")
    try session.terminal.wait(for: "recent users")
    try rest(session)
    let before = session.terminal.outputCount
    try session.terminal.send("<f1>")
    try session.terminal.wait(until: "the same placeholders") { _ in
      colorsOfPlaceholders(session) == ids
    }
    #expect(!output(session, since: before).contains("a=t,"))
    let end = session.terminal.outputCount
    #expect(try session.quit() == .code(0))
    #expect(count("a=d,d=I", in: output(session, since: end)) >= sent.count)
    #expect(try session.terminal.leftovers() == [])
  }

  @Test(arguments: [(TerminalGraphics.kitty, [:]), (.oldKitty, insideKitty)])
  func kittyWithoutPlaceholdersHasPicturesLaidOverCells(
    graphics: TerminalGraphics, environment: [String: String]
  ) throws {
    let session = try start(graphics, environment: environment)
    try session.terminal.wait(until: "a placement") { _ in output(session).contains("a=p,i=") }
    try rest(session)
    let text = output(session)
    #expect(placeholders(session.terminal) == 0)
    #expect(count("a=t,f=100", in: text) > 0)
    #expect(count("a=p,i=", in: text) >= count("a=t,f=100", in: text))
    let before = session.terminal.outputCount
    try session.terminal.send("<f3>")
    try rest(session)
    #expect(output(session, since: before).contains("a=d,d=i"))
  }

  @Test func clippedPictureIsSharpWhereVisible() throws {
    var cards = SamplePost.numbered("card", 2)
    cards[0].imageURL = "/uploads/meadow.jpg"
    let session = try FireflySession.start(
      among: cards, size: TerminalSize(columns: 40, rows: 12), graphics: .kitty)
    try session.terminal.wait(until: "a placement") { _ in output(session).contains("a=p,i=") }
    let place = try #require(
      output(session).firstMatch(of: /\x{1B}\[(\d+);\d+H\x{1B}_Ga=p,[^;]*,c=6,r=(\d+),/))
    let (top, rows) = try (#require(Int(place.1)), #require(Int(place.2)))
    // The thumbnail of the second card has four rows, the last one half; the list ends above row 11.
    #expect(rows < 4 && top + rows == 11, "\(place.0.debugDescription)")
  }

  @Test func sixelsComeAtRestAndGoWithTheirRows() throws {
    let session = try start(.sixel)
    try session.terminal.wait(until: "sixels") { _ in output(session).contains("\u{1B}P") }
    try rest(session)
    let text = output(session)
    #expect(count("\u{1B}P", in: text) > 0 && text.contains("\u{1B}[?1;3;256S"))
    let before = session.terminal.outputCount
    try session.terminal.send("<f3>")
    try session.terminal.wait(for: "recent users")
    try rest(session)
    let after = output(session, since: before)
    // Blanked, and only then written again.
    let blank = try #require(after.firstMatch(of: /\x{1B}\[m\x{1B}\[\d+X/)).range
    let frame = try #require(after.firstRange(of: "\u{1B}[?2026h"))
    #expect(blank.lowerBound < frame.lowerBound)
    let end = session.terminal.outputCount
    // Nothing comes at rest. What was drawn for the last frame would come within a moment.
    sleep(1)
    let idle = output(session, since: end)
    #expect(idle.isEmpty, "\(idle.prefix(300).debugDescription)")
  }

  @Test func sixelsOfALargeScreenComeInPartsAndLeaveTheLastRowAlone() throws {
    let size = TerminalSize(columns: 130, rows: 37)
    let session = try start(.sixel, size: size)
    try rest(session)
    let before = session.terminal.outputCount
    try session.terminal.send("z")
    func parts() -> [Part] {
      let pattern = /\x{1B}\[(\d+);(\d+)H\x{1B}P[0-9;]*q"1;1;(\d+);(\d+)/
      return output(session, since: before).matches(of: pattern).map { match in
        func number(_ text: Substring) -> Int { Int(text) ?? 0 }
        return Part(
          x: 10 * number(match.2) - 10, y: 20 * number(match.1) - 20, width: number(match.3),
          height: number(match.4))
      }
    }
    // Thumbnails may have come before it.
    try session.terminal.wait(until: "the picture", timeout: .seconds(30)) { _ in
      parts().contains { $0.width > 200 }
    }
    try rest(session)
    // The picture is wider than a thousand pixels.
    #expect(parts().allSatisfy { $0.width <= 1_000 && $0.height <= 1_000 })
    // All of the width, less what its shape leaves beside the line that says how to leave it.
    #expect((1_280...1_300).contains(parts().map(\.maxX).max() ?? 0))
    let bottom = parts().map(\.maxY).max() ?? 0
    #expect(bottom > 600 && bottom <= (size.rows - 1) * 20, "\(bottom)")
  }

  @Test(arguments: ["blocks", "none"]) func notUnlessWanted(choice: String) throws {
    let session = try start(
      .kitty, environment: Self.insideKitty, configuration: "pictures: \(choice)\n")
    try rest(session)
    let text = output(session)
    #expect(!text.contains("\u{1B}_G") && !text.contains("\u{1B}P"))
  }

  @Test func theyComeAndGoWithTheConfiguration() throws {
    let session = try start(
      .kitty, environment: Self.insideKitty, configuration: "pictures: none\n")
    try rest(session)
    #expect(!output(session).contains("\u{1B}_G"))
    try session.home.configure("pictures: auto\n")
    try session.terminal.wait(until: "placeholders") { placeholders($0) > 0 }
    try rest(session)
    try session.home.configure("pictures: blocks\n")
    try session.terminal.wait(until: "no placeholders") { placeholders($0) == 0 }
    try rest(session)
    let before = session.terminal.outputCount
    // They can be had again without asking the terminal a second time.
    try session.home.configure("pictures: auto\n")
    try session.terminal.wait(until: "placeholders") { placeholders($0) > 0 }
    #expect(!output(session, since: before).contains("a=q"))
  }

  @Test func notWhereTheTerminalIsSilentUnlessForced() throws {
    let session = try start(.none, environment: Self.insideKitty)
    try rest(session)
    #expect(count("\u{1B}_G", in: output(session)) == 2, "only the questions")
    let forced = try start(
      .none, environment: Self.insideKitty, configuration: "pictures: sharp\n")
    try forced.terminal.wait(until: "placeholders") { placeholders($0) > 0 }
  }
}
