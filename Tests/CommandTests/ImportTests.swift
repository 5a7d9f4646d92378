import Foundation
import OwnThreads
import TerminalHarness
import Testing

/// Posts in and out of the embedded server.
@Suite(.ownThreads) struct ImportTests {
  @Test(arguments: [
    ("missing.json", "missing.json can't be read: No such file or directory."),
    (".", ".: there are no Markdown files in this folder."),
    ("broken.json", "broken.json: line 2, column "),
    ("titleless.json", "titleless.json: posts.0: title is missing"),
    ("/dev/zero", "/dev/zero: The document is larger than 256 MB."),
    ("-", "standard input: "),
  ])
  func unreadableInputIsNamed(file: String, message: String) throws {
    let program = try Program()
    try program.write("{\"posts\":[\n{\"title\" 1}]}", to: "broken.json")
    try program.write("{\"posts\":[{\"body\":\"no title\"}]}", to: "titleless.json")
    let result = try program.run("import", file)
    #expect(result.status == 1)
    #expect(result.output == "")
    #expect(result.error.hasPrefix("firefly: " + message))
    #expect(result.error.count { $0 == "\n" } == 1)
  }

  @Test(arguments: [
    ("", "there is nothing in it."), (" \n", "there is nothing in it."),
    ("nonsense", "the format is unknown. Name it with --from, such as --from markdown."),
    ("<rss/>", "this is a feed. Follow its address instead: firefly feed add https://…"),
    (
      #"[{"title":"a","children":[{"string":"b","uid":"c"}]}]"#,
      "this is Roam's JSON. Export Markdown there, and import that folder."
    ),
    (#"{"title":"a""#, "line 1, column 13: it ends in the middle"),
    (#"[{"title":"a"}]"#, #"document: it must be {"posts": […]}, or one post a line"#),
    (#"{"posts":{}}"#, "posts: it must be a list"),
    (#"{"posts":[5]}"#, #"posts.0: it must be a post, such as {"title": "a thought"}"#),
    ("{\"title\":\"a\"}\n5", #"line 2: it must be a post, such as {"title": "a thought"}"#),
    (#"{"title":5}"#, "line 1, title: it must be text"),
    (#"{"title":"a","id":"5"}"#, "line 1, id: it must be a whole number"),
    (#"{"title":"a","id":1.5}"#, "line 1, id: it must be a whole number"),
    (
      #"{"title":"a","id":99999999999999999999}"#,
      "line 1, id: the number is too large for that of a post"
    ),
    (
      #"{"posts":[{"title":"a","children":[{"title":"b","parent_id":99999999999999999999}]}]}"#,
      "posts.0.children.0.parent_id: the number is too large for that of a post"
    ),
    (#"{"title":"a","clip_offset_x":1e400}"#, "line 1, column 36: the number is too large"),
    (#"{"title":"a","clip_offset_x":""}"#, "line 1, clip_offset_x: it must be a number"),
    (#"{"title":"a","ai_generated":1}"#, "line 1, ai_generated: it must be true or false"),
    (#"{"title":"a","created_at":"soon"}"#, "line 1, created_at: “soon” is not a date"),
  ])
  func importErrorsAreReportedInWords(document: String, message: String) throws {
    let result = try Program().run("import", "-", input: document)
    #expect(result.status == 1)
    #expect(result.error == "firefly: standard input: \(message)\n")
  }

  @Test func withoutLibxml2ThereIsASentence() throws {
    let program = try Program()
    let broken = ["LD_LIBRARY_PATH": program.home.path + "/broken"]
    for name in ["libxml2.so.2", "libxml2.so.16"] { try program.write("", to: "broken/\(name)") }
    for page in ["a <img src=\"p.png\"> b", "a"] {
      try program.write(page, to: "v/\(page.count).md")
    }
    let sentence = "firefly: libxml2 is missing. On Debian: apt install libxml2.\n"
    for verb in [["--add", "http://127.0.0.1:1/f.xml"], ["--fetch"], ["--fetch", "--json"]] {
      let result = try program.run(["feeds"] + verb, environment: broken)
      #expect(result.status == 1 && result.error == sentence && result.output == "", "\(verb)")
    }
    let notes = try program.run(["import", "v"], environment: broken)
    #expect(notes.status == 0 && notes.error.hasPrefix(sentence), "\(notes.error)")
    let others = try program.run(["import", "v/1.md"], environment: broken)
    #expect(others.status == 0 && !others.error.contains("libxml2"), "\(others.error)")
  }

  /// A wrong or unknown format, and a file that is larger than the limit.
  @Test func emptyImportsAreReported() throws {
    let program = try Program()
    let item = #"{"id":1,"title":"a","created_at_i":5}"#
    try program.write(item, to: "item.json")
    try program.write("# a note", to: "note.md")
    try program.write("caf\u{E9}", to: "text.dat")
    _ = try program.shell("truncate -s 257M large.mbox large.md")
    _ = try program.shell("printf '{\"short_id\":\"\\351\"}' > latin.json")
    for (arguments, words) in [
      (
        ["--from", "reddit", "item.json"],
        "item.json: there are no posts of the format reddit in it. It looks like hn."
      ),
      (
        ["--from", "mail", "item.json"],
        "item.json: there are no posts of the format mail in it. It looks like hn."
      ),
      (
        ["text.dat"],
        "text.dat: the format is unknown. Name it with --from, such as --from markdown."
      ),
      (["large.md"], "large.md: The document is larger than 256 MB."),
      (["large.mbox"], "large.mbox: there are no posts of the format mail in it."),
      (["latin.json"], "latin.json: line 1, column 17: this is not UTF-8"),
      (["--private", "note.md"], "--private is for posts of mastodon only."),
    ] {
      let result = try program.run(["import"] + arguments)
      #expect(result.status == 1 && result.output.isEmpty)
      #expect(result.error == "firefly: \(words)\n")
    }
  }

  @Test(arguments: [
    ("From: a@b.c\nDate: soon\n\nbody", "1 post, 1 date not read")
  ])
  func unreadDatesAreCounted(mail: String, line: String) throws {
    let result = try Program().run("import", "--from", "mail", "-", input: mail)
    #expect(result.status == 0 && result.error.hasPrefix("firefly: \(line)\n"))
    let named = try Program().run(
      "import", "--from", "mail", "--verbose", "-", input: "Subject: s\n" + mail)
    #expect(named.error.hasPrefix("firefly: \(line)\nfirefly: date not read: s\n"))
  }

  @Test func mailsAreImportedFromADayOn() throws {
    let program = try Program()
    let mails = [2023, 2025].map {
      "From x Mon Jan  5 10:00:00 \($0)\nSubject: \($0)\n\nx\n\n"
    }
    try program.write(mails.joined(), to: "box.mbox")
    let result = try program.run("import", "--since", "2024-01-01", "box.mbox")
    #expect(
      result.error
        == "firefly: 1 post\nfirefly: left out: 1 older mail\nfirefly: it counts as read\n")
    let folder = program.home.appendingPathComponent("old")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(mails.joined().utf8).write(to: folder.appendingPathComponent("box.mbox"))
    let old = try program.run("import", "--since", "2026-01-01", "old")
    #expect(old.error == "firefly: 0 posts\nfirefly: left out: 2 older mails\n")
    try program.write("# a note", to: "note.md")
    let note = try program.run("import", "--since", "2024-01-01", "note.md")
    #expect(note.status == 1 && note.error == "firefly: --since is for files of mails only.\n")
    let wrong = try program.run("import", "--since", "soon", "box.mbox")
    #expect(wrong.status == 64 && wrong.error.contains("--since needs a date such as 2024-01-01."))
  }

  @Test func deletedPostsComeBackIfTheyAreWanted() throws {
    let program = try Program()
    for name in ["a", "b"] {
      try program.write("---\ndate: 2024-01-05\n---\nx", to: "notes/\(name).md")
    }
    let first = try program.run("import", "notes")
    #expect(first.status == 0)
    let number = try #require(first.output.split(separator: "\n").first.map(String.init))
    #expect(try program.run("delete", number, "--yes").status == 0)
    let left = try program.run("import", "notes")
    #expect(left.error == "firefly: 0 posts, 1 unchanged, 1 deleted here, left out\n")
    let again = try program.run("import", "--again", "notes")
    #expect(again.error == "firefly: 0 posts, 1 unchanged, 1 brought back\n")
    #expect(try program.run("import", "notes").error == "firefly: 0 posts, 2 unchanged\n")
  }

  @Test func zerosBehindAPackedFileAreIgnored() throws {
    let program = try Program()
    try program.write("From x Mon Jan  5 10:00:00 2026\nSubject: a\n\nx\n", to: "box.mbox")
    _ = try program.shell("gzip box.mbox && head -c 512 /dev/zero >> box.mbox.gz")
    let result = try program.run("import", "box.mbox.gz")
    #expect(result.status == 0 && result.error.hasPrefix("firefly: 1 post\n"), "\(result.error)")
  }

  @Test func aDamagedFileAmongMailsIsCounted() throws {
    let program = try Program()
    try program.write("From: a@b\nSubject: s\n\nx\n", to: "mails/a.eml")
    _ = try program.shell("printf '\\037\\213garbage' > mails/b.mbox.gz")
    let result = try program.run("import", "mails")
    #expect(result.status == 0 && result.error.hasPrefix("firefly: 1 post\n"), "\(result.error)")
    #expect(result.error.contains("left out: 1 damaged file (b.mbox.gz)"), "\(result.error)")
  }

  @Test func anEditedPostIsCountedOnce() throws {
    let program = try Program()
    for name in ["a", "b", "c"] {
      try program.write("---\ndate: 2024-01-05\n---\nx", to: "notes/\(name).md")
    }
    let first = try program.run("import", "notes")
    let number = try #require(first.output.split(separator: "\n").first.map(String.init))
    #expect(try program.run("edit", number, "--title", "mine").status == 0)
    let again = try program.run("import", "notes")
    #expect(again.error == "firefly: 0 posts, 1 edited here, kept, 2 unchanged\n")
  }

  /// It is not known which of the two was edited.
  @Test func anEditedFileOfAnExportIsCountedAsDifferent() throws {
    let program = try Program()
    try program.write("---\ndate: 2024-01-05\n---\nwords", to: "notes/a.md")
    _ = try program.run("import", "notes")
    let again = try program.shell(
      "\"$FIREFLY\" export --markdown out && sed -i s/words/others/ $(grep -lr words out) && "
        + "\"$FIREFLY\" import out")
    #expect(
      again.error.hasPrefix("firefly: 0 posts, 1 different there, kept here"), "\(again.error)")
    #expect(try program.run("posts", "--json").output.contains("words"))
  }

  /// The names of older files and folders may be in another character set than UTF-8.
  @Test(arguments: ["$name/note.md", "$name", "$name/$name.md"])
  func namesNeedNotBeUTF8(_ path: String) throws {
    let program = try Program()
    let result = try program.shell(
      """
      name=$(printf 'b\\374ro')
      mkdir "$name" && echo 'Words of the bureau.' > "$name/note.md"
      cp "$name/note.md" "$name/$name.md"
      "$FIREFLY" import "\(path)" && "$FIREFLY" posts
      """)
    #expect(result.status == 0, "\(result.error)")
    let name = path.hasSuffix("$name.md") ? "b\u{FFFD}ro" : "note"
    #expect(result.output.contains("\t\(name)\t"), "\(result.output)")
    // Within a folder they are named and left out.
    #expect(result.error.contains("b\u{FFFD}ro.md was not imported") == (path == "$name"))
  }

  @Test func otherArgumentsAreUTF8() throws {
    let program = try Program()
    let result = try program.shell(
      """
      name=$(printf 'b\\374ro')
      mkdir "$name" && echo 'Words of the bureau.' > "$name/$name.md"
      "$FIREFLY" post --title t --body "$name/$name.md" >/dev/null && echo body $?
      "$FIREFLY" import "$name"; echo import $?
      "$FIREFLY" post --title "$name"; echo title $?
      "$FIREFLY" backup "$name/copy"; echo backup $?
      """)
    #expect(result.output == "body 0\nimport 1\ntitle 64\nbackup 64\n", "\(result.error)")
    #expect(result.error.contains("ro.md was not imported: its name is not UTF-8."))
    #expect(result.error.contains("“b\u{FFFD}ro” is not UTF-8."))
  }

  @Test func filesThatAreLeftOutAreNamed() throws {
    let program = try Program()
    try program.write("---\ndate: 2024-01-05\n---\nx", to: "vault/a.md")
    for name in ["paper.pdf", "plan.pdf", "b.canvas"] {
      try program.write("x", to: "vault/" + name)
    }
    let result = try program.run("import", "vault")
    #expect(
      result.error == """
        firefly: 1 post
        firefly: left out: 1 drawing (b.canvas), 2 PDFs (paper.pdf …)

        """)
    let names = try program.run("import", "--verbose", "vault")
    #expect(
      names.error == """
        firefly: 0 posts, 1 unchanged
        firefly: left out: drawing: b.canvas
        firefly: left out: PDF: paper.pdf
        firefly: left out: PDF: plan.pdf

        """)
  }

  /// What has the ending of a note and is none becomes no post; a note in another character set says that it was
  /// guessed.
  @Test(arguments: ["md", "org"]) func filesThatAreNoTextAreLeftOut(ending: String) throws {
    let program = try Program()
    let result = try program.shell(
      """
      mkdir vault
      printf '\\211PNG\\000\\000\\001\\377' > vault/blob.\(ending)
      printf 'Caf\\351 at the corner.\\n' > vault/latin.\(ending)
      printf 'Caf\\303\\251 again.\\n' > vault/plain.\(ending)
      printf '\\377\\376h\\000i\\000\\n\\000' > vault/wide.\(ending)
      "$FIREFLY" import vault && "$FIREFLY" posts --json
      "$FIREFLY" import vault/blob.\(ending)
      """)
    let error = result.error
    #expect(error.contains("left out: 1 file that is no text (blob.\(ending))"), "\(error)")
    #expect(error.contains("1 character set (latin.\(ending))"), "\(error)")
    #expect(error.contains("document: this is no text"), "\(error)")
    #expect(result.output.contains("Café at") && result.output.contains("Café again"))
    #expect(!result.output.contains("PNG"), "\(result.output)")
  }

  @Test func linksThatLeadNowhereAreNamed() throws {
    let program = try Program()
    try program.write("---\ndate: 2024-01-05\n---\n[[Kite]] [x](gone/b.md)", to: "vault/a.md")
    let result = try program.run("import", "vault")
    #expect(result.error == "firefly: 1 post, 2 links unresolved (Kite in a.md …)\n")
    let names = try program.run("import", "--verbose", "vault")
    #expect(
      names.error == """
        firefly: 0 posts, 1 unchanged, 2 links unresolved (Kite in a.md …)
        firefly: unresolved: link: Kite in a.md
        firefly: unresolved: link: gone/b.md in a.md

        """)
  }

  /// A text without any marks is a note; what other people wrote counts as read, and it is said.
  @Test func aTextIsANoteAndMailsCountAsRead() throws {
    let program = try Program()
    try program.write("buy lamps\n", to: "todo.txt")
    let note = try program.run("import", "todo.txt")
    #expect(note.status == 0 && note.error.hasPrefix("firefly: 1 post\n"), "\(note.error)")
    #expect(try program.run("show", "1").output.contains("buy lamps"))
    try program.write("From x Mon Jan  5 10:00:00 2026\nSubject: a\n\nx\n", to: "box.mbox")
    #expect(try program.run("import", "box.mbox").error.contains("it counts as read\n"))
  }

  /// What nothing came of was not guessed.
  @Test func nothingIsGuessedAgain() throws {
    let program = try Program()
    try program.write("text", to: "notes/a.md")
    #expect(try program.run("import", "notes").error.contains("guessed: 1 date"))
    #expect(try program.run("import", "notes").error == "firefly: 0 posts, 1 unchanged\n")
  }

  @Test func foldersAreNoNotes() throws {
    let program = try Program()
    for name in ["a", "b", "c"] { try program.write("text", to: "notes/trips/\(name).md") }
    let result = try program.run("import", "notes")
    #expect(result.error.hasPrefix("firefly: 4 posts (3 notes in 1 folder)\n"), "\(result.error)")
  }

  @Test func theMoreFrequentNotesOfAFolderAreImported() throws {
    let program = try Program()
    try program.write("* one\n", to: "notes/a.org")
    try program.write("* two\n", to: "notes/b.org")
    try program.write("three", to: "notes/c.md")
    let outlines = try program.run("import", "notes")
    #expect(
      outlines.error
        == "firefly: The notes in Markdown are left out: --from markdown imports them.\n"
        + "firefly: 4 posts\nfirefly: left out: 1 note in Markdown (c.md)\n"
        + "firefly: guessed: 2 dates (a.org …)\n")
    try program.write("four", to: "notes/d.md")
    let notes = try program.run("import", "--verbose", "notes")
    #expect(
      notes.error.hasPrefix(
        "firefly: The outlines of Org are left out: --from org imports them.\n"
          + "firefly: 2 posts\nfirefly: left out: outline of Org: a.org\nfirefly: left out: outline of Org: b.org\n"
      ))
  }

  @Test func postsOfOthersInAnArchiveAreCounted() throws {
    let program = try Program()
    try program.write(
      #"{"orderedItems":[{"type":"Create","object":{"id":"https://m.example/1","content":"<p>x</p>","to":"as:Public"}}]}"#,
      to: "archive/outbox.json")
    for name in ["likes", "bookmarks"] {
      try program.write(
        #"{"orderedItems":["https://o.example/1","https://o.example/2"]}"#,
        to: "archive/\(name).json")
    }
    #expect(
      try program.run("import", "archive").error == """
        firefly: 1 post
        firefly: left out: 2 favourites (https://o.example/1 …), 2 bookmarks (https://o.example/1 …)

        """)
  }

  /// Who has the posts by typing `firefly` is told so, and what deletes them, without lone numbers; a script isn't.
  @Test func howToSeeThemIsSaidOnATerminal() throws {
    let program = try Program()
    for name in ["one", "two"] { try program.write("# \(name)", to: "notes/\(name).md") }
    #expect(try !program.run(["import", "notes"]).error.contains("Type"))
    for (arguments, isSaid) in [("--data other notes", false), ("--as x notes", true)] {
      let session = try program.terminal(
        ["import"] + arguments.split(separator: " ").map(String.init))
      _ = try session.waitForExit()
      let text = String(decoding: session.output.flatMap(\.bytes), as: UTF8.self)
      let way = "Type `firefly` to see them; `firefly delete --yes 4 3` deletes them."
      #expect(text.contains(way) == isSaid, "\(text)")
      #expect(!text.contains(/\n\d+\r?\n/), "\(text)")
    }
    // Who has deleted them is told how they come back.
    _ = try program.run("delete", "--yes", "4", "3", "2", "1")
    let again = try program.terminal(["import", "notes"])
    _ = try again.waitForExit()
    let text = String(decoding: again.output.flatMap(\.bytes), as: UTF8.self)
    #expect(text.contains("With --again comes back what was deleted here."), "\(text)")
  }

  @Test(arguments: [(80, true), (30, true), (20, false), (8, false)])
  func theProgressFitsTheTerminal(columns: Int, hasBar: Bool) throws {
    let program = try Program()
    let lines = (1...20_000).map { #"{"title":"\#($0)"}"# + "\n" }
    try program.write(lines.joined(), to: "many.jsonl")
    let terminal = try program.terminal(
      command: ["/bin/sh", "-c", "\"$FIREFLY\" import many.jsonl > /dev/null; echo over"],
      size: TerminalSize(columns: columns, rows: 8))
    func rows() -> [String] { terminal.screenRows.filter { !$0.isEmpty } }
    // After that of reading.
    var progress: [String] = []
    try terminal.wait(until: "the progress", timeout: .seconds(60)) { _ in
      progress = rows()
      return progress.first?.contains(/^(\[#*\.*\] )?[\d,]+( o|$)/) == true
    }
    #expect(progress.count == 1 && progress[0].hasPrefix("[") == hasBar, "\(progress)")
    try terminal.wait(until: "the end", timeout: .seconds(60)) { _ in rows() == ["over"] }
    #expect(try terminal.waitForExit() == .code(0))
  }

  /// The input ends when the progress of reading it has been seen.
  @Test(arguments: [true, false]) func readingIsShownOnATerminalOnly(isTerminal: Bool) throws {
    let program = try Program()
    let errors = isTerminal ? "" : "2> errors"
    let terminal = try program.terminal(
      command: [
        "/bin/sh", "-c",
        "mkfifo pipe; echo ready; \"$FIREFLY\" import --from org - < pipe > /dev/null \(errors); echo over",
      ], size: TerminalSize(columns: 100, rows: 8))
    func rows() -> [String] { terminal.screenRows.filter { !$0.isEmpty } }
    try terminal.wait(until: "the pipe", timeout: .seconds(60)) { _ in rows() == ["ready"] }
    let pipe = try #require(FileHandle(forWritingAtPath: program.home.path + "/pipe"))
    if isTerminal {
      try terminal.wait(until: "the progress", timeout: .seconds(60)) { _ in
        rows() == ["ready", "reading standard input …"]
      }
    }
    try pipe.write(contentsOf: Data("* one\n* two\n".utf8))
    try pipe.close()
    try terminal.wait(until: "the end", timeout: .seconds(60)) { _ in rows().last == "over" }
    #expect(
      rows() == ["ready"]
        + (isTerminal
          ? [
            "firefly: 2 posts",
            "firefly: Type `firefly` to see them; `firefly delete --yes 2 1` deletes them.",
          ]
          : [])
        + ["over"])
    if !isTerminal {
      #expect(
        try String(contentsOfFile: program.home.path + "/errors", encoding: .utf8)
          == "firefly: 2 posts\n")
    }
    #expect(try terminal.waitForExit() == .code(0))
  }

  /// Terminals that are known to show progress show it beside the bar, and none after any end.
  @Test(arguments: [(true, false), (true, true), (false, false)])
  func progressIsShownInWindowsOfKnownTerminalsAndRemoved(isKnown: Bool, isInterrupted: Bool) throws
  {
    let program = try Program()
    let lines = (1...20_000).map { #"{"title":"\#($0)"}"# + "\n" }
    try program.write(lines.joined(), to: "many.jsonl")
    let variable = isKnown ? "TERM_PROGRAM=ghostty " : ""
    let terminal = try program.terminal(
      command: ["/bin/sh", "-c", "\(variable)exec \"$FIREFLY\" import many.jsonl > /dev/null"])
    let words = { String(decoding: terminal.output.flatMap(\.bytes), as: UTF8.self) }
    try terminal.wait(until: "the progress", timeout: .seconds(60)) { _ in
      words().contains(isKnown ? "\u{1B}]9;4;1;" : " of 20,000")
    }
    if isInterrupted { terminal.signal(SIGINT) }
    let exit = try terminal.waitForExit()
    #expect((exit == .code(0)) != isInterrupted)
    #expect(words().contains("]9;4") == isKnown)
    if isKnown {
      #expect(words().split(separator: "\u{1B}]9;4;").last?.hasPrefix("0\u{07}") == true)
    }
  }

  @Test func onlyATitleIsRequired() throws {
    let program = try Program()
    let document = """
      {"posts":[{"title":"one","children":[{"title":"one below"}]},{"title":"two"}]}
      """
    let result = try program.run("import", "-", input: document)
    #expect(result.status == 0)
    #expect(result.lines.count == 2)
    let id = try #require(result.lines.first)
    let children = try program.run("posts", "--parent", id)
    #expect(children.lines.count == 1)
    #expect(children.output.contains("\tone below\t\t"))
  }

  @Test func nothingIsImportedOfADamagedDocument() throws {
    let program = try Program()
    let before = try program.run("export").output
    let result = try program.run(
      "import", "-", input: "{\"id\":1,\"title\":\"good\"}\n{\"id\":1,\"title\":\"twice\"}\n")
    #expect(result.status == 1)
    #expect(result.error.contains("line 2"))
    #expect(try program.run("export").output == before)
  }

  @Test(arguments: [[], ["--flat"]])
  func anExportCanBeImportedElsewhere(options: [String]) throws {
    let (here, there) = (try Program(), try Program())
    let exported = try here.run(["export"] + options).output
    _ = try there.run("posts")
    let before = try there.run("posts", "--limit", "1000").lines.count
    #expect(try there.run("import", "-", input: exported).status == 0)
    let added = try there.run("posts", "--limit", "1000").lines.count - before
    #expect(try added == here.run("posts", "--limit", "1000").lines.count)
  }

  /// A backup that is brought to a new computer is all that is there afterwards.
  @Test func newDataHaveWhatWasImportedAndNoMore() throws {
    let (here, there) = (try Program(), try Program())
    let exported = try here.run("export").output
    #expect(try there.run("import", "-", input: exported).status == 0)
    func titles(_ program: Program) throws -> [String] {
      try program.run("posts", "--limit", "1000").lines.map { line in
        line.split(separator: "\t", omittingEmptySubsequences: false)[1...].joined(separator: "\t")
      }.sorted()
    }
    #expect(try titles(there) == titles(here))
    func pictures(_ program: Program) throws -> [String] {
      let folder = program.home.appendingPathComponent(".local/share/firefly/uploads").path
      return try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    }
    #expect(try !pictures(here).isEmpty && pictures(there) == pictures(here))
  }

  @Test func aBodyThatIsTooLongIsSplitAndReported() throws {
    let program = try Program()
    let body = String(repeating: "a word ", count: 50_000)
    let result = try program.run("import", "-", input: #"{"title":"long","body":"\#(body)"}"#)
    #expect(result.status == 0)
    let id = result.output.trimmingCharacters(in: .newlines)
    #expect(
      result.error.replacing("\n", with: " ").contains(
        "line 1: the body is longer than 256 KB. The rest is in a reply to post \(id)."))
    #expect(try program.run("posts", "--parent", id).output.contains("\tlong (2)\t"))
  }

  @Test func anImportThatBringsNothingLeavesNewDataNew() throws {
    let program = try Program()
    #expect(try program.run("import", "-", input: "{\"posts\":[]}").status == 0)
    #expect(try program.run("import", "-", input: "{\"posts\":[{}]}").status == 1)
    #expect(try program.run("posts", "--limit", "1000").lines.count > 100)
  }

  @Test func filesAreTheUsersOnly() throws {
    let program = try Program()
    _ = try program.run("posts")
    let folder = program.home.appendingPathComponent(".local/share/firefly")
    func mode(_ path: String) throws -> Int? {
      let file = folder.appendingPathComponent(path).path
      return try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
    }
    #expect(try mode("") == 0o700)
    #expect(try mode("firefly.sqlite") == 0o600)
  }
}
