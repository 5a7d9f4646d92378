import OwnThreads
import Testing

/// What is wrong in the configuration is reported, all of it, and no more goes wrong than that.
@Suite(.ownThreads) struct SettingsTests {
  private static let file = "firefly: ~/.config/firefly/config.yaml: "

  private func complaints(
    _ yaml: String, environment: [String: String] = [:]
  ) throws -> Program.Result {
    let program = try Program()
    try program.write(yaml, to: ".config/firefly/config.yaml")
    return try program.run("posts", "--limit", "1", environment: environment)
  }

  /// A section of which everything is commented out says nothing; the rest of the file counts.
  @Test(arguments: ["tunables", "keys", "themes", "sources"]) func anEmptySectionIsNoMistake(
    name: String
  )
    throws
  {
    for value in ["", " ~", " null", " {}"] {
      let result = try complaints("\(name):\(value)\n#  one: 1\ntheme: dark\n")
      #expect(result.status == 0 && result.error == "", "\(value)")
    }
  }

  @Test func everyMistakeIsReportedWithWhatIsAllowedAndWhatWasMeant() throws {
    let result = try complaints(
      """
      motion: fast
      mouse: maybe
      pictures:
      log-level: [info]
      spelling: ../en
      mosue: true
      keys:
        down: [PgDnn]
        upp: k
        copy: ""
      """)
    #expect(result.status == 0)
    #expect(result.lines.count == 1)
    #expect(
      result.error.replacing(Self.file, with: "") == """
        motion (line 1): “fast” is not valid; use full, reduced or none.
        pictures (line 3): the value is missing; use auto, sharp, blocks or none.
        mouse (line 2): “maybe” is not valid; use true or false.
        spelling (line 5): “../en” is not valid; use auto, none, or a dictionary such as en_GB.
        log-level (line 4): accepts one value, not a list; use trace, debug, info, notice, warning or error.
        keys.copy (line 10): the value is missing; use a key, a list of keys, or [].
        keys.down (line 8): “PgDnn” is not the name of a key. Did you mean PgDn?
        mosue (line 6): unknown setting; the settings are motion, pictures, density, view, columns, preview, write-in, read-marks, marks, prefetch, notify, mouse, \
        accessible, screen-reader, spelling, log-level, automation, server, ca-file, theme, mute, feeds, sources, commands, themes, tunables, keys. Did you mean mouse?
        keys.upp (line 9): there is no action of this name; firefly-config(5) lists them. Did you mean up?

        """)
  }

  @Test func mistakesInThemesAreReportedWhetherChosenOrNot() throws {
    let result = try complaints(
      """
      theme: dsuk
      themes:
        dusk:
          base: drak
        plain:
          acent: "#000000"
          card: red
        bare: {acent: "#000000"}
        empty:
      """)
    #expect(result.status == 0)
    #expect(
      result.error.replacing(Self.file, with: "") == """
        themes.dusk.base (line 4): “drak” is not valid; use firefly, dark, light, paper or mono. Did you mean dark?
        themes.plain.card (line 7): “red” is not a colour such as "#ffb000".
        theme (line 1): “dsuk” is not valid; use auto, firefly, dark, light, paper, mono, dusk, plain or bare. Did you mean dusk?
        themes.plain.acent (line 6): unknown name; themes have base, backdrop, card, text, accent, link, alert, mark, splash, \
        splash-text. Did you mean accent?
        themes.bare.acent (line 8): unknown name; themes have base, backdrop, card, text, accent, link, alert, mark, splash, \
        splash-text. Did you mean accent?
        themes.empty (line 9): expected colours, such as “card: "#26303a"”.

        """)
  }

  @Test func tooDeepTreesAreReported() throws {
    let result = try complaints(
      """
      mouse: "false"
      motion: {full: true}
      keys:
        quit: {a: b}
      themes:
        "a.b": {base: dark}
      """)
    #expect(
      result.error.replacing(Self.file, with: "") == """
        motion (line 2): expected one value.
        keys.quit (line 4): expected a key or a list of keys.
        themes.a.b.base (line 6): names of themes have no dots, and colours are single values.

        """)
  }

  /// What is wrong is a section, in its own line, not the first name below it.
  @Test func aWrongSectionHasItsOwnLine() throws {
    let result = try complaints(
      """
      keys:
        otline:

          close: q
          other: r
        tree.close: q
      colors:
        # none
        card: red
      mute:
        wrds:
          - spoiler
      """)
    let lines = result.error.replacing(Self.file, with: "").split(separator: "\n")
      .map { $0.prefix { $0 != ":" } }
    #expect(
      lines == [
        "keys.otline (line 2)", "keys.tree (line 6)", "colors (line 7)", "mute.wrds (line 11)",
      ])
  }

  @Test func mistakesInSourcesAreReported() throws {
    let result = try complaints(
      """
      sources:
        notes: ~/bin/notes-source --all
        forum: [python3, "/x y/forum.py"]
        hn: ~/bin/x
        My Forum: ~/bin/x
        empty:
        blank: " "
        none: []
        deep: {er: x}
      """)
    let names = "names have small letters, digits and hyphens, and are not those of a service."
    #expect(
      result.error.replacing(Self.file, with: "") == """
        sources.hn (line 4): \(names)
        sources.My Forum (line 5): \(names)
        sources.empty (line 6): the value is missing; use a command.
        sources.blank (line 7): the value is missing; use a command.
        sources.none (line 8): the value is missing; use a command.
        sources.deep (line 9): expected a command, and a name without dots.

        """)
    #expect(try complaints("sources: x").error.contains("expected names with commands"))
    let program = try Program()
    try program.write(
      "sources:\n  notes: ~/bin/x --all\n  forum: [python3, \"/x y\"]\n",
      to: ".config/firefly/config.yaml")
    let report = try program.run("config").output
    #expect(report.contains("sources:\n  forum: [\"python3\", \"/x y\"]"))
    #expect(report.contains("\n  notes: \"~/bin/x --all\""))
  }

  @Test func aThemeThatOnlyHasABaseIsOne() throws {
    let result = try complaints("theme: dusk\nthemes:\n  dusk:\n    base: dark\n")
    #expect(result.error == "")
  }

  @Test(arguments: [
    ("keys: [unclosed\n  : : -\n", "line 2: did not find expected ',' or ']'."),
    ("- a list\n", "expected lines such as “mouse: false”."),
    ("mouse: true\nmouse: false\n", "line 1: “mouse” occurs twice."),
    ("a: " + String(repeating: "[", count: 5_000), "it is nested too deeply."),
    ("\tmouse: true\n", "line 1: found character that cannot start any token."),
    ("mouse: true\n---\nmouse: false\n", "it has a second document, after “---”."),
    ("? [a]\n: b\n", "expected a name, found a list."),
  ])
  func aFileThatCanNotBeReadIsReportedInASentence(yaml: String, reason: String) throws {
    let result = try complaints(yaml)
    #expect(result.status == 0)
    #expect(
      result.error == "\(Self.file)the whole file was ignored: \(reason)\n")
  }

  @Test func listsOfAnythingButWordsAreNamedAndTheRestApplies() throws {
    let yaml = """
      motion: fast
      mute:
        words: [a, {x: y}]
      keys:
        reply: [r, [m]]
      sources:
        notes: [a, {b: c}]
      themes:
        x:
          - y: 1

      """
    let result = try complaints(yaml)
    let words = "the list may contain only words."
    let lines = result.error.replacing(Self.file, with: "").split(separator: "\n")
    for start in [
      "mute.words (line 3)", "keys.reply (line 5)", "sources.notes (line 7)", "themes.x (line 9)",
    ] {
      #expect(lines.first { $0.hasPrefix(start) } == "\(start): \(words)", "\(lines)")
    }
    #expect(lines.contains { $0.hasPrefix("motion (line 1)") })
    // A server that can't be read is no reason to write to another.
    let program = try Program()
    try program.write("server: [[a]]\n", to: ".config/firefly/config.yaml")
    #expect(try program.run(["post", "--title", "x"], input: "x").status == 1)
  }

  @Test func variablesAreNamedAsTheyAre() throws {
    let result = try complaints(
      "motion: none\n",
      environment: [
        "FIREFLY_MOTION": "fast", "FIREFLY_MOSUE": "false", "FIREFLY_OF_SOMEBODY_ELSE": "1",
      ])
    #expect(
      result.error == """
        firefly: FIREFLY_MOTION: “fast” is not valid; use full, reduced or none.
        firefly: FIREFLY_MOSUE: unknown setting. Did you mean FIREFLY_MOUSE?

        """)
  }

  @Test func theNumberOfComplaintsIsBounded() throws {
    let lines = (1...60).map { "setting-\($0): 1\n" }.joined()
    let result = try complaints(lines)
    #expect(result.error.count { $0 == "\n" } == 21)
    #expect(result.error.hasSuffix("… and 40 more like these.\n"))
  }

  /// Aliases could make millions of values from a few lines.
  @Test(arguments: [
    ("", "setting-#: 1\n", ""), ("themes: {", "t#: {base: dark}, ", "}"),
    ("keys:\n  down: [", "k#,", "]"),
  ])
  func aFileThatSaysTooMuchIsNotRead(start: String, each: String, end: String) throws {
    let parts = (0..<20_000).map { each.replacing("#", with: "\($0)") }
    let yaml = start + parts.joined() + end
    let result = try complaints(yaml)
    #expect(result.status == 0)
    #expect(
      result.error
        == "\(Self.file)the file can't be read: it has more than 5,000 names and values.\n")
  }

  @Test func commentsAreNoNames() throws {
    let comments = String(repeating: "# motion: none, mouse: true\n", count: 20_000)
    #expect(try complaints(comments).error == "")
    #expect(try complaints(comments + "motion: none\n").error == "")
  }

  @Test func thereAreAsManyThemesAndKeysAsAnyoneNeeds() throws {
    let themes = "themes:\n" + (0..<200).map { "  t\($0): {base: dark}\n" }.joined()
    #expect(
      try complaints(themes).error
        == "\(Self.file)themes (line 1): at most 100 themes are allowed; the others were ignored.\n"
    )
    let keys = "keys:\n  down: [" + Array(repeating: "j", count: 21).joined(separator: ",") + "]"
    #expect(
      try complaints(keys).error == "\(Self.file)keys.down (line 2): at most 20 keys are allowed.\n"
    )
  }

  /// Posts of another server than the one that was meant would be the wrong ones.
  @Test func withoutTheServerThatWasMeantNothingIsShown() throws {
    let program = try Program()
    try program.write("server: ftp://x\nmotion: fast\n", to: ".config/firefly/config.yaml")
    let result = try program.run("posts")
    #expect(result.status == 1)
    #expect(result.output == "")
    #expect(
      result.error.replacing(Self.file, with: "") == """
        motion (line 2): “fast” is not valid; use full, reduced or none.
        server (line 1): “ftp://x” is not the address of a server: it must begin with http:// or https://.
        firefly: No valid server address. Fix it, or use --server.

        """)
    let screen = try program.shell("script -qec $FIREFLY /dev/null </dev/null")
    #expect(screen.status == 1)
    #expect(screen.output.contains("No valid server address."))
    let other = try program.run("posts", "--server", "http://127.0.0.1:1")
    #expect(other.error.contains("Can't reach 127.0.0.1:1."))
  }
}
