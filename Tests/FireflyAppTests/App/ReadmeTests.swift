import FireflyScreen
import Foundation
import Testing

@testable import FireflyApp
@testable import FireflyModel

/// The keys and tunables in README.md and the manual pages are those of the program.
@Suite struct ReadmeTests {
  private func file(_ path: String) -> URL {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent(path)
  }

  /// Expects that a file has a text between two lines; with `FIREFLY_RECORD` it is written there, and
  /// the test fails.
  private func expect(
    _ path: String, from start: String, to end: String, is text: String
  ) throws {
    let whole = try String(contentsOf: file(path), encoding: .utf8)
    let first = try #require(whole.range(of: start)).upperBound
    let last = try #require(whole.range(of: end, range: first..<whole.endIndex)).lowerBound
    if ProcessInfo.processInfo.environment["FIREFLY_RECORD"] != nil {
      try whole.replacingCharacters(in: first..<last, with: text)
        .write(to: file(path), atomically: true, encoding: .utf8)
      Issue.record("recorded \(path)")
    }
    #expect(whole[first..<last] == text)
  }

  /// `.B outline` and its names, a line each.
  @Test(arguments: KeyContext.allCases)
  func theManualPageListsAllNames(context: KeyContext) throws {
    let manual = try String(
      contentsOf: file("Documentation/firefly-config.5"), encoding: .utf8
    ).replacing("\\-", with: "-")
    let line = try #require(
      manual.split(separator: "\n").first { $0.hasPrefix(".B \(context.rawValue):") })
    let names = line.dropFirst(4 + context.rawValue.count).matches(of: /[a-z][a-z-]+/)
    #expect(names.map { String($0.0) } == Keymap().names(in: context))
  }

  /// The keys that the README shows; the manual page has all of them.
  private static let shown = [
    "down", "enter", "expand", "children", "back", "audience", "article", "later", "find", "thread",
    "next-unread", "new", "reply", "help", "palette", "quit",
  ]

  private static let others = KeyContext.allCases.filter { $0 != .lists && $0.rawValue != "editor" }

  @Test func theKeysOfTheReadmeAreThoseOfTheKeymap() throws {
    let bindings = Keymap().sections.filter { $0.context == .lists }.flatMap(\.bindings)
    let rows = try Self.shown.map { name in
      let binding = try #require(bindings.first { $0.name == name })
      let keys = binding.keys.map { "`\($0.label)`" }.joined(separator: " ")
      return "| \(keys) | \(binding.help) |"
    }
    try expect(
      "README.md", from: "| keys | action |\n|---|---|\n", to: "\n\n",
      is: rows.joined(separator: "\n"))
  }

  @Test func theLimitsOfListsAndMarksAreThoseOfTheTypes() throws {
    func count(_ number: Int) -> String {
      number.formatted(.number.locale(Locale(identifier: "en")))
    }
    let rows = [
      ("replies of a thread in memory", count(ThreadLimits.posts)),
      (
        "threads that are shown as left; folds of each",
        "\(ThreadPlaces.maximum); \(ThreadPlace.maximumFolds)"
      ),
      (
        "parents that unread replies of a list name",
        "\(AnsweredParents.inList), \(AnsweredParents.atOnce) at a time"
      ),
      ("posts of a list in memory", count(ListsState.maximumPosts)),
      ("read marks of an account", "\(count(ReadMarks.maximumRanges)) ranges of numbers"),
      ("… of a source", "\(count(ReadMarks.maximumRanges)) posts"),
      ("stories with a count of new replies", count(ReadMarks.maximumStories)),
      (
        "silenced branches; followed ones; replies in them whose place is kept",
        "\(MarkedBranches.maximum); \(MarkedBranches.maximum); \(count(MarkedBranches.maximumReplies))"
      ),
      ("muted words; people in the configuration", "\(Muted.maximum); \(Muted.maximum)"),
    ]
    try expect(
      "Documentation/limits.md", from: "## Lists and read marks\n\n| what | limit |\n|---|---|",
      to: "\n\n", is: rows.map { "\n| \($0.0) | \($0.1) |" }.joined())
  }

  /// A thread with a folded branch, without the surfaces of the cards.
  @Test func theThreadOfTheManualPageIsThatOfTheProgram() throws {
    var walk = Conversation.walk()
    walk.press(.right, .right, .enter)
    let signs = [("│", "\\[u2502]"), ("▸", "\\[u25B8]"), ("·", "\\(pc"), ("▌", "\\[u258C]")]
    let rows = (8..<18).map { row in
      walk.row(row).prefix { $0 != "▀" }.replacing("-", with: "\\-")
    }.map { row in
      let text = signs.reduce(row) { $0.replacing($1.0, with: $1.1) }
      return text.allSatisfy { $0 == " " } ? "" : text
    }
    try expect(
      "Documentation/firefly.1", from: ".\\\" A thread.\n.nf\n", to: ".fi",
      is: rows.joined(separator: "\n") + "\n")
  }

  @Test func theTunablesOfTheManualPageAreThoseOfTheTable() throws {
    func escaped(_ text: String) -> String { text.replacing("-", with: "\\-") }
    let rows = Tunable.all.map { tunable in
      ".TP\n.BR \(escaped(tunable.name)) \" (\(escaped(tunable.range)); \(escaped(tunable.standard)))\"\n"
        + "\(escaped(tunable.help))\n"
    }
    try expect(
      "Documentation/firefly-config.5", from: "allowed values and default.\n", to: ".SH SEE ALSO",
      is: rows.joined())
  }

  @Test(
    arguments: [
      ([KeyContext.lists], ".SH KEYS OF THE LISTS\n", ".SH KEYS OF THE EDITOR"),
      ([.editor], "They are set under\n.BR editor .\n", ".SH KEYS OF OTHER PARTS"),
      (others, "after the dot.\n", ".SH TUNABLES"),
    ])
  func theKeysOfTheManualPageAreThoseOfTheKeymap(
    contexts: [KeyContext], start: String, end: String
  ) throws {
    let arrows: [Character: String] = ["↑": "\\(ua", "↓": "\\(da", "←": "\\(<-", "→": "\\(->"]
    func escaped(_ text: String) -> String {
      text.map { arrows[$0] ?? ($0 == "-" ? "\\-" : String($0)) }.joined()
    }
    let sections = Keymap().sections.filter { contexts.contains($0.context) }.map { section in
      let path = contexts.count > 1 ? section.context.rawValue + "." : ""
      let bindings = section.bindings.filter { !$0.keys.isEmpty }.map { binding in
        let keys = binding.keys.map { "\"\(escaped($0.label))\"" }.joined(separator: " \", \" ")
        return
          ".TP\n.BR \(keys)\n\(escaped(binding.help))\n.RI ( \(escaped(path + binding.name)) )\n"
      }
      return ".SS \(section.title)\n" + bindings.joined()
    }
    try expect(
      "Documentation/firefly-config.5", from: start, to: end, is: sections.joined())
  }
}
