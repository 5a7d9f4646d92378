import Foundation
import OwnThreads
import SeededRandom
import TerminalHarness
import Testing

/// Ctrl-X Ctrl-E: the card's words in an editor of one's own, by the real program under a real shell.
@Suite(.serialized, .ownThreads) struct ExternalEditorTests {
  /// A shell in whose home a script stands for the editor, and Firefly there with a new card begun.
  private func writing(
    _ script: String, environment: [String: String] = [:]
  ) throws -> (shell: ShellSession, home: FireflyHome) {
    let home = try FireflyHome()
    let file = "\(home.path)/editor.sh"
    try "#!/bin/sh\ncd '\(home.path)'\n\(script)\n"
      .write(toFile: file, atomically: true, encoding: .utf8)
    let variables = ["VISUAL": "sh \(file) 'two words'"].merging(environment) { $1 }
    let shell = try ShellSession(home, environment: variables)
    try shell.run("stty -g > before; \(BuiltProgram.firefly) --no-motion; stty -g > after")
    try shell.terminal.wait(for: "1 of ")
    try begin(shell.terminal)
    return (shell, home)
  }

  private func begin(_ terminal: TerminalSession) throws {
    try terminal.send("n")
    try terminal.wait(for: "Ctrl-S save")
    try terminal.send("a title<tab>in short<tab>at length")
    try terminal.wait(for: "at length")
  }

  private func text(_ name: String, in home: FireflyHome) throws -> String {
    try String(contentsOfFile: "\(home.path)/\(name)", encoding: .utf8)
  }

  /// The files that are left for editors.
  private func left(in home: FireflyHome) -> [String] {
    let names = FileManager.default.enumerator(atPath: home.path)?.compactMap { $0 as? String }
    return (names ?? []).filter { $0.contains("/editing/") && $0.hasSuffix("post.md") }
  }

  /// Throws away what is written, leaves, and looks whether the terminal is as before.
  private func leave(_ shell: ShellSession, _ home: FireflyHome) throws {
    try shell.terminal.send("<esc>")
    try shell.terminal.wait(for: "Draft kept.")
    try shell.terminal.send("<c-c>")
    try shell.waitForPrompt()
    #expect(try text("after", in: home) == text("before", in: home))
    #expect(!shell.terminal.isOnAlternateScreen && !shell.terminal.isMouseReported)
  }

