import OwnThreads
import TerminalHarness
import Testing

/// Misspelt words by the real program, with a dictionary of our own; hunspell must be installed.
@Suite(.serialized, .ownThreads) struct SpellingTests {
  /// The letters on the screen that are underlined.
  private func underlined(_ terminal: TerminalSession) -> String {
    let size = terminal.size
    return (0..<size.rows).map { row in
      (0..<size.columns).compactMap { terminal.cell($0, row) }
        .filter(\.isUnderlined).map(\.text).joined()
    }.joined()
  }

  @Test func aMisspeltWordIsUnderlinedReplacedOrAdded() throws {
    let home = try FireflyHome()
    try home.configure("spelling: xx_XX\n")
    try home.write("SET UTF-8\nTRY abotsil\n", to: "data/hunspell/xx_XX.aff")
    try home.write("3\nboat\nsails\nthe\n", to: "data/hunspell/xx_XX.dic")
    for isFirst in [true, false] {
      let session = try FireflySession.start(home: home)
      let terminal = session.terminal
      try terminal.wait(for: "1 of ")
      try terminal.send("n")
      try terminal.wait(for: "Ctrl-S save")
      try terminal.send("the baot sials")
      if isFirst {
        try terminal.wait(until: "both are underlined") { underlined($0) == "baotsials" }
        try terminal.send("<home><c-t>")
        try terminal.wait(for: "“baot” is not in the dictionary.")
        try terminal.send("1")
        try terminal.wait(for: "the boat sials")
        try terminal.wait(for: "Ctrl-T spelling")
        try terminal.send("<c-t>")
        try terminal.wait(for: "“sials” is not in the dictionary.")
        try terminal.send("<left><enter>")
        try terminal.wait(forNo: "Ctrl-T spelling")
        #expect(underlined(terminal) == "")
        // At rest nobody looks again.
        #expect(try session.settledRows().contains { $0.contains("the boat sials") })
      } else {
        try terminal.wait(until: "only one is underlined") { underlined($0) == "baot" }
      }
      // Without words no draft is kept.
      try terminal.send("<c-a><c-k><esc>")
      try terminal.wait(forNo: "Ctrl-S save")
      #expect(try session.quit() == .code(0))
    }
  }
}
