import FireflyPrograms
import Foundation
import OwnThreads
import SeededRandom
import TerminalHarness
import Testing

/// `firefly post`, `edit`, `move` and `delete`.
@Suite(.ownThreads) struct WritingTests {
  private let program: Program

  init() throws { program = try Program() }

  /// Writes a post and gives back its number.
  private func post(
    _ title: String, below parent: Int? = nil, body: String = "words"
  ) throws -> Int {
    let result = try program.run(
      ["post", "--title", title] + (parent.map { ["--parent", "\($0)"] } ?? []), input: body)
    #expect(result.error == "")
    return try #require(Int(result.output.trimmingCharacters(in: .newlines)))
  }

  /// The posts of an export, by their numbers.
  private func posts() throws -> [Int: [String: Any]] {
    let lines = try program.run("export", "--flat").lines
    return try lines.reduce(into: [:]) { posts, line in
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      let id = try #require(object?["id"] as? Int)
      posts[id] = object
    }
  }

  @Test func aPostIsWrittenChangedMovedAndDeleted() throws {
    let parent = try post("parent", body: "first\n\nsecond\n\n")
    let child = try post("child", below: parent)
    #expect(try posts()[parent]?["body"] as? String == "first\n\nsecond")
    #expect(try posts()[child]?["parent_id"] as? Int == parent)
    let changed = try program.run("edit", "\(child)", "--title", "other", "--summary", "s")
    #expect(changed.output == "Changed post \(child).\n")
    #expect(try posts()[child]?["title"] as? String == "other")
    // What isn't named stays, and standard input is nobody's.
    #expect(try posts()[child]?["body"] as? String == "words")
    _ = try program.run("edit", "\(child)", "--body", "-", input: "new words\n")
    #expect(try posts()[child]?["body"] as? String == "new words")
    let moved = try program.run("move", "\(child)", "--to", "root")
    #expect(moved.output == "Moved post \(child) to the top level.\n")
    #expect(try program.run("move", "\(parent)", "--to", "\(child)").status == 0)
    let ring = try program.run("move", "\(child)", "--to", "\(parent)")
    #expect(ring.status == 1)
    #expect(ring.error.contains("under its own replies"))
    #expect(try program.run("delete", "\(child)").status == 2)
    let deleted = try program.run("delete", "\(child)", "--yes", "--json")
    #expect(deleted.output == "{\"deleted\": \(child)}\n")
    // Its place stays, because the parent was moved below it; its words don't.
    #expect(try posts()[child]?["title"] as? String == "deleted")
    #expect(try posts()[child]?["body"] as? String != "new words")
    #expect(try posts()[parent] != nil)
    #expect(try program.run("drafts").output == "")
  }

