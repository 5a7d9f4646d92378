import Foundation
import OwnThreads
import TerminalHarness
import Testing

/// Line mode, with commands from a pipe.
@Suite(.ownThreads) struct LineModeTests {
  private let program: Program

  init() throws { program = try Program() }

  @Test func theFirstLineNamesWhatAskedForIt() throws {
    let first = "Firefly, line mode (from ACCESSIBLE). ? for commands."
    #expect(try program.transcript([], [], environment: ["ACCESSIBLE": "1"]).first == first)
    try program.write("accessible: true\n", to: ".config/firefly/config.yaml")
    #expect(
      try program.transcript([], []).first
        == "Firefly, line mode (from the configuration). ? for commands.")
  }

  @Test func postsAreSentencesAndNumbersOpenThem() throws {
    let lines = try program.transcript(["", "1", "1", "w"])
    #expect(lines[1].hasPrefix("Everyone's posts. "))
    #expect(lines[2].hasPrefix("1 of ") && lines[2].contains("welcome to firefly."))
    #expect(lines[2].contains("Noor Khalil, "))
    #expect(lines[3].hasPrefix("2 of "))
    #expect(lines.contains("Picture, 1200 by 675."))
    #expect(lines.contains { $0.hasPrefix("Good evening") })
    #expect(lines.filter { $0 == "End of the post." }.count == 2)
    #expect(lines.suffix(2).first?.hasPrefix("Everyone's posts. ") == true)
    #expect(lines.last?.hasPrefix("1 of ") == true)
  }

  /// No escape sequence, no symbols of our own.
  @Test func lineModePrintsWordsOnly() throws {
    let lines = try program.transcript([
      "?", "f2", "f3", "t", "?", "esc", ":", "esc", "o", "nonsense",
    ])
    // Texts of the field guide name keys by arrows, so nothing is opened here.
    for scalar in lines.joined(separator: "\n").unicodeScalars where scalar != "\n" {
      let isDrawn =
        (0x2190...0x21FF).contains(scalar.value) || (0x2500...0x28FF).contains(scalar.value)
      #expect(scalar.value >= 0x20 && !isDrawn, "\(scalar)")
    }
    #expect(lines.last == "No command “nonsense”. ? lists the commands.")
    #expect(lines.contains("right: replies, or results of a search."))
  }

  @Test func aPostIsWrittenChangedAndDeleted() throws {
    let written = try program.transcript([
      "n", "a walk", "in the rain", "The street shone.", "", "So did the dog.", ".", "s",
    ])
    #expect(written.contains("A new post.") && written.contains("Title, or esc to stop:"))
    #expect(written.contains { $0.contains("a walk. in the rain.") }, "\(written)")
    #expect(written.contains("Saved."))
    // Who wrote it knows its text.
    #expect(written.last?.contains("a walk. in the rain.") == true, "\(written)")
    #expect(!written.contains("The street shone."))
    let printed = try program.run("posts", "--limit", "1", "--json").output
    #expect(printed.contains(#"The street shone.\n\nSo did the dog."#))

    let changed = try program.transcript(["1", "e", "a long walk", "", ".", "s"])
    #expect(changed.contains { $0.hasPrefix("Title is: a walk.") })
    #expect(changed.last == "Saved.", "\(changed)")

    let asked = try program.transcript(["1", "d", "1"])
    #expect(asked.contains { $0.contains("Delete") })
    #expect(try program.run("posts", "--limit", "1").output.contains("a long walk"))
    _ = try program.transcript(["1", "d", "2"])
    #expect(try !program.run("posts", "--limit", "1").output.contains("a long walk"))
  }

  /// The input ends within a text: each line is kept in the draft.
  @Test(arguments: [
    ["and", "more"], ["and", "more", "."], ["and", "more", ".", "e", "", "", "new"],
  ])
  func wordsAreKeptWhenTheInputEnds(lines: [String]) throws {
    _ = try program.transcript(["n", "half a thought", ""] + lines)
    let drafts = try program.run("drafts", "--json").output
    #expect(drafts.contains("half a thought") && drafts.contains(#"and\nmore"#), "\(drafts)")
  }

  @Test func stoppingKeepsTheDraft() throws {
    let lines = try program.transcript(["n", "a title", "", "words", ".", "c"])
    #expect(lines.contains("Draft kept. u goes on writing."), "\(lines)")
    let drafts = try program.run("drafts", "--json").output
    #expect(
      drafts.contains(#""title" : "a title""#) && drafts.contains(#""body" : "words""#),
      "\(drafts)")
  }

  /// `u` goes on with the text that was left, as often as one likes.
  @Test func aTextThatWasLeftGoesOn() throws {
    let lines = try program.transcript([
      "n", "a title", "", "words", ".", "c", "u", "esc", "u", "", "", ".", "s",
    ])
    #expect(lines.count { $0 == "Draft kept. u goes on writing." } == 2, "\(lines)")
    #expect(lines.contains("Saved."))
  }

  @Test(arguments: [
    "0", "-1", "-9223372036854775808", "9223372036854775807", "99999999999999999999",
  ])
  func aNumberOutsideTheListIsRefused(number: String) throws {
    let lines = try program.transcript([number, "w"])
    #expect(lines.contains { $0.hasPrefix("There is no ") || $0.hasPrefix("No command ") })
    #expect(lines.last?.hasPrefix("1 of ") == true)
  }

  @Test func aMessageNeedsNoButton() throws {
    let lines = try program.transcript(["e", "w"], ["--accessible", "--fresh"])
    #expect(lines.contains("You can edit your own posts only."))
    #expect(!lines.contains { $0.hasPrefix("1: ") })
    #expect(lines.last?.hasPrefix("1 of ") == true)
  }

  @Test func aLinkIsChosenByItsNumber() throws {
    try program.write(
      "[one](https://one.example)", to: "links.md")
    let id = try #require(try program.run("import", "links.md").lines.first)
    let parent = try program.run(
      "post", "--parent", id, "--title", "links",
      input: "[one](https://one.example) <https://two.example> [a post](post:1)")
    #expect(parent.status == 0, "\(parent)")
    let lines = try program.transcript(["1", "o"], ["--accessible", "--fresh", "--post", id])
    #expect(
      lines.suffix(4) == [
        "Which link?", "1: one, https://one.example", "2: https://two.example",
        "3: a post, links",
      ],
      "\(lines)")
  }

  @Test func wordsAreFound() throws {
    let lines = try program.transcript(["/", "dig here"], ["--accessible", "--fresh"])
    let found = lines.suffix(2)
    #expect(found.first?.hasPrefix("“dig here”: 1 of ") == true, "\(lines)")
    #expect(found.last?.contains(" of ") == true && found.last?.hasSuffix(".") == true)
    let others = try program.transcript(["/", "zzqqzz"], ["--accessible", "--fresh"])
    #expect(others.last?.contains("not in this list") == true, "\(others)")
  }

  private static let boat = #"""
    {"posts":[{"title":"the boat","summary":"what floats","author_name":"Ada Linden",
    "created_at":"2025-06-25T10:00:00Z","body":
    "# Wood\n\nOak and [larch](https://example.org/larch).\n\n- ribs\n- [x] planks\n\n> Mind the tide.\n\n```\nlet tide = 3\n```","children":[
    {"body":"Which oak?","title":"","author_name":"Ben Ode","created_at":"2025-06-26T10:00:00Z",
    "children":[{"title":"","body":"The one by the *mill*.","author_name":"Ada Linden",
    "created_at":"2025-06-27T10:00:00Z"}]},
    {"title":"","body":"Larch rots.","author_name":"Cem Ada","created_at":"2025-06-28T10:00:00Z"}]}]}
    """#

  /// A post with its thread, read from the beginning to the end.
  @Test func aThreadIsReadReplyByReply() throws {
    let imported = try program.run("import", "-", input: Self.boat)
    let id = try #require(imported.lines.first, "\(imported)")
    let lines = try program.transcript(
      ["v", "home", "", "", "", "enter", "w"], ["--accessible", "--fresh", "--post", "\(id)"])
    let expected = """
      Firefly, line mode (from --accessible). ? for commands.
      Replies to: the boat. 2 posts. Level 1.
      1 of 2. Larch rots. Cem Ada, 28 Jun 2025.
      Thread: the boat. 4 posts.
      2 of 4. Cem Ada, 28 Jun 2025. Level 1.
      Larch rots.
      1 of 4. the boat. what floats. Ada Linden, 25 Jun 2025. 3 replies.
      heading: Wood
      Oak and larch [link 1].
      item: ribs
      done: planks
      quote: Mind the tide.
      code:
        let tide = 3
      End of the post.
      2 of 4. Cem Ada, 28 Jun 2025. Level 1.
      Larch rots.
      3 of 4. Ben Ode, 26 Jun 2025. Level 1. 1 reply.
      Which oak?
      4 of 4. Ada Linden, 27 Jun 2025. Level 2, to Ben Ode.
      The one by the mill.
      No replies.
      Thread: the boat. 4 posts.
      4 of 4. The one by the mill. Ada Linden, 27 Jun 2025. Level 2, to Ben Ode.
      """
    #expect(lines.joined(separator: "\n") == expected)
  }

  /// Its beginning is said once.
  @Test func theNextUnreadPostIsRead() throws {
    let lines = try program.transcript(["", "U", "up", "N"], ["--accessible", "--fresh"])
    #expect(lines.count { $0.contains(" of 50 or more, new. ") } == 1, "\(lines)")
    #expect(lines.last == "End of the post.")
  }

  /// The lines are said once, then the selected one alone.
  @Test func anOutlineSaysTheLevels() throws {
    let id = try #require(try program.run("import", "-", input: Self.boat).lines.first)
    let lines = try program.transcript(
      ["t", "down", "/", "cem", "2"], ["--accessible", "--fresh", "--post", id])
    let expected = """
      Outline: 4 posts. You are at 2.
      1: the boat.
      2: Cem Ada: Larch rots. Level 1.
      3: Ben Ode: Which oak?
      4: Ada Linden: The one by the mill. Level 2.
      3: Ben Ode: Which oak? Level 1.
      Outline: 4 posts. Type words of a line, or esc.
      """
    #expect(lines.joined(separator: "\n").contains(expected), "\(lines)")
    #expect(lines.last?.hasPrefix("1 of 2. Larch rots. Cem Ada") == true, "\(lines)")
  }

  /// Words that one action alone has are its name; else a number chooses.
  @Test func anActionIsChosenByWords() throws {
    let lines = try program.transcript([":", "reply", "esc", ":", "sign", "esc", ":", "qqq"])
    #expect(lines.contains("1: reply: reply to the selected post."), "\(lines)")
    #expect(lines.contains { $0.hasPrefix("2: ") })
    #expect(lines.contains("Your own server needs no sign-in."))
    #expect(lines.last == "No action has “qqq”. Type words of an action, or esc.")
  }

  @Test func commandsAreSaidByGroups() throws {
    let lines = try program.transcript(["?", "? write", "? nothing"])
    #expect(lines.contains("More commands: ? move, ? tabs, ? read, ? write, ? program, ? all."))
    #expect(lines.contains("m: move your post."))
    #expect(!lines.contains("home: first post."))
    #expect(lines.last == "No command “? nothing”. ? lists the commands.")
  }

  /// What a hand does next by habit.
  @Test(arguments: [
    ["\u{1B}[B"], ["\u{1B}OB"], ["next"], ["DOWN"], ["next", "next", "previous"],
    ["\u{1B}[6~", "home", "next"],
  ])
  func arrowKeysAndWordsMove(commands: [String]) throws {
    let lines = try program.transcript(commands + ["where"], ["--accessible", "--fresh"])
    #expect(lines.last?.hasPrefix("2 of ") == true, "\(lines)")
  }

  @Test func namesOfActionsAreCommands() throws {
    let lines = try program.transcript(
      ["children", "back", "help", "quit", "w"], ["--accessible", "--fresh"])
    #expect(lines.contains { $0.hasPrefix("Replies to: welcome to firefly.") })
    #expect(lines.last?.hasPrefix("More commands: ") == true, "\(lines)")
  }

  @Test func aTextIsAddedToOrReplaced() throws {
    _ = try program.transcript(["n", "", "a walk", "", "The street shone.", ".", "s"])
    let added = try program.transcript(["1", "e", "", "", "+", "So did the dog.", ".", "r", "s"])
    #expect(added.contains("Body: The street shone."), "\(added)")
    let posts = { try program.run("posts", "--limit", "1", "--json").output }
    #expect(try posts().contains(#"The street shone.\nSo did the dog."#))
    let replaced = try program.transcript(["1", "e", "", "", "Rain.", ".", "s"])
    #expect(replaced.contains("The old text is replaced."), "\(replaced)")
    #expect(try posts().contains(#""body" : "Rain.""#))
    // Blank lines replace nothing.
    _ = try program.transcript(["1", "e", "", "", "", "", ".", "s"])
    #expect(try posts().contains(#""body" : "Rain.""#))
  }

  /// Where the key for the replies would begin one, that has to be asked for.
  @Test func aReplyIsBegunOnlyByPlus() throws {
    let lines = try program.transcript(["n", "", "mine", "", ".", "s", "right", "+", "esc", "left"])
    #expect(lines.contains("A title is needed."), "\(lines)")
    #expect(lines.contains("No replies. + writes one."), "\(lines)")
    #expect(lines.contains("A reply to: mine."), "\(lines)")
  }

  @Test func stoppingIsConfirmed() throws {
    let kept = try program.transcript(["n", "a title", "", ".", "esc"])
    #expect(kept.contains("Draft kept. u goes on writing."), "\(kept)")
    let ended = try program.transcript(["n", "2", "another", "words"])
    #expect(ended.last == "What you wrote is kept as a draft.", "\(ended)")
    let top = try program.transcript(["left", "home", "end", ""], ["--accessible", "--fresh"])
    #expect(top.contains("You are at the top level."))
    #expect(top.contains("This is the first one."))
  }

  /// A reply that was read is not read again when a question over it is closed.
  @Test func aClosedQuestionRepeatsNoText() throws {
    let id = try #require(try program.run("import", "-", input: Self.boat).lines.first)
    let lines = try program.transcript(
      ["v", "home", "t", "esc"], ["--accessible", "--fresh", "--post", id])
    #expect(lines.count { $0 == "heading: Wood" } == 1, "\(lines)")
    #expect(lines.last?.hasPrefix("1 of 4. the boat.") == true)
  }

  @Test func lettersOfACyrillicKeyboardAreCommands() throws {
    let lines = try program.transcript(["о", "ц"])
    #expect(lines.suffix(3).first?.hasPrefix("2 of ") == true, "\(lines)")
    #expect(lines.suffix(2).first?.hasPrefix("Replies to: welcome to firefly. ") == true)
  }
}
