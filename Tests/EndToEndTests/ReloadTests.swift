import Foundation
import OwnThreads
import TerminalHarness
import Testing

/// The configuration is obeyed while the program runs, as soon as it is written.
@Suite(.serialized, .ownThreads) struct ReloadTests {
  /// Ways that editors and people change a file.
  enum Writing: CaseIterable {
    case inPlace, byRename, throughALink, withItsFolder
  }

  private static let blue = """
    theme: blue
    mouse: false
    keys:
      down: x
    themes:
      blue:
        backdrop: "#102030"
    """

  private func start(
    _ home: FireflyHome, environment: [String: String] = [:]
  ) throws -> FireflySession {
    let id = try home.add(
      SamplePost(title: "the root", children: SamplePost.numbered("card", 9)))
    let session = try FireflySession.start(["--post", id], home: home, environment: environment)
    if !environment.isEmpty {
      try session.terminal.wait(for: "Esc or q closes")
      try session.terminal.send("<enter>")
    }
    try session.terminal.wait(for: "1 of 9")
    _ = try session.settledRows()
    return session
  }

  private func waitForBackdrop(_ color: ScreenColor, _ session: FireflySession) throws {
    try session.terminal.wait(until: "the backdrop \(color)") {
      $0.cell(0, 12)?.background == color
    }
  }

  @Test(arguments: Writing.allCases)
  func themeKeysAndMouseChangeAtOnce(writing: Writing) throws {
    let home = try FireflyHome()
    let folder = "\(home.path)/config/firefly"
    let file = "\(folder)/config.yaml"
    let files = FileManager.default
    switch writing {
    case .throughALink:
      try "mouse: true\n".write(
        toFile: "\(home.path)/dotfile", atomically: false, encoding: .utf8)
      try files.createDirectory(atPath: folder, withIntermediateDirectories: true)
      try files.createSymbolicLink(atPath: file, withDestinationPath: "../../dotfile")
    case .withItsFolder: try files.removeItem(atPath: "\(home.path)/config")
    default: try home.configure("mouse: true\n")
    }
    let session = try start(home)
    #expect(session.terminal.isMouseReported)
    switch writing {
    case .inPlace: try home.configure(Self.blue)
    case .byRename: try Self.blue.write(toFile: file, atomically: true, encoding: .utf8)
    case .throughALink:
      try Self.blue.write(toFile: "\(home.path)/dotfile", atomically: false, encoding: .utf8)
    case .withItsFolder:
      try files.createDirectory(atPath: folder, withIntermediateDirectories: true)
      try home.configure(Self.blue)
    }
    try waitForBackdrop(.rgb(0x10, 0x20, 0x30), session)
    try session.terminal.wait(for: "Settings reloaded.")
    try session.go("jx", to: "2 of 9")
    #expect(!session.terminal.isMouseReported)
    // And it is still looked at: without the file, all is as at first.
    try files.removeItem(atPath: file)
    // The harness says that the terminal is black, so that is the dark theme.
    try waitForBackdrop(.rgb(20, 22, 27), session)
    try session.go("xj", to: "3 of 9")
    #expect(session.terminal.isMouseReported)
    #expect(try session.quit() == .code(0))
  }

  @Test func aMistakeLeavesTheOldSettings() throws {
    let home = try FireflyHome()
    try home.configure(Self.blue)
    let session = try start(home)
    try home.configure("theme: bleu\nthemes:\n  blue: {backdrop: \"#ffffff\"}\nmotion: fast\n")
    try session.terminal.wait(for: "The settings stay as they were.")
    try session.terminal.wait(for: "And 1 more.")
    try session.go("x", to: "2 of 9")
    #expect(session.terminal.cell(0, 12)?.background == .rgb(0x10, 0x20, 0x30))
    #expect(!session.terminal.isMouseReported)
    try home.configure("theme: blue\nthemes:\n  blue: {backdrop: \"#ffffff\"}\n")
    try waitForBackdrop(.rgb(255, 255, 255), session)
    try session.go("j", to: "3 of 9")
  }

  @Test func theLookIsTunedByWritingTheFile() throws {
    let home = try FireflyHome()
    try home.configure("theme: firefly\n")
    let session = try start(home)
    try waitForBackdrop(.rgb(128, 128, 128), session)
    let tuned = "theme: firefly\ntunables:\n  backdrop-colour: \"#102030\"\n  card-rows: 4\n"
    try home.configure(tuned)
    try waitForBackdrop(.rgb(0x10, 0x20, 0x30), session)
    try session.terminal.wait(until: "cards of four rows") { $0.screenRows[6].contains("card 8") }
    try home.configure(tuned.replacing("card-rows: 4", with: "card-rows: 99"))
    try session.terminal.wait(until: "the reason") {
      $0.screenText.split { $0.isWhitespace || "▐▌".contains($0) }.joined(separator: " ")
        .contains("(line 4): “99” is not valid; use a whole number from 1 to 20.")
    }
    #expect(session.terminal.cell(0, 12)?.background == .rgb(0x10, 0x20, 0x30))
    #expect(session.terminal.screenRows[6].contains("card 8"))
  }

  /// What is wrong in the environment stays wrong, and must not keep the file from being obeyed.
  @Test func aMistakeInAVariableIsNoneOfTheFile() throws {
    let home = try FireflyHome()
    let session = try start(home, environment: ["FIREFLY_MOTION": "fast"])
    try home.configure(Self.blue)
    try waitForBackdrop(.rgb(0x10, 0x20, 0x30), session)
    try session.go("x", to: "2 of 9")
  }

  @Test func theServerStaysUntilTheNextStart() throws {
    let home = try FireflyHome()
    try home.configure("mouse: true\n")
    let session = try start(home)
    let other = try FireflyHome()
    _ = try other.add(SamplePost(title: "of the other server"))
    let server = try ServeProcess(home: other)
    try home.configure("mouse: true\nserver: \(server.address)\n")
    try session.terminal.wait(for: "Settings reloaded; server, log-level")
    // A list that was never loaded would come from the other one, if anything did.
    try session.terminal.send("<f1>r")
    try session.terminal.wait(for: "of 10")
    try session.terminal.waitForRest()
    #expect(!session.terminal.screenText.contains("of the other server"))
    #expect(try session.quit() == .code(0))
    // From the next start it counts.
    let next = try FireflySession.start(home: home)
    try next.terminal.wait(for: "of the other server")
  }
}
