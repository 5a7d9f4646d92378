import Foundation
import OwnThreads
import Testing

/// `firefly config`: what is in force, and whence.
@Suite(.ownThreads) struct ConfigTests {
  private static let file = ".config/firefly/config.yaml"

  @Test func withoutAConfigurationEverythingIsTheDefault() throws {
    let result = try Program().run("config")
    #expect(result.status == 0)
    #expect(result.error == "")
    #expect(try Program().run("config", "--data", "/there").output.contains("# posts: /there\n"))
    #expect(result.lines.first == "# ~/.config/firefly/config.yaml does not exist")
    let settings = result.lines.filter { $0.contains(": ") && !$0.hasPrefix("#") }
    #expect(settings.count > 100)
    for line in settings { #expect(line.hasSuffix("# default"), "\(line)") }
  }

  @Test func eachLineSaysWhence() throws {
    let program = try Program()
    try program.write(
      """
      motion: reduced
      pictures: sharpish
      theme: dusk
      themes: {dusk: {base: dark, card: "#0A0b0c"}}
      keys: {down: [j, Ctrl-N], outline: {close: q}}
      """, to: Self.file)
    let result = try program.run(
      "config", environment: ["FIREFLY_MOUSE": "false", "FIREFLY_LOG_LEVEL": "loud"])
    func origin(_ start: String) -> String? {
      result.lines.first { $0.drop { $0 == " " }.hasPrefix(start) }?.split(separator: "# ").last
        .map(String.init)
    }
    let place = "~/" + Self.file
    #expect(origin("motion: reduced") == place)
    #expect(origin("pictures: auto") == "default", "what is wrong says nothing")
    #expect(origin("mouse: false") == "FIREFLY_MOUSE")
    #expect(origin("log-level: info") == "default")
    #expect(origin("theme: dusk") == place)
    #expect(origin("card: \"#0a0b0c\"") == place)
    #expect(origin("link: ") == "its base")
    #expect(origin("down: [\"j\", \"Ctrl-N\"]") == place)
    #expect(origin("up: ") == "default")
    #expect(result.error.contains("sharpish") && result.error.contains("loud"))
    #expect(result.status == 0)
  }

  /// What is printed is a configuration that says the same.
  @Test func printedConfigurationCanBeRead() throws {
    let program = try Program()
    try program.write(
      """
      motion: none
      spelling: de_DE
      server: https://posts.example.org
      theme: dusk
      themes: {dusk: {base: dark, card: "#0a0b0c"}}
      tunables: {corner: square, card-columns: 80, link-colour: "#0a0b0c", card-motion: 0.25}
      keys: {down: [j, Ctrl-N], find: {cancel: ['"', "\\\\"]}, quit: []}
      commands:
        - {name: save it, key: [d, Alt-x], run: [sh, -c, "echo \\"$1\\"\\n", "--", "{title}"], seconds: 2.5}
        - {name: play, run: "mpv {link}", on: link, show: nothing, confirm: true, trust: true}
      """, to: Self.file)
    func values() throws -> [String] {
      let result = try program.run("config")
      #expect(result.error == "")
      return result.lines.filter { !$0.hasPrefix("#") }.map { line in
        String(line.split(separator: "  # ")[0]).trimmingCharacters(in: .whitespaces)
      }
    }
    let first = try values()
    try program.write(program.run("config").output, to: Self.file)
    #expect(try values() == first)
  }

  /// Each mistake in a command is said with its line; the other commands apply.
  @Test func mistakesInCommandsAreSaid() throws {
    let program = try Program()
    try program.write(
      """
      commands:
        - name: good
          key: d
          run: [echo, "{id}"]
        - name: typo
          run: [echo, "{ttle}"]
        - {key: X, run: sh}
        - {name: empty, run: []}
        - name: everywhere
          run: [echo, "--", "{title}"]
          on: anywhere
        - {name: link, run: [echo, "{link}"]}
        - {name: value, run: ["{title}"]}
        - {name: reads, run: [cat], show: terminal, input: body}
        - {name: good, run: [sh]}
        - {name: down, run: [sh]}
        - {name: odd, run: [no-such-program-here], show: shet, seconds: -1, confirm: maybe, kye: X}
        - {name: second, key: [d, d, Hyper-x], run: [sh]}
        - {name: script, run: [sh, -c, "echo {title}"]}
        - {name: Good, run: [echo, "{Id}"]}
        - {name: " ", run: [sh]}
        - {name: Right, run: [sh]}
        - {name: piped, run: "ls / | wc"}
      """, to: Self.file)
    let check = try program.run("config", "--check", environment: ["FIREFLY_COMMANDS_1_KEY": "z"])
    #expect(check.status == 1)
    let lines = check.error.split(separator: "\n").map { line in
      String(line).replacing("firefly: ~/" + Self.file + ": commands.", with: "")
    }
    for start in [
      "2.run (line 6): {ttle} is no value;", "3.key (line 7): the command has no name;",
      "4.run (line 8): is missing;",
      "5.run (line 10): {title} needs “on: post”.", "6.run (line 12): {link} needs “on: link”;",
      "7.run (line 13): the program can't be a value.",
      "8.run (line 14): a program in the terminal reads the keys;",
      "9.name (line 15): there are two commands “good”.",
      "10.name (line 16): “down” means something else already;",
      "11.show (line 17): “shet” is not valid;", "11.seconds (line 17): “-1” is not valid;",
      "11.confirm (line 17): “maybe” is not valid;", "11.kye (line 17): unknown name;",
      "11.run (line 17): The program of “odd”, no-such-program-here, was not found.",
      "12.key (line 18): “Hyper-x” is not the name of a key.",
      "12.key (line 18): d already belongs to “good”; it now belongs to “second”.",
      "13.run (line 19): sh could run {title} as a command,",
      "14.run (line 20): {Id} is no value;",
      "15.name (line 21): “” means something else",
      "16.name (line 22): “Right” means something else",
      "17.run (line 23): “|” is an argument of the program: no shell reads it.",
    ] {
      #expect(lines.count { $0.hasPrefix(start) } == 1, "\(start)\n\(check.error)")
    }
    #expect(lines.count == 21, "\(check.error)")
    let report = try program.run("config").output
    #expect(report.contains("# \"second\" takes a key from “delete”"))
    #expect(report.contains("name: \"odd\"") && !report.contains("name: \"typo\""))
  }

  /// What no terminal sends, and what two have.
  @Test func keysThatDoNothingAreNamed() throws {
    let program = try Program()
    try program.write(
      """
      keys:
        down: [Ctrl-Ö]
        up: [Ctrl-K]
      commands:
        - {name: one, key: Ctrl-K, run: [true]}
        - {name: two, key: j, run: [true]}
        - {name: three, key: j, run: [true]}
      """, to: Self.file)
    let check = try program.run("config", "--check")
    let start = "firefly: ~/" + Self.file + ": "
    #expect(check.status == 1)
    #expect(
      check.error.replacing(start, with: "") == """
        keys.down (line 2): terminals have nothing to send for “Ctrl-Ö”; use Ctrl with a letter from A to Z.
        commands.3.key (line 7): j already belongs to “two”; it now belongs to “three”.
        commands.1.key (line 5): “up” has this key, too, by keys.up; it now belongs to “one”.

        """, "\(check.error)")
  }

