import Foundation
import TerminalHarness
import Testing

/// The picture of the program in README.md is one of the program.
@Suite struct ReadmeTests {
  private static let readme = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("README.md")

  @Test func thePictureIsWhatIsShown() throws {
    let home = try FireflyHome()
    let list = try home.run(["posts", "--limit", "1000"]).lines
    let fields = list.map { $0.split(separator: "\t") }
    let id = try #require(fields.first { $0[1].hasPrefix("reading a flash pattern") }?.first)
    let session = try FireflySession.start(["--post", String(id)], home: home)
    try session.go("", to: "1 of 3")
    try session.go("<down>", to: "2 of 3")
    try session.terminal.send("<enter>")
    try session.terminal.wait(for: "other people's mail")
    let shown = "\n```\n" + (try session.settledRows()).joined(separator: "\n") + "\n```\n"

    let text = try String(contentsOf: Self.readme, encoding: .utf8)
    let written = try #require(text.firstMatch(of: /\n```\n( ▐[^`]*)\n```\n/))
    if ProcessInfo.processInfo.environment["FIREFLY_RECORD"] != nil {
      try text.replacingCharacters(in: written.range, with: shown)
        .write(to: Self.readme, atomically: true, encoding: .utf8)
      Issue.record("recorded")
    }
    #expect(String(written.0) == shown)
  }
}
