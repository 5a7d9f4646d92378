import Foundation
import OwnThreads
import TerminalHarness
import Testing

extension Program {
  /// What is said to some commands, a line each.
  func transcript(
    _ commands: [String], _ arguments: [String] = ["--accessible"],
    environment: [String: String] = ["TERM": "dumb"]
  ) throws -> [String] {
    let result = try run(
      arguments, input: commands.map { $0 + "\n" }.joined(), environment: environment)
    #expect(result.status == 0, "\(result)")
    return result.output.split(separator: "\n").map(String.init)
  }
}

/// What line mode asks and says, with commands from a pipe.
@Suite(.ownThreads) struct LineModeWordsTests {
  private let program: Program

  init() throws { program = try Program() }

  // MARK: Fields

  /// Each is asked by what the template calls it.
  @Test func aSearchIsAskedForItsOwnFields() throws {
    let lines = try program.transcript(["f2", "n", "boats", "sail", "", ".", "s"])
    #expect(lines.contains("A new search."), "\(lines)")
    #expect(lines.contains("Words to search for, or esc to stop:"))
    #expect(lines.contains { $0.hasPrefix("Notes, ended by") })
    #expect(lines.contains("Saved."))
  }

  /// A feed that is followed has a name and a folder, a line each.
  @Test func aFeedIsAskedForItsNameAndItsFolder() throws {
    try program.write(
      "http://127.0.0.1:9/feed.xml Old name\n", to: ".local/share/firefly/feeds.txt")
    let lines = try program.transcript(
      ["f3", "1", "e", "", "Good name", "Sea", "s"], ["feeds", "--accessible"])
    #expect(lines.contains { $0.hasPrefix("Your name for it is: ") }, "\(lines)")
    #expect(lines.contains { $0.hasPrefix("A folder for it") }, "\(lines)")
    #expect(!lines.contains { $0.hasPrefix("Summary") || $0.hasPrefix("Body") })
    let list = try program.run("feeds", "--list").output
    #expect(
      list.contains("Good name") && list.contains("http://127.0.0.1:9/feed.xml")
        && list.contains("Sea"), "\(list)")
  }

  @Test func aFieldIsChangedOrEmptiedAlone() throws {
    _ = try program.transcript(["n", "a walk", "in the rain", "The street shone.", ".", "s"])
    let lines = try program.transcript(["1", "e", "", "", ".", "1", "a long walk", "2", "-", "s"])
    #expect(lines.contains { $0.contains("1 title, 2 summary, 3 body") }, "\(lines)")
    #expect(lines.last == "Saved.")
    let post = try program.run("posts", "--limit", "1", "--json").output
    #expect(post.contains("a long walk") && post.contains("The street shone."))
    #expect(!post.contains("in the rain"), "\(post)")
    // Keys typed as words are commands in each question.
    let saved = try program.transcript(["1", "e", "a short walk", "Ctrl-S"])
    #expect(saved.last == "Saved.", "\(saved)")
    #expect(try program.run("posts", "--limit", "1").output.contains("a short walk"))
    _ = try program.transcript(["1", "e", "", "", ".", "1", "a tiny walk", "Ctrl-Z", "s"])
    #expect(try program.run("posts", "--limit", "1").output.contains("a short walk"))
  }

  @Test func aPictureIsAttachedByItsPath() throws {
    let asked = try program.transcript([
      "n", "a walk", "", "Words.", "Ctrl-O", "/nowhere/a.png", "esc", "s",
    ])
    #expect(asked.count { $0 == "Path of a picture, or esc:" } == 2, "\(asked)")
    #expect(asked.contains("Saved."))
    #expect(try program.run("posts", "--limit", "1", "--json").output.contains("Words."))
    let spelling = try program.transcript(["n", "a walk", "", "Words.", "Ctrl-T", "c"])
    #expect(!spelling.contains { $0.contains("Ctrl-T") }, "\(spelling)")
    #expect(!(try program.run("drafts", "--json").output.contains("Ctrl-T")))
  }

  /// The first is the post's own, the others go to the end of the text.
  @Test func furtherPicturesGoIntoTheText() throws {
    let folder = Program.package.appendingPathComponent("Sources/FireflyStore/FieldGuide/pictures")
    let (jar, wren) = (folder.path + "/jar.jpg", folder.path + "/wren.jpg")
    let asked = try program.transcript(["n", "a walk", "", "Words.", ".", "p", jar, "p", wren, "s"])
    #expect(asked.contains { $0.contains("jar.jpg. - removes it. Another one goes to the end") })
    #expect(asked.contains("Saved."), "\(asked)")
    let post = try program.run("posts", "--limit", "1", "--json").output
    #expect(post.contains(#""address" : "/uploads/"#), "\(post)")
    #expect(post.contains(/Words\.\\n\\n!\[wren\]\(\/uploads\/[0-9a-f]{32}\.jpg\)"/), "\(post)")
  }

  // MARK: Pastes

  /// What was pasted is text, whatever it looks like.
  @Test func aPasteIsNoCommand() throws {
    let paste = ["\u{1B}[200~a quoted list:", ".", "s", "d", "2", "esc\u{1B}[201~"]
    let lines = try program.transcript(["n", "pasted", ""] + paste + [".", "s"])
    #expect(lines.contains("Saved."), "\(lines)")
    let post = try program.run("posts", "--limit", "1", "--json").output
    #expect(post.contains(#"a quoted list:\n.\ns\nd\n2\nesc""#), "\(post)")
    // Where lines are commands, it does nothing, and says so once.
    for end in [["\u{1B}[201~"], ["q\u{1B}[201~"]] {
      let refused = try program.transcript(["\u{1B}[200~d", "2"] + end + ["where"])
      #expect(
        refused.count { $0 == "Pasted lines are not commands. n begins a post." } == 1,
        "\(refused)")
      #expect(refused.last?.hasPrefix("1 of ") == true, "\(refused)")
    }
    #expect(try program.run("posts", "--limit", "1").output.contains("pasted"))
    // A field is one line.
    _ = try program.transcript(["n", "\u{1B}[200~two", "lines\u{1B}[201~", "", "text", ".", "s"])
    #expect(try program.run("posts", "--limit", "1").output.contains("two lines"))
    // Its lines are in the draft before the last one.
    _ = try program.transcript(["n", "\u{1B}[200~half", "a thought"])
    #expect(try program.run("drafts", "--json").output.contains("half a thought"))
  }

  /// In a question a paste chooses nothing; in a line for words it is one.
  @Test func aPasteIsNoAnswer() throws {
    _ = try program.transcript(["n", "a walk", "", "Words.", ".", "s"])
    let asked = try program.transcript(["1", "d", "\u{1B}[200~2\u{1B}[201~", "esc"])
    #expect(asked.contains("What is pasted chooses nothing."), "\(asked)")
    #expect(try program.run("posts", "--limit", "1").output.contains("a walk"))
    let sought = try program.transcript(["/", "\u{1B}[200~a", "walk\u{1B}[201~", "enter"])
    #expect(sought.contains { $0.hasPrefix("“a walk”: 1 of 1 or more.") }, "\(sought)")
    // The hit is read.
    #expect(sought.last == "End of the post.", "\(sought)")
  }

  /// What can be done with a text is said whole once.
  @Test func theEndOfATextIsShort() throws {
    let lines = try program.transcript([
      "n", "a walk", "", "One two.", ".", "zzz", "", "where", "again", "r", "?", "c",
    ])
    #expect(lines.count { $0.contains("x opens your editor") } == 2, "\(lines)")
    #expect(lines.contains("That is none of these. ? lists them."))
    #expect(lines.count { $0 == "A new post. “a walk”, 2 words." } == 2, "\(lines)")
    #expect(lines.contains("s saves. ? says what else."))
  }

  /// Who stops writing is where they were.
  @Test func stoppingIsOneSentence() throws {
    _ = try program.transcript(["n", "a walk", "", "The street shone.", ".", "s"])
    let lines = try program.transcript(["e", "esc", "n", "esc", "f1"])
    #expect(lines.count { $0 == "You stopped writing." } == 2, "\(lines)")
    #expect(!lines.contains("Closed.") && !lines.contains("The street shone."), "\(lines)")
    #expect(lines.last == "You are at the top level.", "\(lines)")
  }

  // MARK: What was done

  /// Undoing says what it has undone, and a text without words that it has none.
  @Test func whatWasUndoneIsSaid() throws {
    let lines = try program.transcript([
      "n", "ESC", "n", "a walk", "", "Words.", ".", "1", "another", "ctrl-z", "3", "-", "1", "-",
      "x", "r", "c",
    ])
    #expect(lines.contains("You stopped writing."), "\(lines)")
    #expect(lines.contains("Undone: title."), "\(lines)")
    #expect(lines.contains("A title is needed."), "\(lines)")
  }

  /// In a question, leaving is one command, and `?` says what there is.
  @Test func aQuestionIsLeftByQ() throws {
    _ = try program.transcript(["n", "a walk", "", "Words.", ".", "s"])
    let lines = try program.transcript(["1", "d", "?", "q", "where", "where"])
    #expect(
      lines.contains { $0.hasPrefix("A number chooses. enter is 1, Cancel. esc cancels.") },
      "\(lines)")
    #expect(lines.last?.hasPrefix("A number chooses.") == true, "\(lines)")
    #expect(try program.run("posts", "--limit", "1").output.contains("a walk"))
  }

  /// What line mode does by its own words is the same by its name; what a screen shows is left out.
  @Test func namedActionsDoWhatKeysDo() throws {
    let lines = try program.transcript([
      ":", "density", ":", "density", ":", "redraw", "esc", "ctrl-l", ":", "help", "esc",
    ])
    #expect(lines.contains("Brief: place, title and author."), "\(lines)")
    #expect(lines.contains("In full."))
    #expect(lines.contains { $0.hasPrefix("No action has “redraw”.") }, "\(lines)")
    #expect(lines.contains("No command “ctrl-l”. ? lists the commands."))
    #expect(lines.contains { $0.hasPrefix("More commands: ") })
    let page = try program.transcript([":", "t", "pgdn", "pgdn"])
    #expect(page.contains { $0.hasPrefix("20: ") } && page.contains { $0.hasPrefix("21: ") })
    #expect(page.contains { $0.contains("1 to 20 of ") }, "\(page)")
  }

  // MARK: Less, and again

  @Test func theLastAnswerIsSaidAgain() throws {
    let lines = try program.transcript(["", "again", ".", "where"], ["--accessible", "--fresh"])
    #expect(lines.count { $0.hasPrefix("2 of ") } == 4, "\(lines)")
    #expect(lines.count { $0.hasPrefix("Everyone's posts.") } == 3)
  }

  @Test func aListIsSaidBriefly() throws {
    let lines = try program.transcript(["x", "", "x", "1"], ["--accessible", "--fresh"])
    #expect(lines.contains("Brief: place, title and author."), "\(lines)")
    let second = try #require(lines.first { $0.hasPrefix("2 of ") })
    #expect(second.hasSuffix("1 · up and down. Noor Khalil."), "\(second)")
    #expect(lines.contains("In full."))
  }

  /// From a match to its place in the tree.
  @Test func aHitIsShownAtItsPlace() throws {
    let lines = try program.transcript(
      ["/", "leaf litter", "w", "w"], ["--accessible", "--fresh"])
    let place = "Replies to: dig here. 1 post. Level 3."
    #expect(lines.count { $0.hasPrefix(place) } == 2, "\(lines)")
    #expect(lines.last?.hasPrefix("1 of 1. leaf litter.") == true)
  }

  @Test func anAddressIsSaid() throws {
    _ = try program.run(
      "post", "--title", "a page", input: "<https://example.org/page>")
    #expect(try program.transcript(["1", "address"]).last == "https://example.org/page")
    #expect(try program.transcript(["2", "Y"]).last == "It has no page on the web.")
    #expect(try program.transcript(["1", "y"]).last == "https://example.org/page")
    let same = try program.transcript(["2", "address", "y"]).suffix(2)
    #expect(same.first == same.last, "\(same)")
  }

  /// One sentence of at most 12 words, and nothing is repeated.
  @Test(arguments: [
    ["e"], ["m"], ["right"], ["o"], ["b"], ["c"], ["Q"], ["999"], ["9223372036854775808"],
  ])
  func aRefusalIsShort(command: [String]) throws {
    let all = try program.transcript(["2"] + command, ["--accessible", "--fresh"])
    let before = try program.transcript(["2"], ["--accessible", "--fresh"])
    let refusal = all.dropFirst(before.count)
    #expect(refusal.count == 1, "\(refusal)")
    #expect(refusal.joined(separator: " ").split(separator: " ").count <= 12, "\(refusal)")
  }

  /// The guide of the first run is for people who listen.
  @Test func theGuideIsForEars() throws {
    let lines = try program.transcript(["1", "right", "1", "down", "enter", "down", "enter"])
    let text = lines.joined(separator: "\n")
    #expect(text.contains("You are listening to Firefly"))
    for word in ["→", "←", "↑", "↓", "card", " bar "] { #expect(!text.contains(word), "\(word)") }
  }
}