  /// A command that could run a post's words is refused with the way out, which is a line.
  @Test func whatCouldRunAPostIsRefused() throws {
    let program = try Program()
    try program.write(
      """
      commands:
        - {name: database, run: [sqlite3, db, "insert into l values('{title}')"]}
        - {name: stranger, run: [bash, -s], input: body}
        - {name: loose, run: [echo, "{title}"]}
        - {name: typo, run: [echo, "{id}"], trust: maybe}
        - {name: allowed, run: [bash, -s, "{title}"], input: body, trust: true}
        - {name: filter, run: [sed, -f, "-", a], input: body}
        - {name: bare, run: [sh, -c, 'echo a; $1', "--", "{title}"]}
        - {name: eval, run: [sh, -c, 'eval "$1" x', "--", "{title}"]}
        - {name: parts, run: [run-parts, "--", "{title}"]}
        - {name: curl, run: [curl, -K, "{body_file}", "http://localhost/"]}
      """, to: Self.file)
    let check = try program.run("config", "--check")
    let start = "firefly: ~/" + Self.file + ": commands."
    let lines = check.error.split(separator: "\n").map { String($0).replacing(start, with: "") }
    #expect(check.status == 1 && lines.count == 9, "\(check.error)")
    for (line, words) in zip(
      lines,
      [
        "1.run (line 2): sqlite3 could run {title} as a command,",
        "2.run (line 3): bash could run its input as commands,",
        "3.run (line 4): some programs run a word where {title} stands:",
        "4.trust (line 5): “maybe” is not valid;",
        "6.run (line 7): sed could run its input as commands,",
        "7.run (line 8): sh could run {title} as a command, which a post could change: quote each value",
        "8.run (line 9): sh could run {title} as a command, which a post could change: quote each value",
        "9.run (line 10): run-parts could run {title} as a command,",
        "10.run (line 11): -K could take {body_file} for a command",
      ])
    {
      #expect(line.hasPrefix(words))
      #expect(line.hasSuffix("add the line “trust: true”.") == line.contains(".run"), "\(line)")
    }
    let report = try program.run("config").output
    #expect(report.contains("name: \"allowed\"") && !report.contains("name: \"database\""))
  }

