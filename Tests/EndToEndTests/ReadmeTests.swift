import Foundation
import OwnThreads
import TerminalHarness
import Testing

/// `Documentation/firefly.svg` and `thread.svg`, which the README shows, are pictures of this program.
@Suite(.ownThreads) struct ReadmeTests {
  private static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Documentation")

  /// Compares a picture with the one that the program draws now.
  ///
  /// With `FIREFLY_RECORD`, which `make picture` sets, it writes the file instead, and fails.
  @Test(arguments: ["firefly.svg", "thread.svg"])
  func thePictureIsUpToDate(_ name: String) throws {
    let drawn = try name == "thread.svg" ? Self.drawThread() : Self.drawCards()
    let file = Self.folder.appendingPathComponent(name)
    if ProcessInfo.processInfo.environment["FIREFLY_RECORD"] != nil {
      try drawn.write(to: file, atomically: true, encoding: .utf8)
      Issue.record("recorded \(name)")
      return
    }
    let expected = try String(contentsOf: file, encoding: .utf8)
    let help = Comment("The picture is out of date: run `make picture`, and look at it.")
    #expect(Self.letters(of: drawn) == Self.letters(of: expected), help)
    let (new, old) = (Self.pixels(of: drawn), Self.pixels(of: expected))
    try #require(new.count == old.count, help)
    // Other releases of the picture libraries decode and scale a little differently.
    let others = zip(new, old).count { Self.difference($0, $1) > 48 }
    #expect(others * 50 < new.count, help)
  }

  /// The replies to the first post of the field guide, the first one open.
  ///
  /// Cards show dates. A fresh installation dates the guide at its first start, an import doesn't.
  private static func drawCards() throws -> String {
    let home = try FireflyHome()
    let guide = folder.deletingLastPathComponent()
      .appendingPathComponent("Sources/FireflyServer/FieldGuide/field-guide.json")
    _ = try home.run(["import", guide.path])
    return try draw([], home: home) { session in
      try session.go("", to: "1 of 50+")
      try session.go("<right>", to: "1 of 9")
      try session.terminal.send("<enter>")
      try session.terminal.wait(for: "PgUp")
    }
  }

  /// A thread, with the second branch folded; its replies show how old they are.
  private static func drawThread() throws -> String {
    let home = try FireflyHome()
    let result = try home.run(["import", "-"], input: ReadmeThread.json(at: Date()))
    let id = try #require(result.lines.first)
    return try draw(["--post", id], home: home) { session in
      try session.terminal.wait(for: "1 of 3")
      try session.terminal.send("v")
      try session.terminal.wait(for: "lock file")
      try session.terminal.send("g}}<enter>")
      try session.terminal.wait(for: "▸ ")
      try session.terminal.send("{<down>")
    }
  }

  /// Returns what the automation port draws after some keys.
  private static func draw(
    _ arguments: [String], home: FireflyHome? = nil, _ press: (FireflySession) throws -> Void
  ) throws -> String {
    let session = try FireflySession.start(
      ["--automation", "0"] + arguments, home: home, size: TerminalSize(columns: 80, rows: 30))
    try session.terminal.wait(matching: #"http://127\.0\.0\.1:[0-9]+"#)
    let match = try #require(
      session.terminal.screenText.firstMatch(of: /http:\/\/127\.0\.0\.1:([0-9]+)/))
    let port = try #require(Int(match.1))
    try press(session)
    try session.terminal.wait(until: "the note is gone") {
      !$0.screenText.contains("127.0.0.1")
    }
    try session.terminal.waitForRest()
    return try LocalRequest("GET", "/screen.svg?settled").send(to: port).body
  }

  /// The elements that are letters, a line each.
  private static func letters(of svg: String) -> [Substring] {
    svg.split(separator: "\n").filter { $0.hasPrefix("<text") }
  }

  /// What the rectangles look like: a colour for every second row of every column of points.
  private static func pixels(of svg: String) -> [UInt32] {
    let shape =
      /<rect (?:x="(\d+)" y="(\d+)" )?width="(\d+)" height="(\d+)" fill="#([0-9a-f]{6})"/
    var (width, pixels) = (0, [UInt32]())
    for match in svg.matches(of: shape) {
      let (x, y) = (match.1.flatMap { Int($0) } ?? 0, (match.2.flatMap { Int($0) } ?? 0) / 2)
      let size = (width: Int(match.3) ?? 0, height: (Int(match.4) ?? 0) / 2)
      let color = UInt32(match.5, radix: 16) ?? 0
      if pixels.isEmpty {
        width = size.width
        pixels = Array(repeating: color, count: size.width * size.height)
      }
      for row in y..<y + size.height {
        for column in x..<min(width, x + size.width) where row * width + column < pixels.count {
          pixels[row * width + column] = color
        }
      }
    }
    return pixels
  }

  /// The sum of the differences of red, green and blue.
  private static func difference(_ one: UInt32, _ other: UInt32) -> Int {
    [0, 8, 16].reduce(0) { $0 + abs(Int(one >> $1 & 255) - Int(other >> $1 & 255)) }
  }
}
