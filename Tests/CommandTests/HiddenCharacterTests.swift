import Foundation
import OwnThreads
import TerminalHarness
import Testing

/// What others have written commands no terminal, whatever the program prints of it.
@Suite(.ownThreads) struct HiddenCharacterTests {
  /// ESC, BEL, DEL, a control of C1, and a right-to-left override.
  private static let signs = "\u{1B}]0;x\u{7}\u{7F}\u{9B}31m\u{202E}"

  private func hidden(in text: String) -> [String] {
    text.unicodeScalars.filter { scalar in
      scalar.value < 0x20 && scalar != "\n" && scalar != "\t"
        || (0x7F...0x9F).contains(scalar.value) || (0x202A...0x202E).contains(scalar.value)
    }.map { String($0.value, radix: 16) }
  }

  @Test func errorsOfAnImportAreClean() throws {
    let program = try Program()
    let time = try #require(
      String(data: JSONEncoder().encode("yesterday\(Self.signs)"), encoding: .utf8))
    let result = try program.run("import", "-", input: #"{"title":"t","created_at":\#(time)}"#)
    #expect(result.status == 1 && result.error.contains("yesterday"))
    #expect(hidden(in: result.error) == [])
    #expect(hidden(in: program.log ?? "") == [])
  }

  @Test func namesOfFilesInErrorsAreClean() throws {
    let result = try Program().run("import", "/no\(Self.signs)where.json")
    #expect(result.status == 1 && result.error.contains("where.json"))
    #expect(hidden(in: result.error) == [])
  }

  @Test func anExportIsClean() throws {
    let program = try Program()
    let title = try #require(
      String(data: JSONEncoder().encode("t\(Self.signs)"), encoding: .utf8))
    #expect(try program.run("import", "-", input: #"{"title":\#(title)}"#).status == 0)
    for arguments in [["export"], ["export", "--flat"], ["posts", "--json", "--limit", "1"]] {
      let result = try program.run(arguments)
      #expect(result.output.contains("t") && hidden(in: result.output) == [])
    }
    let again = try program.run("import", "-", input: program.run("export").output)
    #expect(again.status == 0)
  }

  /// Another user may have put it where the log is to be.
  @Test func theLogFollowsNoLink() throws {
    let program = try Program()
    #expect(try program.run("posts", "--log-level", "debug").status == 0)
    let log = program.home.appendingPathComponent(".local/state/firefly/firefly.log").path
    let victim = program.home.appendingPathComponent("victim").path
    try "mine".write(toFile: victim, atomically: true, encoding: .utf8)
    #expect(unlink(log) == 0 && symlink(victim, log) == 0)
    #expect(try program.run("posts", "--log-level", "debug").status == 0)
    #expect(try String(contentsOfFile: victim, encoding: .utf8) == "mine")
  }
}
