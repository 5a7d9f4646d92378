import OwnThreads
import TerminalHarness
import Testing

/// The configuration file, as the program obeys it.
@Suite(.serialized, .ownThreads) struct ConfigurationTests {
  private func start(_ yaml: String, shows text: String = "1 of 9") throws -> FireflySession {
    let home = try FireflyHome()
    try home.configure(yaml)
    let id = try home.add(
      SamplePost(title: "the root", children: SamplePost.numbered("card", 9, body: "hidden words")))
    let session = try FireflySession.start(["--post", id], home: home)
    try session.terminal.wait(for: text)
    return session
  }

  @Test func keysThemeAndMouse() throws {
    let session = try start(
      """
      theme: dark
      mouse: false
      motion: none
      keys:
        down: ["x", "Ctrl-N"]
        expand: v
        quit: Ctrl-X
      """)
    try session.go("x", to: "2 of 9")
    try session.go("<c-n>", to: "3 of 9")
    // The old keys have gone.
    try session.go("jx", to: "4 of 9")
    try session.terminal.send("v")
    try session.terminal.wait(for: "hidden words")
    #expect(!session.terminal.isMouseReported)
    #expect(session.terminal.cell(0, 12)?.background == .rgb(20, 22, 27))
    try session.terminal.send("q<c-x>")
    #expect(try session.terminal.waitForExit() == .code(0))
  }

  @Test func aThemeOfOnesOwn() throws {
    let session = try start(
      """
      theme: dusk
      themes:
        dusk:
          base: dark
          backdrop: "#102030"
      """)
    _ = try session.settledRows()
    #expect(session.terminal.cell(0, 12)?.background == .rgb(0x10, 0x20, 0x30))
    #expect(session.terminal.isMouseReported)
  }

  @Test func aThemeOfOnesOwnMayTakeThePlaceOfABuiltInOne() throws {
    let session = try start(
      """
      theme: dark
      themes:
        dark:
          backdrop: "#102030"
      """)
    _ = try session.settledRows()
    #expect(session.terminal.cell(0, 12)?.background == .rgb(0x10, 0x20, 0x30))
    // What isn't said is as in the one that it takes the place of.
    #expect(session.terminal.screenText.contains("1 of 9"))
    #expect(session.terminal.cell(1, 12)?.foreground != .rgb(255, 255, 255))
  }

  @Test func settingsErrorsAreReported() throws {
    let session = try start(
      "motion: sideways\nmosue: true\nmouse: false\n", shows: "Esc or q closes")
    try session.terminal.wait(for: "“sideways” is not valid; use full, reduced or none")
    #expect(session.terminal.screenText.replacing(/\s+/, with: " ").contains("Did you mean"))
    #expect(!session.terminal.isMouseReported)
    try session.go("<enter>", to: "1 of 9")
  }

  @Test func invalidYAMLIsReported() throws {
    let session = try start("keys: [unclosed\n  : : -\n", shows: "Esc or q closes")
    try session.terminal.wait(for: "the whole file was ignored")
    try session.go("<enter>", to: "1 of 9")
    try session.go("j", to: "2 of 9")
  }
}
