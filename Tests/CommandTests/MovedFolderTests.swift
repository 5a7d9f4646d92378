import Foundation
import OwnThreads
import Testing

/// Folders and files that were moved or renamed after their import.
@Suite(.ownThreads) struct MovedFolderTests {
  private func program() throws -> Program {
    let program = try Program()
    for (name, text) in [
      "Boat": "Red, see [[Kite]].", "Kite": "Blue.", "Top/Spin": "Round [[Boat]].", "Yo": "Up.",
    ] {
      try program.write("---\ndate: 2024-01-05\n---\n" + text, to: "vault/\(name).md")
    }
    let first = try program.run("import", "vault")
    #expect(first.error == "firefly: 5 posts (4 notes in 1 folder)\n" && first.lines.count == 4)
    return program
  }

  @Test func aFolderThatWasMovedIsTheSameOne() throws {
    let program = try program()
    _ = try program.shell("mkdir other; mv vault other/notes; echo 'Green.' > other/notes/Kite.md")
    let path = program.home.resolvingSymlinksInPath().path
    let moved = try program.run("import", "other/notes")
    #expect(
      moved.error == """
        firefly: notes looks like a new place of \(path)/vault, and updates its posts. Use --name NAME to keep both.
        firefly: 0 posts, 1 updated
        firefly: guessed: 1 date (Kite.md)

        """)
    // From then on it is known.
    let again = try program.run("import", "other/notes")
    #expect(again.error.hasPrefix("firefly: 0 posts, 5 unchanged\n") && again.lines == moved.lines)
  }

  @Test func aNameKeepsBoth() throws {
    let program = try program()
    _ = try program.shell("cp -r vault copy")
    let copy = try program.run("import", "--name", "work notes", "copy")
    #expect(copy.error == "firefly: 5 posts (4 notes in 1 folder)\n")
    // The name stands for the folder, wherever that is.
    _ = try program.shell("mv copy elsewhere")
    let again = try program.run("import", "--as", "work notes", "elsewhere")
    #expect(again.error == "firefly: 0 posts, 5 unchanged\n" && again.lines == copy.lines)
    #expect(try program.run("import", "vault").error == "firefly: 0 posts, 5 unchanged\n")
  }

  /// What is still where it was has not moved.
  @Test func aCopyIsNew() throws {
    let program = try program()
    _ = try program.shell("cp -r vault copy")
    #expect(try program.run("import", "copy").error == "firefly: 5 posts (4 notes in 1 folder)\n")
    #expect(try program.run("import", "vault").error == "firefly: 0 posts, 5 unchanged\n")
  }

  @Test func otherFoldersWithTheSameNamesAreNew() throws {
    let program = try program()
    for name in ["Boat", "Kite", "Top/Spin", "Yo"] {
      try program.write("---\ndate: 2024-01-05\n---\nSomething else.", to: "second/\(name).md")
    }
    #expect(try program.run("import", "second").error == "firefly: 5 posts (4 notes in 1 folder)\n")
    // Neither is a note or two enough.
    try program.write("---\ndate: 2024-01-05\n---\nBlue.", to: "third/Kite.md")
    #expect(try program.run("import", "third").error == "firefly: 1 post\n")
  }

  @Test func anOutlineThatWasRenamedIsTheSameOne() throws {
    let program = try Program()
    try program.write("* one\n** two\n** two\n* three\n", to: "a.org")
    let first = try program.run("import", "a.org")
    _ = try program.shell("mv a.org b.org")
    let second = try program.run("import", "b.org")
    #expect(second.error.contains("b.org looks like a new place of "))
    #expect(second.error.contains("firefly: 0 posts, 4 unchanged\n"))
    #expect(first.lines == second.lines)
  }

  @Test(arguments: ["", " ", "a\u{1}"]) func aNameHasLetters(name: String) throws {
    let result = try Program().run("import", "--name", name, "-", input: "* one\n")
    #expect((result.status == 64) == (name != "a\u{1}"))
  }
}
