import Foundation
import OwnThreads
import Testing

/// What `firefly post` and `edit` take from the command line and from standard input, and what they refuse.
@Suite(.ownThreads) struct WritingInputTests {
  private let program: Program

  init() throws { program = try Program() }

  /// A post's number.
  private func post(_ title: String = "t") throws -> String {
    try #require(try program.run("post", "--title", title, input: "words").lines.first)
  }

  private func body(of id: String) throws -> String? {
    for line in try program.run("export", "--flat").lines {
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      if let object, object["id"] as? Int == Int(id) { return object["body"] as? String }
    }
    return nil
  }

  @Test func aTitleIsOneLine() throws {
    let id = try post()
    for verb in [["post"], ["edit", id]] {
      let result = try program.run(verb + ["--title", "one\ntwo"], input: "words")
      #expect(result.status == 64)
      #expect(result.error.contains("The title must be one line."))
    }
    // What ends a line is nobody's.
    let result = try program.run(["edit", id, "--title", "one\n"])
    #expect(result.output == "Changed post \(id).\n")
    #expect(try program.run("export", "--flat").output.contains("\"title\":\"one\""))
    for title in ["one\tline", " one \u{1B}[31mline\r\n"] {
      #expect(try program.run(["edit", id, "--title", title]).status == 0)
      #expect(try program.run("export", "--flat").output.contains("\"title\":\"one line\""))
    }
    #expect(try program.run(["edit", id, "--summary", "a\t\u{1B}[1mb\r\n\nc "]).status == 0)
    let exported = try program.run("export", "--flat").output
    #expect(exported.contains("\"summary\":\"a b\\n\\nc\""))
    for title in ["\t", "\u{1B}[31m", "\n"] {
      let result = try program.run(["edit", id, "--title", title])
      #expect(result.error.contains("The title is empty."))
    }
  }

  @Test func anEmptyNameOfAFileIsRefusedInWords() throws {
    let id = try post()
    let result = try program.run("edit", id, "--body", "")
    #expect(result.status == 64)
    #expect(result.error.replacing("\n", with: " ").contains("--body requires a file"))
    #expect(try body(of: id) == "words")
    // What is meant to be empty becomes so.
    #expect(try program.run("edit", id, "--body", "/dev/null").status == 0)
    #expect(try body(of: id) == "")
  }

  @Test func ignoredStandardInputIsReported() throws {
    let id = try post()
    let piped = try program.shell("sleep 0.1; echo other | \"$FIREFLY\" edit \(id) --title piped")
    #expect(piped.status == 0)
    #expect(piped.error.contains("Standard input was ignored. Use --body -"))
    #expect(try body(of: id) == "words")
    let asked = try program.run("edit", id, "--body", "-", input: "other")
    #expect(asked.error == "")
    #expect(try body(of: id) == "other")
    let silent = try program.shell("\"$FIREFLY\" edit \(id) --title silent < /dev/null")
    #expect(silent.status == 0 && silent.error == "")
    // A loop of a shell keeps what it reads.
    try program.write("\(id)\n\(id)\n", to: "numbers")
    let loop = try program.shell(
      "while read id; do \"$FIREFLY\" edit $id --summary $id 2> /dev/null; done < \(program.home.path)/numbers"
    )
    #expect(loop.output.split(separator: "\n").count == 2)
    // Without anything that is new, it is said how to pipe.
    let nothing = try program.run("edit", id, input: "piped")
    #expect(nothing.status == 2)
    #expect(nothing.error.contains("--body -"))
  }
}
