import Foundation
import OwnThreads
import TerminalHarness
import Testing

/// Commands where lines are text, and what is new in other lists, with commands from a pipe.
@Suite(.ownThreads) struct LineModeQuestionsTests {
  private let program: Program

  init() throws { program = try Program() }

  /// They ask also where a line is the words of a field; in quotes they are words.
  @Test func questionsAreNoTitles() throws {
    let lines = try program.transcript([
      "n", "where", "again", "?", "a walk", ".", "Words.", ".", "s",
    ])
    #expect(lines.contains("A new post. 0 words."), "\(lines)")
    #expect(lines.contains { $0.hasPrefix("Here a line is text") })
    #expect(lines.contains("Summary, or an empty line:"))
    let posts = try program.run("posts", "--limit", "1", "--json").output
    #expect(posts.contains("a walk") && !posts.contains("where"), "\(posts)")
    _ = try program.transcript(["n", "\"where\"", "", "Words.", ".", "s"])
    #expect(try program.run("posts", "--limit", "1").output.contains("where"))
  }

  @Test func questionsAreNoWordsOfLayers() throws {
    for layer in [["S"], [":"], ["/"], ["2", "M", "4"]] {
      let lines = try program.transcript(layer + ["where", "again", "?"])
      #expect(!lines.contains { $0.contains("“where”") || $0.contains("is muted") }, "\(lines)")
      #expect(lines.last?.hasPrefix("Here a line is text") == true, "\(layer) \(lines)")
    }
    let none = try program.transcript(["S", "zzz", "7"])
    #expect(none.contains("Nothing here has “zzz”."), "\(none)")
    #expect(none.contains("Nothing here has “7”."), "\(none)")
  }

  /// `q` leaves a text, which is kept; then it quits.
  @Test func quittingAtTheEndOfATextLeavesIt() throws {
    let lines = try program.transcript(["n", "a walk", "", "Words.", ".", "q", "q", "where"])
    #expect(lines.last == "Draft kept. u goes on writing.", "\(lines)")
    #expect(try program.run("drafts").output.contains("a walk"))
  }

  /// The rules are said once, then only the name.
  @Test func theRulesOfATextAreSaidOnce() throws {
    let lines = try program.transcript([
      "n", "a walk", "", "Words.", ".", "3", ".", "3", ".", "c",
    ])
    #expect(lines.count { $0.contains("A full stop at once keeps it") } == 1, "\(lines)")
    #expect(lines.contains("Body:"))
  }

  /// An empty line goes from one match to the next.
  @Test func anEmptyLineIsTheNextMatch() throws {
    let lines = try program.transcript(["/", "leaf litter", ""], ["--accessible", "--fresh"])
    #expect(lines.contains { $0.hasPrefix("“leaf litter”: 2 of 2") }, "\(lines)")
    let thread = try #require(
      try program.run("post", "--title", "a boat", input: "Only here.").lines.first)
    _ = try program.run("post", "--parent", thread, "--title", "a knot", input: "Tied.")
    let alone = try program.transcript(
      ["/", "knot", ""], ["--accessible", "--fresh", "--post", thread])
    #expect(alone.last == "There is no other match.", "\(alone)")
  }

  /// What is new in other lists is said whole, each once, whatever was open there.
  @Test func whatIsNewIsSaidInEachList() throws {
    let branches = (1...3).map { place in
      #"""
      {"title":"","body":"Branch \#(place).","author_name":"Cem Ada","created_at":"2025-06-2\#(place)T10:00:00Z",
      "children":[{"title":"","body":"Some words, and the last one is TIGER\#(place).","author_name":"Ben Ode",
      "created_at":"2025-06-2\#(place)T11:00:00Z"}]}
      """#
    }
    let thread = #"""
      {"posts":[{"title":"the boat","author_name":"Ada Linden","created_at":"2025-06-20T10:00:00Z",
      "body":"Oak.","children":[\#(branches.joined(separator: ","))]}]}
      """#
    let id = try #require(try program.run("import", "-", input: thread).lines.first)
    let start = ["--accessible", "--fresh", "--post", id]
    let marked = try program.transcript(
      ["home", "right", "U", "left", "end", "right", "U", "enter", "U", "left"], start)
    #expect(marked.contains { $0.hasPrefix("Marked unread.") }, "\(marked)")
    let lines = try program.transcript(["N", "N", "N"], start)
    let text = lines.joined(separator: "\n")
    for place in [1, 3] {
      #expect(text.ranges(of: "the last one is TIGER\(place).").count == 1, "\(text)")
    }
    #expect(lines.contains("In: Cem Ada: Branch 1."), "\(text)")
    #expect(lines.contains("In: Cem Ada: Branch 3."), "\(text)")
    #expect(!text.contains("TIGER2") && !text.contains("It is open."), "\(text)")
    #expect(lines.last?.hasPrefix("Nothing new here.") == true, "\(text)")
  }
}