  @Test func jsonIsThePost() throws {
    let result = try program.run("post", "--title", "a “title”", "--json", input: "b")
    let object = try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any]
    let post = try #require(object?["post"] as? [String: Any])
    #expect(post["title"] as? String == "a “title”")
    let id = try #require(post["id"] as? Int)
    for arguments in [["edit", "\(id)", "--summary", "s"], ["move", "\(id)", "--to", "root"]] {
      let result = try program.run(arguments + ["--json"])
      let object =
        try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any]
      #expect((object?["post"] as? [String: Any])?["id"] as? Int == id)
    }
  }

  @Test func impossibleActionsAreReported() throws {
    let own = try post("own")
    let query = try program.run("post", "--title", "q", "--template", "query", input: "looms")
    let search = query.output.trimmingCharacters(in: .newlines)
    try program.write("no picture", to: "p.png")
    let cases: [(arguments: [String], status: Int32, words: String)] = [
      (["post", "--title", "t", "--parent", "4711"], 1, "No post 4711."),
      (["post", "--title", "t", "--parent", search], 1, "A saved search can't have replies."),
      (["post", "--title", "t", "--image", "p.png"], 1, "p.png is not a PNG, JPEG, GIF or WebP"),
      (["post", "--title", "t", "--image", "none.png"], 1, "none.png can't be read: No such file"),
      (["post", "--title", "t", "--body", "none.md"], 1, "none.md can't be read: No such file"),
      (["post"], 1, "Empty post; nothing sent."),
      (["post", "--title", " "], 64, "The title is empty."),
      (["post", "--title", "t", "--parent", "0"], 64, "invalid"),
      (["post", "--title", "t", "--template", "profile"], 64, "'post' and 'query'"),
      (
        ["post", "--title", "t", "--template", "query", "--parent", "\(own)"], 64,
        "at the top level"
      ),
      (["edit", "1", "--title", "t"], 1, "Only the author can change it"),
      (["edit", "4711", "--title", "t"], 1, "No post 4711."),
      (["edit", "\(own)"], 2, "No terminal to edit in."),
      (["edit", "-5", "--title", "t"], 64, "argument"),
      (["edit", "\(own)", "--title", ""], 64, "empty"),
      (["move", "\(own)", "--to", search], 1, "A saved search can't have replies."),
      (["move", "\(own)", "--to", "up"], 64, "invalid"), (["move", "\(own)"], 64, "--to"),
      (["move", "\(own)", "--to", "4711"], 1, "No post 4711."),
      (["delete", "\(own)"], 2, "Use --yes to delete post \(own)."),
    ]
    let before = try posts().count
    for (arguments, status, words) in cases {
      let result = try program.run(arguments)
      #expect(result.status == status, "\(arguments): \(result.error)")
      #expect(result.output == "")
      #expect(result.error.replacing("\n", with: " ").contains(words), "\(result.error)")
    }
    #expect(try posts().count == before)
    #expect(try program.run("drafts").output == "")
  }

  /// 1,500 × 20 pixels, to be turned by a quarter.
  private static let picture = """
    iVBORw0KGgoAAAANSUhEUgAABdwAAAAUCAIAAAAY1GhNAAAAGmVYSWZNTQAqAAAACAABARIAAwAAAAEABgAAAAAAANZnS2k\
    AAACvSURBVHja7dhBCQAADAOx+je9ySiFQBTc83IJAMAoDQCAYRoAAKYMAIApAwBgygAApgwAgCkDAGDKAACYMgCAKQMAYM\
    oAAJgyAIApAwBgygAAmDIAAKYMAGDKAACYMgAApgwAgCkDAJgyAACmDACAKQMAmDIAAKYMAIApAwBgygAApgwAgCkDAGDKA\
    ACmDACAKQMAYMoAAJgyAIApAwBgygAAmDIAAKYMAGDKAAC0PKCrwZ3RC7SIAAAAAElFTkSuQmCC
    """

  @Test func aPictureGoesWithIt() throws {
    let bytes = try #require(Data(base64Encoded: Self.picture))
    let file = program.home.appendingPathComponent("a b.png")
    try bytes.write(to: file)
    let result = try program.run("post", "--title", "t", "--image", "a b.png", input: "--b\r\n--")
    #expect(result.error == "")
    let id = try #require(Int(result.output.trimmingCharacters(in: .newlines)))
    // Upright, not longer than 1,200 pixels, a JPEG.
    let first = try upload(of: id)
    #expect(first.starts(with: [0xFF, 0xD8, 0xFF]))
    #expect(Self.size(ofJPEG: first) == [16, 1_200])
    #expect(try posts()[id]?["body"] as? String == "--b\r\n--")

    // What can't be sent is refused before anything is; another one takes its place.
    try bytes.dropLast(20).write(to: file)
    for path in ["a b.png", "."] {
      let refused = try program.run("edit", "\(id)", "--image", path)
      #expect(refused.status == 1)
      #expect(!refused.error.isEmpty)
    }
    #expect(try upload(of: id) == first)
    try bytes.write(to: file)
    #expect(try program.run("edit", "\(id)", "--image", "a b.png").status == 0)
    #expect(try program.run("drafts").output == "")
  }

  /// The first is the post's own; the others, and those of an edit, are at the end of the text.
  @Test func severalPicturesGoWithIt() throws {
    let bytes = try #require(Data(base64Encoded: Self.picture))
    let jpeg = Program.package.appendingPathComponent("Sources/FireflyStore/FieldGuide/pictures")
    try bytes.write(to: program.home.appendingPathComponent("a [b].png"))
    let names = try FileManager.default.contentsOfDirectory(atPath: jpeg.path).sorted()
    let others = names.filter { $0.hasSuffix(".jpg") }.prefix(2).map {
      jpeg.appendingPathComponent($0).path
    }
    try #require(others.count == 2)
    let arguments =
      ["post", "--title", "t"] + (others + ["a [b].png"]).flatMap { ["--image", $0] }
    // One that can't be read refuses all, and the text is kept.
    let refused = try program.run(arguments + ["--image", "none.png"], input: "words\n")
    #expect(refused.status == 1 && refused.error.contains("none.png can't be read"))
    #expect(try posts().values.filter { $0["title"] as? String == "t" }.isEmpty)
    let draft = try #require(program.run("drafts").output.split(separator: "\t").first)
    #expect(try program.run("drafts", "--print", "\(draft)").output.contains("words"))
    // Again and again, there is one draft; the same with all pictures leaves none.
    #expect(try program.run(arguments + ["--image", "none.png"], input: "words\n").status == 1)
    #expect(try program.run("drafts").lines.count == 1)
    let result = try program.run(arguments, input: "words\n")
    #expect(result.error == "")
    #expect(try program.run("drafts").output == "")
    let id = try #require(Int(result.output.trimmingCharacters(in: .newlines)))
    #expect(try Array(upload(of: id)).starts(with: [0xFF, 0xD8, 0xFF]))
    let body = try #require(try posts()[id]?["body"] as? String)
    let shown = body.matches(of: /!\[(.+)\]\((\/uploads\/[0-9a-f]{32}\.jpg)\)/)
    #expect(
      shown.map(\.1) == [others[1].split(separator: "/").last?.dropLast(4) ?? "", #"a \[b\]"#])
    #expect(body == "words\n\n" + shown.map { "\($0.0)" }.joined(separator: "\n\n"))
    for picture in shown {
      let file = program.home.appendingPathComponent(".local/share/firefly\(picture.2)")
      #expect(FileManager.default.fileExists(atPath: file.path))
    }
    let edit = ["edit", "\(id)", "--image", others[1], "--image", others[0]]
    #expect(try program.run(edit).status == 0)
    let edited = try #require(try posts()[id]?["body"] as? String)
    #expect(edited.hasPrefix(body + "\n\n![") && edited.hasSuffix(".jpg)"))
    #expect(try program.run("drafts").output == "")
  }

  /// The same bytes under other names are shown with each name; a pipe is read once.
  @Test func equalPicturesKeepTheirNames() throws {
    let bytes = try #require(Data(base64Encoded: Self.picture))
    for name in ["a", "b", "c"] {
      try bytes.write(to: program.home.appendingPathComponent("\(name).png"))
    }
    let pipe = program.home.appendingPathComponent("d.png").path
    try #require(mkfifo(pipe, 0o600) == 0)
    let result = try program.shell(
      """
      cat a.png > d.png & echo words | "$FIREFLY" post --title t \
        --image a.png --image b.png --image c.png --image d.png
      """)
    #expect(result.status == 0, "\(result.error)")
    let id = try #require(Int(result.output.trimmingCharacters(in: .newlines)))
    let body = try #require(try posts()[id]?["body"] as? String)
    let shown = body.matches(of: /!\[(.+)\]\((\/uploads\/[^)]+)\)/)
    #expect(shown.map { String($0.1) } == ["b", "c", "d"])
    #expect(Set(shown.map(\.2)).count == 1)
    #expect(try program.run("drafts").output == "")
  }

  /// The file that a post's picture is kept in.
  private func upload(of id: Int) throws -> [UInt8] {
    let url = try #require(try posts()[id]?["image_url"] as? String)
    let file = program.home.appendingPathComponent(".local/share/firefly" + url)
    return Array(try Data(contentsOf: file))
  }

  /// Width and height that the head of a JPEG names.
  private static func size(ofJPEG bytes: [UInt8]) -> [Int]? {
    let start = bytes.indices.first { bytes[$0...].starts(with: [0xFF, 0xC0]) }
    return start.map { at in
      [7, 5].map { Int(bytes[at + $0]) << 8 | Int(bytes[at + $0 + 1]) }
    }
  }

  /// Several at once on one database: each is written, once.
  @Test func severalProgramsWriteAtOnce() throws {
    _ = try post("first")
    try program.write("words", to: "body.md")
    let crowd = try (1...6).map {
      try program.start("post", "--title", "crowd\($0)", "--body", "body.md")
    }
    let numbers = crowd.map { process, output in
      process.waitUntilExit()
      return String(decoding: output.fileHandleForReading.remainingData(), as: UTF8.self)
    }
    #expect(Set(numbers.compactMap { Int($0.dropLast()) }).count == 6)
    #expect(try posts().values.count { ($0["title"] as? String)?.hasPrefix("crowd") == true } == 6)
    #expect(try program.run("drafts").output == "")
  }

  /// Whenever it is ended, the same command gets through with the post there once, and what was told
  /// of is there.
  @Test func endsAtAnyMoment() throws {
    _ = try post("first")
    var random = SplitMix(seed: 185)
    for turn in 1...12 {
      let words = ["post", "--title", "turn \(turn)", "--body", "body.md"]
      try program.write("words \(turn)", to: "body.md")
      let (process, output) = try program.start(words)
      Thread.sleep(forTimeInterval: Double.random(in: 0.02...0.16, using: &random))
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
      let told = String(
        decoding: output.fileHandleForReading.remainingData(), as: UTF8.self)
      if told.isEmpty {
        let result = try program.run(words)
        #expect(result.status == 0, "\(result.error)")
      }
      let titles = try posts().values.count { $0["title"] as? String == "turn \(turn)" }
      #expect(titles == 1)
      // What was told of may have its draft still.
      if let id = try program.run("drafts").output.split(separator: "\t").first {
        #expect(!told.isEmpty)
        _ = try program.run("drafts", "--delete", String(id))
      }
    }
  }

  // MARK: The editor

  /// A shell script that stands for an editor.
  private func editor(_ script: String) throws -> [String: String] {
    try program.write("#!/bin/sh\n" + script, to: "editor.sh")
    return ["VISUAL": "sh \(program.home.path)/editor.sh 'two words'", "TMPDIR": program.home.path]
  }

  /// Runs Firefly in a terminal, by a shell that then tells how it found that.
  private func inTerminal(_ words: String, _ script: String) throws -> [String] {
    let session = try program.terminal(
      command: [
        "/bin/sh", "-c", "stty -a > before; $FIREFLY \(words); echo code $?; stty -a > after",
      ],
      environment: try editor(script))
    _ = try session.waitForExit()
    let modes = try ["before", "after"].map {
      try String(contentsOf: program.home.appendingPathComponent($0), encoding: .utf8)
    }
    #expect(modes[0] == modes[1])
    // The file is gone, with its folder.
    let left = try FileManager.default.contentsOfDirectory(atPath: program.home.path)
    #expect(!left.contains { $0.hasPrefix("firefly-") })
    return session.screenRows
  }

  @Test func theEditorWritesAPost() throws {
    let rows = try inTerminal(
      "post --summary 'of two'",
      """
      test -t 0 && test "$1" = 'two words' || exit 9
      test "$(stat -c %a "$2")" = 600 || exit 8
      sed -i 's/^title:.*/title: written/' "$2"
      printf 'line\\n\\n---\\n# heading\\n\\n' >> "$2"
      stty raw -echo
      """)
    #expect(rows.contains { $0.contains("code 0") }, "\(rows)")
    let made = try #require(try posts().values.first { $0["title"] as? String == "written" })
    #expect(made["summary"] as? String == "of two")
    #expect((made["body"] as? String)?.hasSuffix("line\n\n---\n# heading") == true)
  }

  @Test func aReplyNeedsNoTitle() throws {
    let parent = try post("parent")
    let body = "So it is, said **Ada**.\n\nAnd more."
    let made = "So it is, said Ada. And more."
    let written = try program.run("post", "--parent", "\(parent)", input: body)
    #expect(written.error == "")
    let id = try #require(Int(written.output.trimmingCharacters(in: .newlines)))
    // The server has one.
    #expect(try posts()[id]?["title"] as? String == made)
    let list = try program.run("posts", "--parent", "\(parent)").output
    #expect(list.components(separatedBy: "So it is").count == 2, "\(list)")
    // The editor shows none, and the changed text makes another.
    let rows = try inTerminal(
      "edit \(id)",
      """
      grep -q '^title: *$' "$2" || exit 9
      sed -i 's/^So it is/So it was/' "$2"
      """)
    #expect(rows.contains { $0.contains("code 0") }, "\(rows)")
    #expect(try posts()[id]?["title"] as? String == "So it was, said Ada. And more.")
    // A title of its own stays.
    #expect(try program.run("edit", "\(id)", "--title", "On lamps").status == 0)
    #expect(try posts()[id]?["title"] as? String == "On lamps")
    let empty = try inTerminal("post --parent \(parent)", "sleep 2")
    #expect(empty.contains { $0.contains("Empty post; nothing sent.") }, "\(empty)")
    let reply = try inTerminal("post --parent \(parent)", "printf 'From the editor.\\n' >> \"$2\"")
    #expect(reply.contains { $0.contains("code 0") }, "\(reply)")
    #expect(try posts().values.contains { $0["title"] as? String == "From the editor." })
    // At the top level it is required.
    let top = try program.run("post", input: body)
    #expect(top.status == 1 && top.error.contains("A post needs a title"))
    // Web pages show the words once.
    #expect(try program.run("post", "--parent", "\(parent)", input: "Once only.").status == 0)
    #expect(try program.run("export", "--html", "site").status == 0)
    let pages = program.home.appendingPathComponent("site/posts")
    for page in try FileManager.default.contentsOfDirectory(atPath: pages.path) {
      let text = try String(contentsOf: pages.appendingPathComponent(page), encoding: .utf8)
      guard let article = text.range(of: "<article>.*</article>", options: .regularExpression)
      else { continue }
      #expect(text[article].components(separatedBy: "Once only.").count <= 2, "\(page)")
    }
  }

  @Test func anEditorMayRefuse() throws {
    let rows = try inTerminal("post --title t", "echo more >> \"$2\"; exit 3")
    #expect(rows.contains { $0.contains("The editor exited with code 3; nothing was sent.") })
    #expect(rows.contains { $0.contains("code 1") })
    #expect(try program.run("drafts").output == "")
    // What it has saved all the same is named.
    let path = try #require(rows.joined().firstMatch(of: /Its file is (\/\S+post\.md)\./)?.1)
    #expect(try String(contentsOfFile: String(path), encoding: .utf8).hasSuffix("\nmore\n"))
  }

  /// Such as one with a window of its own.
  @Test func anEditorThatForksIsWaitedFor() throws {
    let script = """
      (while ! test -e go; do sleep 0.01; done
      sed -i 's/^title:.*/title: forked/' "$2"; touch saved) &
      """
    let session = try program.terminal(
      ["post", "--summary", "s"], environment: try editor(script))
    try session.wait(for: "Press Enter when you have finished")
    let saved = program.home.appendingPathComponent("saved").path
    try program.write("", to: "go")
    try session.wait(until: "the file") { _ in FileManager.default.fileExists(atPath: saved) }
    try session.send("<enter>")
    #expect(try session.waitForExit() == .code(0))
    #expect(try posts().values.contains { $0["title"] as? String == "forked" })
    #expect(try program.run("drafts").output == "")
  }

  @Test func anEditorNeedsNoTerminal() throws {
    let id = try post("before")
    let environment = try editor("sed -i 's/^title:.*/title: after/' \"$2\"")
    let result = try program.run("edit", "\(id)", environment: environment)
    #expect(result.status == 0, "\(result.error)")
    #expect(try posts()[id]?["title"] as? String == "after")
    // One that forks saves later: its file is there, and what it saves becomes a draft.
    let forking = try editor(
      """
      (while ! test -e go; do sleep 0.01; done
      sed -i 's/^title:.*/title: late/' "$2"; touch saved) > /dev/null 2>&1 &
      """)
    let untouched = try program.run("edit", "\(id)", environment: forking)
    #expect(untouched.output == "Post \(id) is unchanged.\n", "\(untouched.error)")
    _ = try program.shell("touch go; while ! test -e saved; do sleep 0.01; done")
    #expect(try program.run("drafts").output.contains("\tpost \(id)\tlate\t"))
    #expect(try program.run("drafts").lines.count == 1)
  }

  /// Both are ended at once, as by a power cut.
  @Test func textSavedByAnEditorIsADraftAfterAKill() throws {
    let script = "sed -i 's/^title:.*/title: saved/' \"$2\"; echo EDITOR READY; sleep 30"
    let session = try program.terminal(["post"], environment: try editor(script))
    try session.wait(for: "EDITOR READY")
    kill(session.processID, SIGKILL)
    _ = try session.waitForExit()
    let lines = try program.run("drafts").lines
    #expect(lines.count == 1 && lines[0].contains("\tnew post\tsaved\t"), "\(lines)")
    // Once only.
    #expect(try program.run("drafts").lines == lines)
  }

  @Test func anEditorThatIsEndedLeavesADraft() throws {
    let rows = try inTerminal("post --title kept", "echo saved >> \"$2\"; kill -9 $$")
    #expect(rows.joined().replacing(" ", with: "").contains("Yourtextiskeptasdraft"), "\(rows)")
    #expect(rows.contains { $0.contains("code 137") })
    let line = try program.run("drafts").output
    #expect(line.contains("\tkept\t"))
    let id = String(line.prefix(16))
    #expect(try program.run("drafts", "--print", id).output.contains("saved"))
    // The next one goes on with it.
    let next = try inTerminal("post", "grep -q saved \"$2\" || exit 5; echo on >> \"$2\"")
    #expect(next.contains { $0.contains("code 0") }, "\(next)")
    #expect(try program.run("drafts").output == "")
  }

  @Test func editingChangesOnlyWhatIsChanged() throws {
    let id = try post("title: with a colon", body: "body\n\n    code")
    let untouched = try inTerminal("edit \(id)", "sleep 1.1")
    #expect(untouched.contains { $0.contains("Post \(id) is unchanged.") })
    let before = try #require(try posts()[id])
    let rows = try inTerminal("edit \(id)", "sed -i 's/^summary:.*/summary: new/' \"$2\"")
    #expect(rows.contains { $0.contains("Changed post \(id).") }, "\(rows)")
    let after = try #require(try posts()[id])
    #expect(after["summary"] as? String == "new")
    #expect(after["title"] as? String == before["title"] as? String)
    #expect(after["body"] as? String == before["body"] as? String)
  }

  /// Somebody writes while the editor is open.
  @Test func nothingIsWrittenOver() throws {
    let id = try post("mine", body: "old")
    let rows = try inTerminal(
      "edit \(id)",
      """
      printf theirs > other.md
      "$FIREFLY" edit \(id) --body other.md > /dev/null
      echo mine >> "$2"
      """)
    #expect(rows.joined(separator: " ").contains("nothing was overwritten"), "\(rows)")
    #expect(try posts()[id]?["body"] as? String == "theirs")
    #expect(try program.run("drafts").output.contains("post \(id)\tmine"))
    // Both are shown, and neither is sent by accident.
    let both = try inTerminal(
      "edit \(id)", "sleep 1.1; grep -q theirs \"$2\" && grep -q mine \"$2\"")
    #expect(
      both.joined(separator: " ").contains("The text still contains both versions"), "\(both)")
    let done = try inTerminal(
      "edit \(id)",
      "sed -i '/^<<<<<<< /d; /^=======$/d; /^>>>>>>> /d; s/^theirs$/and theirs/' \"$2\"")
    #expect(done.contains { $0.contains("Changed post \(id).") }, "\(done)")
    let body = try #require(try posts()[id]?["body"] as? String)
    #expect(body.contains("mine") && body.contains("and theirs"))
  }

  @Test func deletingAsks() throws {
    let id = try post("the one")
    _ = try post("child", below: id)
    for (answer, isGone) in [("n", false), ("", false), ("y", true)] {
      let session = try program.terminal(["delete", "\(id)"])
      try session.wait(for: "Delete “the one”? Its reply stays, under “deleted”.")
      try session.send(answer + "<enter>")
      #expect(try session.waitForExit() == .code(isGone ? 0 : 1))
      #expect(try (posts()[id]?["title"] as? String == "deleted") == isGone)
    }
  }

  /// The owner of the data decides what is in it.
  @Test func postsOfOthersAreDeletedInOnesOwnData() throws {
    let line = #"{"id":1,"title":"spam","author_email":"eve@example.com","author_name":"Eve"}"#
    let id = try #require(try program.run("import", "-", input: line).lines.first)
    #expect(try program.run("edit", id, "--title", "mine").status == 1)
    let session = try program.terminal(["delete", id])
    try session.wait(for: "Delete “spam” by Eve?")
    try session.send("y<enter>")
    #expect(try session.waitForExit() == .code(0))
    #expect(try posts()[Int(id) ?? 0] == nil)
  }
}
