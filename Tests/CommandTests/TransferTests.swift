import FireflyPrograms
import Foundation
import OwnThreads
import TerminalHarness
import Testing

/// Folders out of the embedded server and into it.
@Suite(.ownThreads) struct TransferTests {
  @Test func aFolderOfMarkdownGivesTheSamePosts() throws {
    let (here, there) = (try Program(), try Program())
    let result = try here.run("export", "--markdown", "out")
    #expect(result.status == 0)
    #expect(
      result.error.contains("Among the posts: 6 profiles, 6 saved searches. 1 picture is a copy: "))
    #expect(try here.run("export", "--markdown", "quiet", "--quiet").error == "")
    let counts = try #require(result.output.firstMatch(of: /^(\d+) posts, (\d+) pictures\n$/))
    #expect(Int(counts.1) ?? 0 > 100 && Int(counts.2) ?? 0 > 10)
    let out = here.home.appendingPathComponent("out").path
    let back = try there.run("import", out)
    #expect(back.status == 0)
    #expect(back.error == "firefly: \(counts.1) posts, \(counts.2) pictures\n")
    func posts(_ program: Program) throws -> String {
      try program.run("posts", "--tree", "--limit", "1000").output
    }
    #expect(try posts(there) == posts(here))
    // The whole journey once more: not one byte differs, not even a number, but for where the posts come from.
    #expect(try there.run("export", "--markdown", "again").status == 0)
    let again = there.home.appendingPathComponent("again").path
    let origin = "-I '^server: ' -I '^source: ' -I '^source_key: '"
    #expect(try here.shell("diff -r \(origin) '\(out)' '\(again)'").output == "")
  }

  /// JSON into an empty store, and out again: not one byte differs, but for where the posts come from, by which
  /// the next import finds them again.
  @Test(arguments: [[], ["--flat"]]) func jsonGivesTheSameJSON(form: [String]) throws {
    let (here, there, third) = (try Program(), try Program(), try Program())
    // A reply of one's own, a picture in a text, a deleted post with a reply.
    for words in [["--title", "mine"], ["--title", "below", "--parent", "153"]] {
      #expect(try here.run(["post"] + words, input: "a *b* [[c]]").status == 0)
    }
    #expect(try here.run("delete", "--yes", "153").status == 0)
    func plain(_ json: String) -> String {
      json.replacing(
        /"server":"[^"]*",|,"server":"[^"]*"|,"source":"[^"]*"|,"source_key":"[^"]*"/, with: "")
    }
    let first = try here.run(["export"] + form).output
    #expect(first.contains("deleted"))
    #expect(try there.run("import", "-", input: first).status == 0)
    let second = try there.run(["export"] + form).output
    // The texts are long: only whether they are the same is said.
    let isSame = plain(second) == plain(first)
    #expect(isSame)
    #expect(try third.run("import", "-", input: second).status == 0)
    #expect(try third.run(["export"] + form).output.contains("\"source\":\"firefly:"))
  }

  /// A pipe that is read late shows how much is written; JSON on the terminal shows it by itself.
  @Test(arguments: [[], ["--flat"]]) func jsonShowsItsProgress(form: [String]) throws {
    let program = try Program()
    let export = "\"$FIREFLY\" export \(form.joined())"
    let terminal = try program.terminal(
      command: ["/bin/sh", "-c", "mkfifo pipe; echo ready; \(export) > pipe; echo over"],
      size: TerminalSize(columns: 60, rows: 8))
    func rows() -> [String] { terminal.screenRows.filter { !$0.isEmpty } }
    try terminal.wait(until: "the pipe", timeout: .seconds(60)) { _ in rows() == ["ready"] }
    let pipe = try #require(FileHandle(forReadingAtPath: program.home.path + "/pipe"))
    try terminal.wait(until: "the progress", timeout: .seconds(60)) { _ in
      rows().last?.contains(/^\[#*\.*\] writing \d+ %/) == true
    }
    let written = try pipe.readToEnd() ?? Data()
    try terminal.wait(until: "the end", timeout: .seconds(60)) { _ in rows() == ["ready", "over"] }
    let output = try program.run(["export"] + form).output
    let isWhole = written == Data(output.utf8)
    #expect(isWhole)
    let shown = try program.terminal(["export"] + form)
    _ = try shown.waitForExit()
    let text = String(decoding: shown.output.flatMap(\.bytes), as: UTF8.self)
    let hasBar = text.contains(/\r\[?#*\.*\]? ?writing/)
    #expect(!hasBar)
  }

  @Test func aBranchIsExportedInEveryForm() throws {
    let program = try Program()
    let document = #"{"posts":[{"title":"above","children":[{"title":"below","body":"x"}]}]}"#
    let id = try #require(program.run("import", "-", input: document).lines.first)
    #expect(try program.run("export", "--post", id).output.contains("below"))
    #expect(try program.run("export", "--flat", "--post", id).lines.count == 2)
    #expect(
      try program.run("--post", id, "export", "--markdown", "out").output == "2 posts, 0 pictures\n"
    )
    #expect(try program.shell("cat out/above/below.md").output.contains("title: below"))
  }

  @Test func aSiteHasAPageForEveryPost() throws {
    let program = try Program()
    let result = try program.run("export", "--html", "site")
    #expect(result.status == 0)
    #expect(
      result.error
        == "firefly: Among the posts: 6 profiles. Left out: 6 saved searches, which find nothing there.\n"
    )
    let posts = try #require(result.output.firstMatch(of: /^(\d+) posts/)).1
    #expect(try program.shell("ls site/posts | wc -l").output.contains(posts))
    #expect(
      try program.shell("cat site/index.html").output.contains("posts/welcome-to-firefly.html"))
  }

  @Test(arguments: [
    (["--markdown", ""], 64, "Name a folder."),
    (["--markdown", "x", "--flat"], 64, "Use only one of"),
    (["--markdown", "x", "--html", "y"], 64, "Use only one of"), (["--html="], 64, "Missing value"),
    (["--threads"], 64, "--title, --address and --threads are for --html only."),
    (["--title", "x", "--flat"], 64, "--title, --address and --threads are for --html only."),
    (["--html", "x", "--post", "99999"], 1, "firefly: No post 99999.\n"),
    (["--markdown", "x", "--post", "0"], 64, "must be 1 or more"),
    (["--markdown", "x", "--post", "99999"], 1, "firefly: No post 99999.\n"),
    (["--post", "99999"], 1, "firefly: No post 99999.\n"),
    (["--flat", "--post", "99999"], 1, "firefly: No post 99999.\n"),
    (
      ["--markdown", "/dev/null/x"], 1, "firefly: /dev/null/x can't be written: Not a directory.\n"
    ),
    (["--markdown", "."], 1, "firefly: . is not empty. Name a new folder, or an empty one.\n"),
  ])
  func failedExportsAreReported(arguments: [String], status: Int32, words: String) throws {
    let program = try Program()
    // The store names a folder as it gets it.
    let result = try program.runProgram(["export"] + arguments)
    #expect(result.status == status)
    #expect(result.error.contains(words))
    #expect(!FileManager.default.fileExists(atPath: program.home.appendingPathComponent("x").path))
  }

  /// The disk is a file system of 4 KB, where the tests may mount one.
  @Test(arguments: ["--html", "--markdown"]) func aFullDiskLeavesNothing(form: String) throws {
    let program = try Program()
    let full = try program.shell(
      "mkdir disk && mount -t tmpfs -o size=4k tmpfs disk && mkdir disk/old"
        + " && head -c 4096 /dev/zero > disk/full")
    guard full.status == 0 else { try Test.cancel("no small disk can be mounted") }
    defer { _ = try? program.shell("umount -l disk") }
    for folder in ["disk/new", "disk/old"] {
      let result = try program.runProgram(["export", form, folder])
      #expect(
        result.error == "firefly: \(folder)/INCOMPLETE can't be written: No space left on device.\n"
          && result.status == 1)
    }
    #expect(try program.shell("ls -A disk disk/old").output == "disk:\nfull\nold\n\ndisk/old:\n")
  }

  @Test(arguments: [SIGHUP, SIGINT]) func ignoredSignalsStayIgnored(signal: Int32) throws {
    let program = try Program()
    let (process, output) = try program.start(command: [
      "/bin/sh", "-c", "trap '' HUP INT; echo begin; exec \"$0\" export --html site",
      BuiltProgram.firefly,
    ])
    #expect(output.fileHandleForReading.nextData() == Data("begin\n".utf8))
    while process.isRunning {
      kill(process.processIdentifier, signal)
      usleep(1_000)
    }
    #expect(process.terminationReason == .exit && process.terminationStatus == 0)
  }

  @Test func theFormatOfAnImportIsChecked() throws {
    let program = try Program()
    #expect(try program.run("import", "--from", "nonsense", "-").error.contains("markdown"))
    let result = try program.run("import", "--from", "markdown", "-", input: "# a title\n\ntext\n")
    #expect(result.status == 0)
    #expect(try program.run("posts").output.contains("\ta title\t"))
  }
}
