import Foundation
import OwnThreads
import TerminalHarness
import Testing

/// Line mode, with commands from a pipe.
@Suite(.ownThreads) struct LineModeTests {
  private let program: Program

  init() throws { program = try Program() }

  /// What is said to some commands, a line each.
  private func transcript(
    _ commands: [String], _ arguments: [String] = ["--accessible"],
    environment: [String: String] = ["TERM": "dumb"]
  ) throws -> [String] {
    let result = try program.run(
      arguments, input: commands.map { $0 + "\n" }.joined(), environment: environment)
    #expect(result.status == 0, "\(result)")
    return result.output.split(separator: "\n").map(String.init)
  }

  @Test func theFirstLineNamesWhatAskedForIt() throws {
    let first = "Firefly, line mode (from ACCESSIBLE). ? for commands."
    #expect(try transcript([], [], environment: ["ACCESSIBLE": "1"]).first == first)
    try program.write("accessible: true\n", to: ".config/firefly/config.yaml")
    #expect(
      try transcript([], []).first
        == "Firefly, line mode (from the configuration). ? for commands.")
  }

  @Test func postsAreSentencesAndNumbersOpenThem() throws {
    let lines = try transcript(["", "1", "1", "w"])
    #expect(lines[1].hasPrefix("Posts, everyone's."))
    #expect(lines[2].hasPrefix("1 of ") && lines[2].contains("welcome to firefly."))
    #expect(lines[2].contains("Noor Khalil, "))
    #expect(lines[3].hasPrefix("2 of "))
    #expect(lines.contains("It has a picture."))
    #expect(lines.contains { $0.hasPrefix("Good evening.") })
    #expect(lines.filter { $0 == "End of the post." }.count == 2)
    #expect(lines.last?.hasPrefix("Posts, everyone's.") == true)
  }

  /// No escape sequence, no symbols of our own.
  @Test func itIsAllWords() throws {
    let lines = try transcript(["?", "1", "right", "left", "f2", "f3", "t", "esc", "o", "nonsense"])
    for scalar in lines.joined(separator: "\n").unicodeScalars where scalar != "\n" {
      #expect(scalar.value >= 0x20 && !(0x2500...0x28FF).contains(scalar.value), "\(scalar)")
    }
    #expect(lines.last == "No command “nonsense”. ? lists the commands.")
    #expect(lines.contains("right: replies, or results of a search."))
    #expect(lines.contains { $0.hasPrefix("Replies to: welcome to firefly.") })
  }

  @Test func aPostIsWrittenChangedAndDeleted() throws {
    let written = try transcript([
      "n", "a walk", "in the rain", "The street shone.", "", "So did the dog.", ".", "s",
    ])
    #expect(written.contains("Title:") && written.contains("Summary:"))
    #expect(written.contains { $0.contains("a walk. in the rain.") }, "\(written)")
    #expect(written.last == "End of the post.")
    let printed = try program.run("posts", "--limit", "1", "--json").output
    #expect(printed.contains(#"The street shone.\n\nSo did the dog."#))

    let changed = try transcript(["1", "e", "a long walk", "", ".", "s"])
    #expect(changed.contains { $0.hasPrefix("Title is: a walk.") })
    #expect(changed.contains { $0.contains("a long walk. in the rain.") }, "\(changed)")

    let asked = try transcript(["1", "d", "1"])
    #expect(asked.contains { $0.contains("Delete") })
    #expect(try program.run("posts", "--limit", "1").output.contains("a long walk"))
    _ = try transcript(["1", "d", "2"])
    #expect(try !program.run("posts", "--limit", "1").output.contains("a long walk"))
  }

  /// The input ends within a text: it is a draft.
  @Test func wordsAreKeptWhenTheInputEnds() throws {
    _ = try transcript(["n", "half a thought", "", "and", "more", "."])
    #expect(try program.run("drafts").output.contains("half a thought"))
  }

  @Test func wordsAreFound() throws {
    let lines = try transcript(["/", "dig here"])
    #expect(lines.contains { $0.contains("dig here") }, "\(lines)")
  }
}
