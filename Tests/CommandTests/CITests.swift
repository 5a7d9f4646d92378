import Foundation
import TerminalHarness
import Testing

/// The checks before a merge, with tools that only say that they were called.
@Suite struct CITests {
  private let place: TemporaryHome
  private let environment: [String: String]

  init() throws {
    place = try TemporaryHome()
    environment = ["HOME": place.path, "PATH": "\(place.path)/tools:/usr/bin:/bin"]
    try place.write("", to: ".build/none")
    let script = Program.package.appendingPathComponent(".ci/run")
    try place.write(try String(contentsOf: script, encoding: .utf8), to: ".ci/run")
    try tool("Tools/deps", "exit 0")
    try tool("tools/lintian", "exit 0")
    try tool(
      "tools/dpkg-deb", "mkdir -p $3/usr/bin; ln -s /bin/echo $3/usr/bin/firefly")
  }

  /// Writes a program of one line.
  private func tool(_ path: String, _ line: String) throws {
    try place.write("#!/bin/sh\n\(line)\n", to: path)
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: "\(place.path)/\(path)")
  }

  /// Runs the checks once; tests with these names fail, or don't end, the first time.
  private func run(
    failing names: [String], hanging: [String] = [], printing others: [String] = []
  ) throws -> TemporaryHome.Result {
    let passed =
      "echo '◇ Test theTide() started.'; echo '✔ Test theTide() passed after 1.0 seconds.'; "
    let lines =
      [passed] + names.map { "echo '✘ Test \($0)() failed after 1.0 seconds with 1 issue.'; " }
      + hanging.map { "echo '◇ Test \($0)() started.'; " } + others.map { "echo '\($0)'; " }
    try tool(
      "tools/make",
      "[ \"$1\" != -s ] || echo 1; [ \"$1\" != retest ] || [ ! -e \(place.path)/fails-again ] || exit 1; "
        + "[ \"$1\" = test ] || exit 0; \(lines.joined()) [ -z '\((names + hanging).joined())' ]"
    )
    return try place.run(["/bin/sh", ".ci/run"], environment: environment)
  }

  @Test func aTestThatDidNotEndIsRunOnceMore() throws {
    let result = try run(failing: [], hanging: ["theEndNeverComes"])
    #expect(result.status == 0, "\(result)")
    #expect(result.output.contains("== once more: theEndNeverComes ("), "\(result)")
  }

  @Test func aTestThatFailedIsFoundAmongOthersOfItsName() throws {
    let later = ["◇ Test isLinear() started.", "✔ Test isLinear() passed after 1.0 seconds."]
    let result = try run(failing: ["isLinear"], printing: later + later)
    #expect(result.status == 0, "\(result)")
    #expect(result.output.contains("== once more: isLinear ("), "\(result)")
  }

  /// What programs print comes in between.
  @Test func tornLinesCountForNothingOnceAllTestsHaveEnded() throws {
    let torn = ["theEbb", "theFlow", "theMoon", "theShore"].flatMap {
      ["◇ Test \($0)() started.", "✔ Test \($0)() passed aERROR: a line", "fter 1.0 seconds."]
    }
    let end = "✘ Test run with 6 tests in 1 suite failed after 9.0 seconds with 1 issue."
    let result = try run(failing: ["theTurnOfIt"], printing: torn + [end])
    #expect(result.status == 0, "\(result)")
    #expect(result.output.contains("== once more: theTurnOfIt ("), "\(result)")
  }

  @Test func theLogNamesTheTestsThatSkippedThemselves() throws {
    let lines = [
      "➜ Test theBrowser() skipped: \"no browser is installed\"",
      "➜ Suite ProxyTests skipped: \"nginx is not installed\"",
      "✔ Test theTide() passed after 1.0 seconds.",
    ]
    let result = try run(failing: [], printing: lines)
    let end = try #require(result.output.split(separator: "== tests that skipped").last)
    #expect(
      end.contains(
        """
        themselves: 2
        Suite ProxyTests skipped: "nginx is not installed"
        Test theBrowser() skipped: "no browser is installed"

        """), "\(result.output)")
    #expect(try run(failing: []).output.contains("== tests that skipped themselves: 0\n"))
  }

  @Test func theLogEndsWithWhatWasRepeatedAndHowOften() throws {
    let clean = try run(failing: [])
    #expect(clean.status == 0, "\(clean.output)\(clean.error)")
    #expect(!clean.output.contains("repeated tests"))
    #expect(try run(failing: ["aClockJumps", "theLineDrops"]).status == 0)
    let again = try run(failing: ["theLineDrops"])
    let end = again.output.split(separator: "\n").suffix(4)
    #expect(end.first?.hasPrefix("== repeated tests") == true, "\(again.output)")
    #expect(
      end.dropFirst().prefix(2).map { $0.split(separator: " ") }
        == [["2", "theLineDrops"], ["1", "aClockJumps"]])
    #expect(end.last?.hasPrefix("== CI passed") == true)

    // So does that of a failure.
    try place.write("", to: "fails-again")
    let failed = try run(failing: ["theLineDrops"])
    #expect(failed.status != 0)
    #expect(failed.output.contains("3 theLineDrops"))
    #expect(failed.error.hasSuffix("CI failed: once more: theLineDrops\n"), "\(failed.error)")
  }
}