  /// The examples of the manual and the README are accepted as they stand.
  @Test func theExamplesOfCommandsAreAccepted() throws {
    let program = try Program()
    let manual = try ManualBlock.beginning(with: "commands:", of: "firefly-config.5")
    let readme = try String(
      contentsOf: Program.package.appendingPathComponent("README.md"), encoding: .utf8)
    let start = try #require(readme.range(of: "```yaml\ncommands:\n")).lowerBound
    let block = readme[start...].dropFirst("```yaml\n".count)
    let end = try #require(block.range(of: "```")).lowerBound
    for (text, count) in [(manual, 6), (String(block[..<end]), 1)] {
      try program.write(text, to: Self.file)
      let check = try program.run("config", "--check")
      let complaints = check.error.split(separator: "\n").filter { !$0.contains("was not found") }
      #expect(complaints == [], "\(check.error)")
      let report = try program.run("config").output
      #expect(report.components(separatedBy: "- name: ").count == count + 1, "\(report)")
    }
  }

  /// A stray entry hides no mistake of the others.
  @Test(arguments: ["[a]", "a", "[[a]]", "[{}]"])
  func otherEntriesAreChecked(_ stray: String) throws {
    let program = try Program()
    try program.write(
      """
      commands:
        - {name: good, key: X, run: echo}
        - \(stray)
        - {name: typo, run: [echo, "{ttle}"], seconds: 0}
      """, to: Self.file)
    let check = try program.run("config", "--check")
    let lines = check.error.split(separator: "\n").map { line in
      String(line).replacing("firefly: ~/" + Self.file + ": commands.", with: "")
    }
    #expect(lines.count == 3, "\(check.error)")
    #expect(lines.contains { $0.hasPrefix("2 (line 3): expected a list of commands") }, "\(lines)")
    #expect(lines.contains { $0.hasPrefix("3.run (line 4): {ttle} is no value") })
    #expect(
      lines.contains("3.seconds (line 4): “0” is not valid; use a number above 0, up to 86400."))
    #expect(try program.run("config").output.contains("name: \"good\""))
  }

  /// A key that begins two keys is said where it is set, whichever command comes first.
  @Test(arguments: [[0, 1], [1, 0]]) func aKeyThatBeginsTwoKeysIsSaid(_ order: [Int]) throws {
    let program = try Program()
    let entries = ["{name: one, key: ',', run: echo}", "{name: two, key: ', w', run: echo}"]
    try program.write(
      "commands:\n" + order.map { "  - \(entries[$0])\n" }.joined() + "    \n", to: Self.file)
    let check = try program.run("config", "--check")
    let line = (order.firstIndex(of: 0) ?? 0) + 1
    #expect(
      check.error.hasSuffix(
        "commands.\(line).key (line \(line + 1)): , begins two keys, so it does nothing alone; use another key.\n"
      ), "\(check.error)")
    #expect(check.status == 1 && check.error.split(separator: "\n").count == 1)
  }

  /// Seconds are printed as they are written.
  @Test(arguments: ["86400", "2.5", "0.5", "100"]) func secondsAreWrittenPlainly(_ seconds: String)
    throws
  {
    let program = try Program()
    try program.write(
      "commands:\n  - {name: one, run: echo, seconds: \(seconds)}\n", to: Self.file)
    #expect(try program.run("config").output.contains("seconds: \(seconds) "))
  }

  @Test(arguments: ["commands: sh", "commands: [sh, echo]", "commands: {save: sh}"])
  func commandsAreAList(_ yaml: String) throws {
    let program = try Program()
    try program.write(yaml, to: Self.file)
    let check = try program.run("config", "--check")
    #expect(check.status == 1 && check.error.contains("commands"), "\(check.error)")
    #expect(check.error.split(separator: "\n").count == 1, "\(check.error)")
    try program.write("commands:\n", to: Self.file)
    #expect(try program.run("config", "--check").status == 0)
  }

  @Test func tunablesAreReportedWithRangeAndLine() throws {
    let program = try Program()
    try program.write(
      """
      # The look.
      motion: none
      tunables:
        button-colour: 1.5   # too much
        card-rows: 7
        corner: {x: 1}
        accent-colour: "#ff8000"
        text-ident: 1
      """, to: Self.file)
    let check = try program.run("config", "--check")
    #expect(check.status == 1)
    // The parser hands keys out in any order.
    let lines = check.error.split(separator: "\n").map { line in
      String(line).replacing("firefly: ~/" + Self.file + ": ", with: "")
    }
    let corner = "tunables.corner (line 6): expected one value."
    let indent =
      "tunables.text-ident (line 8): unknown tunable; firefly-config(5) lists them. Did you mean "
      + "text-indent?"
    let button = "tunables.button-colour (line 4): “1.5” is not valid; use a number from 0 to 1."
    #expect(lines.sorted() == [button, corner, indent])
    let result = try program.run("config", environment: ["FIREFLY_TUNABLES_TEXT_INDENT": "3"])
    func line(_ start: String) -> String? {
      result.lines.first { $0.hasPrefix("  " + start + ":") }
    }
    #expect(line("button-colour")?.contains(": 0.5 ") == true)
    #expect(line("card-rows")?.contains(": 7 ") == true)
    #expect(line("accent-colour")?.contains("\"#ff8000\"") == true)
    #expect(line("text-indent")?.hasSuffix("# FIREFLY_TUNABLES_TEXT_INDENT") == true)
  }

  @Test func aFileOfCertificatesIsFoundInTheHomeFolder() throws {
    let program = try Program()
    try Data().write(to: program.home.appendingPathComponent("ours.pem"))
    let result = try program.run("config", environment: ["FIREFLY_CA_FILE": "~/ours.pem"])
    let path = program.home.appendingPathComponent("ours.pem").path
    #expect(result.error == "" && result.lines.contains { $0.hasPrefix("ca-file: \"\(path)\"") })
  }

  /// The lines of a new configuration file that are settings.
  private func settings(_ program: Program) throws -> [String] {
    #expect(try program.run("config", "--write").status == 0)
    let file = program.home.appendingPathComponent(Self.file)
    let text = try String(contentsOf: file, encoding: .utf8)
    try FileManager.default.removeItem(at: file)
    // There is no such file of certificates.
    #expect(text.contains("\n#ca-file: "))
    return text.split(separator: "\n").filter {
      !$0.hasPrefix("# ") && $0 != "#" && !$0.hasPrefix("#ca-file:")
    }.map(String.init)
  }

  /// What the manual excepts is in the file only.
  @Test func everySettingIsAVariableOrNamedAsNone() throws {
    let manual = try String(
      contentsOf: Program.package.appendingPathComponent("Documentation/firefly-config.5"),
      encoding: .utf8)
    let sentence = try #require(
      manual.firstMatch(of: /Every setting but\n((?s:.+?))\ncan also be an environment variable/)
    ).1
    let excepted = Set(sentence.matches(of: /\.BR? (\S+)/).map { String($0.1) })
    let program = try Program()
    try program.write("", to: "ours.pem")
    var variables = ["FIREFLY_CA_FILE": program.home.appendingPathComponent("ours.pem").path]
    var names: Set<String> = []
    for line in try settings(program) {
      let match = try #require(line.dropFirst().wholeMatch(of: /([^:]+): (.*)/))
      names.insert(String(match.1.prefix { $0 != "." }))
      let variable =
        "FIREFLY_"
        + match.1.uppercased().replacing(".", with: "_").replacing("-", with: "_")
      var value = String(match.2.split(separator: "  # ")[0])
      // Of a list the first, or a key that nothing else has.
      if value.hasPrefix("[") {
        value = String(value.dropFirst().dropLast()).components(separatedBy: ", ")[0]
      }
      value = value.trimmingCharacters(in: CharacterSet(charactersIn: "\" "))
        .replacing("\\\"", with: "\"").replacing("\\\\", with: "\\")
      variables[variable] = value.isEmpty ? "Alt-F9" : value
    }
    variables["FIREFLY_THEME"] = "dusk"
    let result = try program.run("config", environment: variables)
    let origins = Set(result.lines.compactMap { $0.firstMatch(of: /# (FIREFLY_\S+)$/)?.1 })
    // What a theme of one's own starts from is not printed.
    let silent = variables.keys.filter { !origins.contains($0[...]) && !$0.hasSuffix("_DUSK_BASE") }
    #expect(variables.count > 300 && names.isSuperset(of: excepted))
    #expect(Set(silent.map { $0.split(separator: "_")[1].lowercased() }) == excepted, "\(silent)")
  }

  /// The settings in effect, with their names and values only.
  private func values(_ program: Program) throws -> Set<String> {
    let result = try program.run("config")
    #expect(result.error == "")
    var names: [Int: String] = [:]
    var values: Set<String> = []
    for line in result.lines where !line.hasPrefix("#") {
      let text = line.split(separator: "  # ")[0]
      let level = text.prefix { $0 == " " }.count
      let parts = text.split(separator: ":", maxSplits: 1)
      names[level] = parts[0].trimmingCharacters(in: CharacterSet(charactersIn: " \""))
      names = names.filter { $0.key <= level }
      let path = names.sorted { $0.key < $1.key }.map(\.value).joined(separator: ".")
      let value = parts.count > 1 ? parts[1].trimmingCharacters(in: .whitespaces) : ""
      if !value.isEmpty { values.insert("\(path): \(value)") }
    }
    return values
  }

  /// Writes the program that the example of a source names.
  private func writeSource(in program: Program) throws {
    try program.write("#!/bin/sh\n", to: "bin/notes-source")
    _ = try program.shell("chmod +x $HOME/bin/notes-source")
  }

  @Test func aNewFileHoldsEverySetting() throws {
    let program = try Program()
    let lines = try settings(program)
    let defaults = try values(program)
    // With the line of the server, tests would ask it.
    let used = lines.filter { !$0.hasPrefix("#server:") }
    #expect(used.count == lines.count - 1)
    let all = used.map { $0.dropFirst() + "\n" }
    try program.write(all.joined(), to: Self.file)
    try writeSource(in: program)
    #expect(try program.run("config", "--check").error == "")
    let result = try program.run("config")
    for line in result.lines where line.contains(": ") && !line.hasPrefix("#") {
      #expect(line.hasSuffix("# ~/" + Self.file), "\(line)")
    }
    let written = try values(program)
    #expect(written.isSuperset(of: defaults), "\(defaults.subtracting(written).sorted())")
    let examples = ["themes.dusk.", "sources.notes", "feeds./.", "commands."]
    #expect(
      written.subtracting(defaults).allSatisfy { name in examples.contains(where: name.hasPrefix) })
    #expect(written.count { $0.hasPrefix("themes.dusk.") } == 9)
  }

  /// As the first line of the file says.
  @Test func eachLineOfANewFileCanBeUsedAlone() throws {
    let program = try Program()
    let lines = try settings(program)
    try writeSource(in: program)
    // Groups without order, so that none stands below a line that it needs.
    for (index, group) in (0..<12).map({ start in
      stride(from: start, to: lines.count, by: 12).map { lines[$0] }.reversed()
    }).enumerated() {
      try program.write(group.map { $0.dropFirst() + "\n" }.joined(), to: Self.file)
      let check = try program.run("config", "--check")
      #expect(check.status == 0 && check.error == "", "\(index): \(check.error)")
    }
    for line in lines { #expect(line.contains(/^#[a-z-]+(\.[a-z\/-]+){0,2}: [^ ]/), "\(line)") }
  }

  @Test func checkingLooksForWhatTheConfigurationNames() throws {
    let program = try Program()
    try program.write("no certificate", to: "ca.pem")
    try program.write(
      "spelling: en_IE\nca-file: ~/ca.pem\nsources:\n  notes: no-such-program --all\n",
      to: Self.file)
    let check = try program.run("config", "--check")
    #expect(check.status == 1)
    for words in [
      "spelling (line 1): no dictionary for en_IE. On Debian: apt install hunspell-en-us.",
      "ca-file (line 2): \(program.home.path)/ca.pem has no certificate in the form PEM.",
      "sources.notes (line 4): The program of notes, no-such-program, was not found.",
    ] {
      #expect(check.error.contains(words), "\(check.error)")
    }
    // They may be there on another machine.
    let report = try program.run("config")
    #expect(report.error.isEmpty)
    #expect(
      report.output.contains("\n# ") && report.output.contains("no-such-program, was not found"))
    let motion = try program.run("config", environment: ["NO_MOTION": "1"])
    #expect(
      motion.lines.contains { $0.hasPrefix("motion: reduced") && $0.hasSuffix("# NO_MOTION") })
  }

  /// A filter of a feed that is not followed does nothing, which nobody would notice.
  @Test func filtersOfUnknownFeedsAreNamed() throws {
    let program = try Program()
    try program.write(
      "# [Tech/More]\nhttps://example.org/feed Quay\n", to: ".local/share/firefly/feeds.txt")
    try program.write(
      "feeds:\n  /: {hide: [\"author: bob\"]}\n  Quay: {quiet: true}\n  Tech: {only: [rust*]}\n  Tec: {hide: [x]}\n",
      to: Self.file)
    let check = try program.run("config", "--check")
    #expect(check.status == 1)
    #expect(check.error.hasSuffix("feeds: “Tec” is the name of no feed and no folder.\n"))
    #expect(check.error.split(separator: "\n").count == 1)
    try program.write(
      "feeds:\n  Quay: {hide: [\"autor: ada\", \"Ärger: no\", \"author: bob\", \"10: x\", \"a:b\"]}\n",
      to: Self.file)
    let fields = try program.run("config", "--check")
    let ends = ["Ärger, only author, address, category.", "autor, only author, address, category."]
    #expect(fields.status == 1 && fields.error.split(separator: "\n").count == 2)
    #expect(
      ends.allSatisfy { fields.error.contains("entries have no field \($0)") }, "\(fields.error)")
    try program.write(
      "feeds:\n  /: {hide: [\"author: bob\"]}\n  Quay: {quiet: true}\n", to: Self.file)
    let report = try program.run("config").output
    #expect(report.contains("    quiet: true") && report.contains("    hide: [\"author: bob\"]"))
    try program.write("feeds:\n  Quay: {quiet: perhaps}\n", to: Self.file)
    let wrong = try program.run("config", "--check")
    #expect(wrong.error.contains("(line 2): expected true or false.") && wrong.status == 1)
  }

  @Test func checkingSaysWhatIsWrong() throws {
    let program = try Program()
    #expect(try program.run("config", "--check").status == 0)
    try program.write("motion: fast\n", to: Self.file)
    let result = try program.run("config", "--check")
    #expect(result.status == 1)
    #expect(result.output == "")
    #expect(result.error.contains("“fast” is not valid; use full, reduced or none."))
  }
}
