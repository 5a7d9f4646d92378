import Eventually
import Foundation
import OwnThreads
import SourceFakes
import TerminalHarness
import Testing

/// The user's own commands, with the real program and real programs on keys.
@Suite(.serialized, .ownThreads) struct OwnCommandTests {
  /// A home with a command that writes down its arguments and what it reads, a line each.
  private func home(_ commands: String) throws -> FireflyHome {
    let home = try FireflyHome()
    try home.write(
      """
      #!/bin/sh
      printf '%s\\n' "$@" > ~/asking
      cat >> ~/asking
      mv ~/asking ~/asked
      echo kept it
      """, to: "bin/keep")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o700], ofItemAtPath: home.path + "/bin/keep")
    try home.configure("commands:\n" + commands)
    return home
  }

  private static let hostile = "$(touch ~/pwned) `id` '; touch ~/pwned; ' \"quoted\""

  private func start(_ home: FireflyHome, title: String = hostile) throws -> FireflySession {
    let id = try home.add(
      SamplePost(
        title: "the root",
        children: [
          SamplePost(title: title, body: "See [a page](https://example.org/a?b=c&d='e').")
        ]))
    let session = try FireflySession.start(["--post", id], home: home)
    try session.terminal.wait(for: "1 of 1")
    return session
  }

  /// A stranger's words are arguments, never a program, an option, or more than one argument.
  @Test func aPostIsHandedOverWhole() throws {
    let home = try home(
      """
        - name: keep it
          key: X
          run: [~/bin/keep, "--", "{title}", "{url}", "{author}", "{{title}}"]
          input: body
      """)
    let session = try start(home)
    try session.terminal.send("X")
    try session.terminal.wait(for: "kept it")
    let lines = try home.asked().split(separator: "\n").map(String.init)
    #expect(lines.prefix(3) == ["--", Self.hostile, "https://example.org/a?b=c&d='e'"])
    #expect(lines.dropFirst(4).first == "{title}")
    #expect(lines.last == "See [a page](https://example.org/a?b=c&d='e').")
    #expect(!FileManager.default.fileExists(atPath: home.path + "/pwned"))
    #expect(try session.quit() == .code(0))
  }

  /// What has no title has its opening words, and on a service a name of someone is no link.
  @Test func aStatusHasItsPageAndItsOpeningWords() async throws {
    let html =
      #"<p><a class=\"u-url mention\" href=\"https://m.example/@zed\">@zed</a> on "#
      + #"<a rel=\"tag\" href=\"https://m.example/tags/sea\">#sea</a>: "#
      + #"<a href=\"https://b.example/\">a page</a></p>"#
    let card = #""card":{"url":"https://card.example/"}"#
    let media = #""media_attachments":[{"id":"7","type":"image","url":"https://f.example/7.png"}]"#
    for (fields, link) in [
      ("", "https://b.example/"), (media, "https://f.example/7.png"),
      ("\(media),\(card)", "https://card.example/"),
    ] {
      var status = FakeInstance.Status(1)
      status.fields = #"{"content":"\#(html)"\#(fields.isEmpty ? "" : ",\(fields)")}"#
      let fake = try await FakeInstance([status])
      let home = try home(
        "  - {name: keep it, key: X, run: [~/bin/keep, \"--\", \"{title}\", \"{url}\"]}\n")
      let session = try FireflySession.start(
        ["--server", "mastodon:m.example"], home: home,
        environment: ["FIREFLY_SOURCE_MASTODON": fake.server.address])
      try session.terminal.wait(for: "a page")
      try session.terminal.send("X")
      try session.terminal.wait(for: "kept it")
      let lines = try home.asked().split(separator: "\n").map(String.init)
      #expect(lines.count > 2 && lines[1].hasPrefix("@zed on #sea: a page") && lines[2] == link)
      #expect(try session.quit() == .code(0))
    }
  }

  @Test func anOptionInATitleIsRefused() throws {
    let home = try home("  - {name: keep it, key: X, run: [~/bin/keep, -t, \"{title}\"]}\n")
    let session = try start(home, title: "--delete everything")
    try session.terminal.send("X")
    try session.terminal.wait(for: "would take for an option")
    #expect(!FileManager.default.fileExists(atPath: home.path + "/asked"))
  }

  /// What could run a stranger's words is never started: by an argument, or by what it reads.
  @Test func aPostIsNotRun() throws {
    let home = try home(
      """
        - {name: argument, key: X, run: [flock, /dev/null, -c, "echo '{title}'"]}
        - {name: input, key: W, run: [sh], input: body}
        - {name: trusted, key: T, run: [sh], input: body, trust: true}
      """)
    let id = try home.add(
      SamplePost(
        title: "the root", children: [SamplePost(title: Self.hostile, body: "touch ~/pwned")]))
    let session = try FireflySession.start(["--post", id], home: home)
    try session.terminal.wait(for: "Check your settings")
    try session.terminal.send("<esc>")
    try session.terminal.wait(for: "1 of 1")
    for key in ["X", "W"] {
      try session.terminal.send(key)
      try session.terminal.wait(for: "\(key) does nothing here")
    }
    #expect(!FileManager.default.fileExists(atPath: home.path + "/pwned"))
    try session.terminal.send("T")
    try session.terminal.wait(for: "“trusted” is done.")
    #expect(FileManager.default.fileExists(atPath: home.path + "/pwned"))
    #expect(try session.quit() == .code(0))
  }

  /// Whatever is running ends with Firefly, and by its key; the file of the text goes with it.
  @Test(arguments: ["key", "quit", "TERM", "HUP", "INT"])
  func itEndsWithFirefly(_ ending: String) throws {
    let home = try home(
      """
        - name: nap
          key: X
          run: [sh, -c, 'echo "$1" > ~/name; echo "$$" > ~/process; sleep 1000', "--", "{body_file}"]
      """)
    let session = try start(home)
    try session.terminal.send("X")
    try session.terminal.wait(for: "nap  v thread")
    let process = try home.writtenProcess()
    let name = try String(contentsOfFile: home.path + "/name", encoding: .utf8)
    let file = name.trimmingCharacters(in: .whitespacesAndNewlines)
    #expect(FileManager.default.fileExists(atPath: file))
    switch ending {
    case "key":
      try session.terminal.send("X")
      try session.terminal.wait(for: "End it?")
      usleep(800_000)
      try session.terminal.send("<right>")
      usleep(50_000)
      try session.terminal.send("<enter>")
      try session.terminal.wait(for: "was ended")
    case "quit":
      try session.terminal.send("q")
      try session.terminal.wait(for: "“nap” is still running. Press q again to quit")
      #expect(try session.quit() == .code(0))
    default:
      session.terminal.signal(["TERM": SIGTERM, "HUP": SIGHUP][ending] ?? SIGINT)
      _ = try session.terminal.waitForExit()
    }
    #expect(eventuallyBlocking { !FileManager.default.fileExists(atPath: file) })
    #expect(eventuallyBlocking { process.hasEnded })
  }

  /// In line mode a command runs beside the sentences, too, and its name ends it.
  @Test func lineModeGoesOnMeanwhile() throws {
    let home = try home("  - {name: Nap, on: anywhere, run: sleep 1000}\n")
    let session = try FireflySession.start(["--accessible"], home: home)
    try session.terminal.wait(for: "welcome to firefly")
    try session.terminal.send("nap<enter>")
    try session.terminal.wait(for: "“Nap” is running.")
    try session.terminal.send("down<enter>")
    try session.terminal.wait(for: "up and down")
    try session.terminal.send("end nap<enter>")
    try session.terminal.wait(for: "“Nap” was ended.")
    try session.terminal.send("q<enter>")
    #expect(try session.terminal.waitForExit() == .code(0))
  }

  /// What a command lacks is all that is said of it, and its output leaves nothing in front of the lists.
  @Test func lineModeSaysWhatIsSo() throws {
    let home = try home(
      """
        - {name: no summary, run: [echo, "--", "{summary}"]}
        - {name: no program, run: [no-such-program-here, "{id}"]}
        - {name: no link, run: [echo, "{url}"]}
        - {name: long words, on: anywhere, show: sheet, run: [printf, 'one\ntwo\n']}
        - {name: short words, on: anywhere, run: [echo, three words]}
      """)
    let id = try home.add(
      SamplePost(title: "the root", children: [SamplePost(title: "a title", body: "Words.")]))
    for (line, words) in [
      ("no summary", "This post has no summary."), ("no program", "was not found."),
      ("no link", "This post has no links."),
    ] {
      let result = try home.run(["--accessible", "--post", id], input: line + "\n")
      #expect(result.output.contains(words), "\(result.output)")
      #expect(!result.output.contains("is running"), "\(result.output)")
      #expect(!result.output.contains("Nothing changed."), "\(result.output)")
    }
    let session = try FireflySession.start(["--accessible", "--post", id], home: home)
    try session.terminal.wait(for: "a title")
    try session.terminal.send("long words<enter>")
    try session.terminal.wait(for: "two")
    try session.terminal.send("short words<enter>")
    try session.terminal.wait(for: "three words.")
    try session.terminal.send("q<enter>")
    #expect(try session.terminal.waitForExit() == .code(0))
  }

  /// A script that ends with a command waits for what it says.
  @Test func aScriptWaitsForItsCommands() throws {
    let home = try home(
      "  - {name: Slow, on: anywhere, run: [sh, -c, 'sleep 1; echo it is done']}\n")
    let result = try home.run(["--accessible"], input: "slow\n")
    #expect(result.output.contains("it is done"), "\(result.output)")
    #expect(result.status == 0)
  }

  /// What ends at once can be read before the screen comes back.
  @Test func aProgramThatFailsInTheTerminalIsRead() throws {
    let home = try home(
      "  - {name: bad, key: X, on: anywhere, show: terminal, run: [sh, -c, 'echo no such thing >&2; exit 3']}\n"
    )
    let session = try start(home)
    try session.terminal.send("X")
    try session.terminal.wait(for: "no such thing")
    try session.terminal.wait(for: "Press Enter to go back.")
    try session.terminal.send("<enter>")
    try session.terminal.wait(for: "“bad” failed (exit code 3).")
    #expect(try session.quit() == .code(0))
  }

  /// What programs leave in a terminal when they are killed.
  private static let leftovers = [
    #"\033(0"#, #"\033)0\016"#, #"\033[?1000h\033[?1003h\033[?1006h"#, #"\033[>1u\033[>5u"#,
    #"\033[>1u\033[?1049h\033[>1u"#, #"\033[4 q"#, #"\033[>4;2m"#, #"\033[4h"#,
    #"\033[?6h\033[5;9r"#, #"\033[?7l\033[?5h\033[?25l\033[?1h\033=\033[?2004h\033[?1004h"#,
    #"\033]0;a title"#,
    #"\033[7;31m\033]8;;https://a.example/\033\\"#, #"\033]2;title\007"#,
  ]

  /// Whatever a program has left, the question after it, the screen and the shell afterwards are as they were.
  @Test(arguments: leftovers) func theTerminalIsAsItWas(_ leftover: String) throws {
    let home = try home(
      "  - {name: rude, key: X, on: anywhere, show: terminal, run: ~/bin/rude}\n")
    try home.write("#!/bin/sh\nprintf '\(leftover)'\nkill -9 $$\n", to: "bin/rude")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o700], ofItemAtPath: home.path + "/bin/rude")
    let session = try start(home, title: "a title")
    try session.terminal.waitForRest()
    let before = session.terminal.screenText
    try session.terminal.send("X")
    try session.terminal.wait(for: "Press Enter to go back.")
    #expect(!session.terminal.hasKeyboardProtocol)
    try session.terminal.send("<enter>")
    try session.terminal.wait(for: "“rude” failed (exit code 137).")
    try session.terminal.wait(until: "the note is gone") { $0.screenText == before }
    #expect(session.terminal.isMouseReported && session.terminal.isSet(mode: 1006))
    #expect(!session.terminal.isSet(mode: 1003))
    #expect(try session.quit() == .code(0))
    #expect(try session.terminal.leftovers() == [])
  }

  /// An editor that is killed leaves the shell its own screen, where rows count from the top.
  @Test func aKilledEditorLeavesTheShellItsScreen() throws {
    let home = try FireflyHome()
    try home.write(
      #"#!/bin/sh\nprintf '\033[?1049h\033[5;9r\033[?6h\033[>1u\033[?1003h'\nkill -9 $$\n"#
        .replacing(#"\n"#, with: "\n"), to: "bin/editor")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o700], ofItemAtPath: home.path + "/bin/editor")
    let shell = try ShellSession(home, environment: ["EDITOR": home.path + "/bin/editor"])
    let terminal = shell.terminal
    try shell.run("\(BuiltProgram.firefly) post")
    try shell.waitForPrompt()
    #expect(terminal.screenText.contains("The editor was stopped by a signal"))
    #expect(!terminal.isOnAlternateScreen && !terminal.isMouseReported)
    #expect(!terminal.hasKeyboardProtocol)
    try shell.run(#"printf '\033[2;9r\033[1;1Hat the top \033[r\033[20;1H'"#)
    try terminal.wait(until: "the first row") { $0.screenRows[0].hasPrefix("at the top") }
  }

  /// The key that draws everything again sets the terminal's modes, too, after anything has written there.
  @Test func drawingAgainSetsTheTerminal() throws {
    let home = try home(
      #"""
        - name: rude
          key: X
          on: anywhere
          show: nothing
          run: [sh, -c, 'printf "\033[?1000l\033[>1u\033[4 q\033(0" > /proc/$PPID/fd/1']
      """#)
    let session = try start(home, title: "a title")
    try session.terminal.waitForRest()
    let before = session.terminal.screenText
    try session.terminal.send("X")
    try session.terminal.wait(until: "the mouse is off") { !$0.isMouseReported }
    try session.terminal.waitForRest()
    try session.terminal.send("<c-l>")
    try session.terminal.wait(until: "the mouse is on") { $0.isMouseReported }
    try session.terminal.waitForRest()
    #expect(session.terminal.screenText == before)
    #expect(!session.terminal.hasKeyboardProtocol)
    #expect(try session.quit() == .code(0))
    #expect(try session.terminal.leftovers() == [])
  }

  /// A program in the terminal, which gets the text in a file that is gone afterwards.
  @Test func aProgramInTheTerminal() throws {
    let home = try home(
      """
        - name: look
          key: X
          run: [sh, -c, 'cp "$1" ~/copy; echo "$1" > ~/name; echo here it is; read line; sleep 1', "--", "{body_file}"]
          show: terminal
      """)
    let session = try start(home)
    try session.terminal.send("X")
    try session.terminal.wait(for: "here it is")
    try session.terminal.send("<enter>")
    try session.terminal.wait(for: "1 of 1")
    let copy = try String(contentsOfFile: home.path + "/copy", encoding: .utf8)
    #expect(copy.hasPrefix("See [a page]"))
    let name = try String(contentsOfFile: home.path + "/name", encoding: .utf8)
    try session.terminal.waitForRest()
    #expect(
      !FileManager.default.fileExists(atPath: name.trimmingCharacters(in: .whitespacesAndNewlines)))
    #expect(try session.quit() == .code(0))
  }

  /// A change of the file applies at once, and in line mode the name is a command.
  @Test func aNewCommandAndLineMode() throws {
    let home = try home("  - {name: keep it, key: X, run: [~/bin/keep, \"{id}\"]}\n")
    let session = try start(home)
    try home.configure("commands:\n  - {name: Other thing, run: [printf, '%s-%s', other, words]}\n")
    try session.terminal.wait(for: "Settings reloaded.")
    try session.terminal.send("X")
    try session.terminal.wait(for: "X does nothing here")
    try session.terminal.send(":other")
    try session.terminal.wait(for: "Other thing")
    try session.terminal.send("<enter>")
    try session.terminal.wait(for: "other-words")
    #expect(try session.quit() == .code(0))
  }
}
