import Testing

/// What is wrong in the configuration is told, all of it, and no more goes wrong than that.
@Suite struct SettingsTests {
  private static let file = "firefly: ~/.config/firefly/config.yaml: "

  private func complaints(
    _ yaml: String, environment: [String: String] = [:]
  ) throws -> Program.Result {
    let program = try Program()
    try program.write(yaml, to: ".config/firefly/config.yaml")
    return try program.run("posts", "--limit", "1", environment: environment)
  }

  /// A section of which everything is commented out says nothing; the rest of the file counts.
  @Test(arguments: ["tunables", "keys", "themes"]) func anEmptySectionIsNoMistake(name: String)
    throws
  {
    for value in ["", " ~", " null", " {}"] {
      let result = try complaints("\(name):\(value)\n#  one: 1\ntheme: dark\n")
      #expect(result.status == 0 && result.error == "", "\(value)")
    }
  }

  @Test func everyMistakeIsToldWithWhatIsAllowedAndWhatWasMeant() throws {
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
        motion: “fast” is none of full, reduced, none.
        pictures: there is nothing behind it; it takes auto, sharp, blocks or none.
        mouse: “maybe” is neither true nor false.
        spelling: “../en” is not auto, none, or a dictionary such as en_GB.
        log-level: a list is too much; it takes trace, debug, info, notice, warning or error.
        keys.copy: there is nothing behind it; it takes a key, a list of keys, or [].
        keys.down: “PgDnn” is not the name of a key. Did you mean PgDn?
        mosue: there is no such setting, only motion, pictures, mouse, screen-reader, spelling, \
        log-level, server, theme, automation, themes, tunables, keys. Did you mean mouse?
        keys.upp: keys do nothing of this name; firefly(1) lists the names. Did you mean up?

        """)
  }

  @Test func mistakesInThemesAreToldWhetherChosenOrNot() throws {
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
        themes.dusk.base: “drak” is none of firefly, dark, mono. Did you mean dark?
        themes.plain.card: “red” is no colour such as "#ffb000".
        theme: “dsuk” is none of auto, firefly, dark, mono, dusk, plain, bare. Did you mean dusk?
        themes.empty: it takes colours below it, such as “card: "#26303a"”.
        themes.plain.acent: themes have base, backdrop, card, text, accent, link, alert, mark, splash, \
        splash-text, and nothing else. Did you mean accent?
        themes.bare.acent: themes have base, backdrop, card, text, accent, link, alert, mark, splash, \
        splash-text, and nothing else. Did you mean accent?

        """)
  }

  @Test func whatHasTooManyLevelsIsTold() throws {
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
        motion: it takes one word, and nothing below it.
        keys.quit: it takes a key or a list of keys, and nothing below it.
        themes.a.b.base: names of themes have no dots, and colours have nothing below them.

        """)
  }

  @Test func aThemeThatOnlyHasABaseIsOne() throws {
    let result = try complaints("theme: dusk\nthemes:\n  dusk:\n    base: dark\n")
    #expect(result.error == "")
  }

  @Test(arguments: [
    ("keys: [unclosed\n  : : -\n", "line 2: did not find expected ',' or ']'."),
    ("- a list\n", "it has to consist of lines such as “mouse: false”."),
    ("mouse: true\nmouse: false\n", "“mouse” is in it twice."),
    ("a: " + String(repeating: "[", count: 5_000), "it nests too deeply."),
    ("\tmouse: true\n", "line 1: found character that cannot start any token."),
    ("mouse: true\n---\nmouse: false\n", "it has a second part, after “---”."),
    ("? [a]\n: b\n", "there is a list where a name is wanted."),
    ("themes:\n  x:\n    - y: 1\n", "a list such as themes.x can only have words in it."),
  ])
  func aFileThatCanNotBeReadIsToldInASentence(yaml: String, reason: String) throws {
    let result = try complaints(yaml)
    #expect(result.status == 0)
    #expect(
      result.error == "\(Self.file)nothing in it counts, because it can't be read: \(reason)\n")
  }

  @Test func variablesAreNamedAsTheyAre() throws {
    let result = try complaints(
      "motion: none\n",
      environment: [
        "FIREFLY_MOTION": "fast", "FIREFLY_MOSUE": "false", "FIREFLY_OF_SOMEBODY_ELSE": "1",
      ])
    #expect(
      result.error == """
        firefly: FIREFLY_MOTION: “fast” is none of full, reduced, none.
        firefly: FIREFLY_MOSUE: there is no such setting. Did you mean FIREFLY_MOUSE?

        """)
  }

  @Test func theNumberOfComplaintsIsBounded() throws {
    let lines = (1...60).map { "setting-\($0): 1\n" }.joined()
    let result = try complaints(lines)
    #expect(result.error.count { $0 == "\n" } == 21)
    #expect(result.error.hasSuffix("… and 40 more like these.\n"))
  }

  /// The library that reads the file takes time with the square of what is in it.
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
      result.error == "\(Self.file)it can't be read: it has more than 5,000 names and values.\n")
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
        == "\(Self.file)themes: more than 100 are too many; the others are not read.\n")
    let keys = "keys:\n  down: [" + Array(repeating: "j", count: 21).joined(separator: ",") + "]"
    #expect(
      try complaints(keys).error == "\(Self.file)keys.down: more than 20 keys are too many.\n")
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
        motion: “fast” is none of full, reduced, none.
        server: “ftp://x” is not the address of a server: it has to be http or https.
        firefly: Which server is meant is not known. Mend that, or name one with --server.

        """)
    let screen = try program.shell("script -qec $FIREFLY /dev/null </dev/null")
    #expect(screen.status == 1)
    #expect(screen.output.contains("Which server is meant is not known."))
    let other = try program.run("posts", "--server", "http://127.0.0.1:1")
    #expect(other.error.contains("Can't reach 127.0.0.1:1."))
  }
}