  @Test func wordsGoThereAndBack() throws {
    let (shell, home) = try writing(
      """
      test "$1" = 'two words' && test "$(stat -c %a "$2")" = 600 || exit 9
      stty -g > inside; cat "$2" > given; ls -l /proc/$$/fd > open
      echo EDITOR READY; read line
      sed -i -e 's/^title:.*/title: another/' -e 's/^at length$/and at great length/' "$2"
      stty raw -echo; printf '\\033[?25l\\033[?1049h'
      """)
    let terminal = shell.terminal
    try terminal.send("<c-x>")
    try terminal.wait(for: "your own editor")
    try terminal.send("<c-e>")
    try terminal.wait(for: "EDITOR READY")
    // As the shell had it: nothing is switched on but what the terminal does by itself.
    #expect(try text("inside", in: home) == text("before", in: home))
    for mode in [1, 1004, 1006, 2004, 2031] { #expect(!terminal.isSet(mode: mode), "\(mode)") }
    #expect(!terminal.isOnAlternateScreen && !terminal.isMouseReported)
    #expect(terminal.isCursorVisible && !terminal.hasKeyboardProtocol)
    let given = try text("given", in: home)
    #expect(given.contains("title: a title\nsummary: in short\n---\nat length\n"))
    try terminal.send("<enter>")
    try terminal.wait(for: "Updated from your editor")
    try terminal.wait(for: "another")
    try terminal.wait(for: "and at great length")
    #expect(terminal.isOnAlternateScreen && terminal.isCursorVisible)
    // The file goes as soon as the draft is on the disk.
    try terminal.wait(until: "no file") { _ in left(in: home).isEmpty }
    // One step takes all of it back.
    try terminal.send("<c-z>")
    try terminal.wait(forNo: "and at great length")
    try terminal.wait(for: "at length")
    try terminal.wait(for: "a title")
    try terminal.wait(forNo: "another")
    try leave(shell, home)
  }

  /// What an editor did, what is said, and whether its file stays.
  @Test(arguments: [
    ("sleep 1.1", "Your editor made no changes.", true),
    ("echo more >> \"$2\"; exit 3", "The editor exited with code 3", true),
    ("exit 3", "The editor exited with code 3", false),
    (": > \"$2\"", "it is empty", true),
    ("printf '\\377' >> \"$2\"", "UTF-8", true),
    ("rm \"$2\"; mkdir \"$2\"", "regular", true),
    ("echo more >> \"$2\"; kill -KILL $$", "Signal 9 stopped the editor", true),
    ("exit 127", "No editor “sh ", false),
  ])
  func nothingChanges(script: String, words: String, staysThere: Bool) throws {
    let (shell, home) = try writing(script)
    try shell.terminal.send("<c-x><c-e>")
    try shell.terminal.wait(for: words)
    try shell.terminal.wait(for: "at length")
    #expect(left(in: home).isEmpty != staysThere)
    try leave(shell, home)
  }

  /// Such as one with a window of its own.
  @Test func anEditorThatForksIsWaitedFor() throws {
    let (shell, home) = try writing(
      """
      (while ! test -e go; do sleep 0.01; done
      sed -i 's/^title:.*/title: forked/' "$2"; touch saved) &
      """)
    let terminal = shell.terminal
    try terminal.send("<c-x><c-e>")
    try terminal.wait(for: "Press Enter when you have finished")
    try home.write("", to: "go")
    try terminal.wait(until: "the file") { _ in (try? text("saved", in: home)) != nil }
    try terminal.send("<enter>")
    try terminal.wait(for: "Updated from your editor")
    try terminal.wait(for: "forked")
    try leave(shell, home)
  }

  /// Both are ended, as by a power cut or a window that closes: the next start offers what the editor has saved, once.
  @Test(arguments: [SIGKILL, SIGTERM, SIGHUP])
  func textSavedByAnEditorIsOfferedAfterASignal(signal: Int32) throws {
    let home = try FireflyHome()
    let file = "\(home.path)/editor.sh"
    try "sed -i 's/^title:.*/title: saved there/' \"$1\"; echo EDITOR READY; sleep 30\n"
      .write(toFile: file, atomically: true, encoding: .utf8)
    let session = try FireflySession.start(home: home, environment: ["EDITOR": "sh \(file)"])
    try session.terminal.wait(for: "1 of ")
    try begin(session.terminal)
    try session.terminal.send("<c-x><c-e>")
    try session.terminal.wait(for: "EDITOR READY")
    session.terminal.signal(signal)
    _ = try session.terminal.waitForExit()
    let next = try FireflySession.start(home: home)
    try next.terminal.wait(for: "n your draft")
    try next.terminal.send("n")
    try next.terminal.wait(for: "Continue your draft “saved there”?")
    try next.terminal.send("<enter>")
    try next.terminal.wait(for: "at length")
    #expect(try home.run(["drafts"]).output.split(separator: "\n").count == 1)
    // It was not changed: Esc asks nothing. A letter just after it may belong to the text.
    try next.terminal.send("<esc>")
    try next.terminal.wait(for: "n your draft")
    try next.terminal.send("<c-c>")
    _ = try next.terminal.waitForExit()
    #expect(try home.run(["drafts"]).output.contains("saved there"))
  }

  @Test func withoutAnEditorItIsSaid() throws {
    let (shell, home) = try writing("true", environment: ["VISUAL": "", "EDITOR": " "])
    try shell.terminal.send("<c-x>e")
    try shell.terminal.wait(for: "No editor found. Set $VISUAL or $EDITOR.")
    // Another key behind the first of two is none.
    try shell.terminal.send("<c-x>zend")
    try shell.terminal.wait(for: "lengthend")
    try leave(shell, home)
  }

  /// A file without its front matter is all body.
  @Test func unparsableTextIsKept() throws {
    let (shell, home) = try writing("printf 'no dashes\\nat all\\n' > \"$2\"")
    try shell.terminal.send("<c-x><c-e>")
    try shell.terminal.wait(for: "The lines of dashes are missing")
    try shell.terminal.wait(for: "no dashes")
    try shell.terminal.wait(for: "a title")
    try leave(shell, home)
  }

  /// Ctrl-Z in the editor stops both, and the shell's `fg` brings the editor back.
  @Test func jobControl() throws {
    let (shell, home) = try writing(
      """
      echo EDITOR READY; read line
      kill -TSTP 0
      echo EDITOR AGAIN; read line
      echo "$line" >> "$2"
      """)
    let terminal = shell.terminal
    try terminal.send("<c-x><c-e>")
    try terminal.wait(for: "EDITOR READY")
    try terminal.send("<enter>")
    try shell.waitForPrompt()
    #expect(terminal.screenText.contains("Stopped"))
    try shell.run("fg")
    try terminal.wait(for: "EDITOR AGAIN")
    // Its size is another by now, and Ctrl-C is the editor's affair.
    try terminal.resize(columns: 90, rows: 30)
    try terminal.send("after the stop<enter>")
    try terminal.wait(for: "Updated from your editor")
    try terminal.wait(for: "after the stop")
    #expect(terminal.screenRows.count == 30)
    try leave(shell, home)
  }

  @Test(arguments: [SIGTERM, SIGHUP])
  func signalsMeanwhile(signal: Int32) throws {
    let home = try FireflyHome()
    let file = "\(home.path)/editor.sh"
    try """
    #!/bin/sh
    sed -i 's/^title:.*/title: saved there/' "$1"
    trap '' \(signal == SIGHUP ? "HUP" : "INT")
    echo EDITOR READY; stty raw -echo
    i=0; while test $i -lt 60; do sleep 0.05; i=$((i + 1)); done
    """.write(toFile: file, atomically: true, encoding: .utf8)
    let session = try FireflySession.start(home: home, environment: ["EDITOR": "sh \(file)"])
    try session.terminal.wait(for: "1 of ")
    try begin(session.terminal)
    try session.terminal.send("<c-x><c-e>")
    try session.terminal.wait(for: "EDITOR READY")
    session.terminal.signal(signal)
    #expect(try session.terminal.waitForExit() == .signal(signal))
    #expect(try session.terminal.leftovers() == [])
    #expect(try home.run(["drafts"]).output.contains("saved there"))
    #expect(left(in: home).count == 1)
  }

  /// Keys typed around the hand-over go to the editor or to Firefly, in their order, and none is lost.
  @Test func keysTypedAhead() throws {
    let isLong = ProcessInfo.processInfo.environment["FIREFLY_LONG"] != nil
    let (shell, home) = try writing(
      """
      sleep 1; stty raw -echo
      n=$(cat count 2> /dev/null || echo 0); n=$((n + 1)); echo $n > count
      printf '\\r\\nEDITOR %s READY\\r\\n' $n
      while key=$(dd bs=1 count=1 2> /dev/null); test "$key" != Q; do printf %s "$key" >> log; done
      printf '\\033[?1049h\\033[?2004h\\033[>1u'
      """)
    let terminal = shell.terminal
    // The terminal has kitty's protocol, by whose forms keys must not reach the editor.
    try terminal.send("\u{1B}[?0u<c-a><c-k>")
    try terminal.wait(forNo: "at length")
    var random = SplitMix(seed: 10)
    var typed = ""
    for round in 1...(isLong ? 200 : 4) {
      func letters() -> String {
        String(
          (0..<Int.random(in: 0...12, using: &random)).map { _ in
            "abcdefghijklmnoprstuvwxyz".randomElement(using: &random) ?? "a"
          })
      }
      let parts = [letters(), letters(), letters()]
      typed += parts.joined()
      try terminal.send(parts[0] + "<c-x><c-e>" + parts[1])
      if Bool.random(using: &random) {
        Thread.sleep(forTimeInterval: .random(in: 0...0.02, using: &random))
      }
      try terminal.send(parts[2])
      try terminal.wait(for: "EDITOR \(round) READY")
      try terminal.send("Q")
      try terminal.wait(for: "Your editor made no changes.")
      try terminal.wait(for: "Ctrl-S save")
      try terminal.waitForRest(.milliseconds(50))
    }
    try terminal.send("<c-s>")
    try terminal.wait(forNo: "Ctrl-S save")
    terminal.signal(0)
    try terminal.waitForRest()
    let log = (try? text("log", in: home)) ?? ""
    let posts = try home.run(["posts", "--limit", "1", "--json"]).output
    let body = try #require(posts.firstMatch(of: /"body" : "([a-z]*)"/)?.1)
    #expect(Self.isShuffle(typed, of: String(body), log), "\(typed) / \(body) / \(log)")
    try terminal.send("q")
    try shell.waitForPrompt()
    #expect(try text("after", in: home) == text("before", in: home))
  }

  /// Whether a text has the letters of two others and no more, each in its order.
  private static func isShuffle(_ whole: String, of one: String, _ other: String) -> Bool {
    let (whole, one, other) = (Array(whole), Array(one), Array(other))
    guard whole.count == one.count + other.count else { return false }
    var reachable: Set<Int> = [0]
    for (index, letter) in whole.enumerated() {
      var next: Set<Int> = []
      for count in reachable {
        if count < one.count, one[count] == letter { next.insert(count + 1) }
        let rest = index - count
        if rest >= 0, rest < other.count, other[rest] == letter { next.insert(count) }
      }
      reachable = next
    }
    return reachable.contains(one.count)
  }
}
