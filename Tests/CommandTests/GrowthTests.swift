import Foundation
import OddInputs
import OwnThreads
import TerminalHarness
import Testing

/// What the program does with many posts: its processor time, as the shell counts that of its children.
@Suite(.ownThreads, .timeLimit(.minutes(5))) struct GrowthTests {
  @Test(arguments: rows) func isLinear(_ row: GrowthRow) async throws { try await row.expect() }

  private static let rows: [GrowthRow] = [
    row("import", 1_000, "import posts.jsonl"),
    row("export", 2_000, after: "import posts.jsonl", "export"),
    row("export as Markdown", 1_000, after: "import posts.jsonl", "export --markdown notes"),
    row("export as web pages", 500, after: "import posts.jsonl", "export --html site"),
    row("posts in the shell", 2_000, after: "import posts.jsonl", "posts --limit 100000"),
    row("a branch in the shell", 700, after: "import posts.jsonl", "posts --tree --limit 100000"),
    row("folder of Org files", 400, "import org", input: "org"),
    row("vault", 400, "import vault", input: "vault"),
    row("mailbox", 500, "import mails.mbox", input: "mails"),
    row("list of feeds", 150, "users --server feed:", input: "feeds"),
  ]

  private static func row(
    _ name: String, _ count: Int, after first: String? = nil, _ words: String,
    input: String = "posts"
  ) -> GrowthRow {
    // The release is several times as fast.
    let isRelease = BuiltProgram.firefly.contains("/release/")
    return GrowthRow(name, isRelease ? 6 * count : count) { count in
      let program = try Program()
      try write(input, count, for: program)
      if let first { _ = try program.shell("\"$FIREFLY\" \(first)") }
      let result = try program.shell("\"$FIREFLY\" \(words) >/dev/null 2>errors; echo $?; times")
      let lines = result.output.split(separator: "\n")
      let errors = try String(
        contentsOf: program.home.appendingPathComponent("errors"), encoding: .utf8)
      #expect(lines.first == "0", "\(name): \(errors)")
      let seconds = seconds(lines.last ?? "")
      #expect(seconds > 0)
      return seconds
    }
  }

  /// The first time in a line such as `0m1.500000s 0m0.010000s`, that of the program itself.
  ///
  /// The other one is the system's, and differs with what the disk has to do.
  private static func seconds(_ line: Substring) -> Double {
    let parts = line.prefix { $0 != "s" }.split(separator: "m").compactMap { Double($0) }
    return parts.count == 2 ? 60 * parts[0] + parts[1] : 0
  }

  private static func write(_ kind: String, _ count: Int, for program: Program) throws {
    switch kind {
    case "org":
      for number in 0..<count {
        let headlines = (0..<5).map { "* headline \($0) of \(number)\nwords\n" }.joined()
        try program.write("#+title: note \(number)\n\(headlines)", to: "org/n\(number).org")
      }
    case "vault":
      for number in 0..<count {
        try program.write(
          "---\ntags: [a]\n---\nSome words, [[n\(number / 2)]] and ![[x.png]].\n",
          to: "vault/folder \(number % 10)/n\(number).md")
      }
    case "mails":
      let mails = (0..<count).map { number in
        """
        From a@b.c Mon Nov  3 10:31:24 2025
        From: Ada <ada@example.org>
        Message-ID: <\(number)@x>
        In-Reply-To: <\(number / 2)@x>
        Date: Mon, 03 Nov 2025 10:31:24 +0100
        Subject: Re: words

        Some words of a mail.


        """
      }
      try program.write(mails.joined(), to: "mails.mbox")
    case "feeds":
      // Nothing listens there: each is asked for once, and refused.
      let feeds = (0..<count).map { "http://127.0.0.1:9/\($0).xml name \($0)\n" }
      try program.write(feeds.joined(), to: ".local/share/firefly/feeds.txt")
    default:
      let posts = (1...count).map {
        #"{"id":\#($0),"parent_id":\#($0 / 2),"title":"post \#($0)","body":"Some *words* of it."}"#
      }
      try program.write(posts.joined(separator: "\n"), to: "posts.jsonl")
    }
  }
}
