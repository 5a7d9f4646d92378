import Foundation
import OwnThreads
import Testing

/// What the manual and the field guide say about commands is so.
@Suite(.ownThreads) struct ClaimTests {
  private func read(_ path: String) throws -> String {
    try String(contentsOf: Program.package.appendingPathComponent(path), encoding: .utf8)
  }

  /// All texts of a document in JSON.
  private func texts(in json: Any) -> [String] {
    switch json {
    case let object as [String: Any]: object.values.flatMap(texts)
    case let array as [Any]: array.flatMap(texts)
    case let text as String: [text]
    default: []
    }
  }

  private func options(in text: some StringProtocol) -> Set<String> {
    Set(String(text).matches(of: /--[a-z][a-z-]+/).map { String($0.0) })
  }

  @Test(arguments: ["field-guide.json", "field-guide-for-ears.json"])
  func theGuideNamesCommandsThatExist(file: String) throws {
    let json = try JSONSerialization.jsonObject(
      with: Data(try read("Sources/FireflyStore/FieldGuide/\(file)").utf8))
    let program = try Program()
    let general = options(in: try program.run("--help").output)
    var helps: [String: String] = [:]
    var count = 0
    for text in texts(in: json) {
      for command in text.matches(of: /[`\n|] ?firefly( [^`\n|]+)/).map(\.1) {
        count += 1
        let words = command.split(separator: " ").map(String.init)
        guard let verb = words.first(where: { !$0.hasPrefix("-") && !$0.contains("/") }) else {
          #expect(options(in: command).isSubset(of: general), "\(command)")
          continue
        }
        if verb == "man" {
          #expect(try program.run(Array(words.prefix(2))).status == 0, "\(command)")
          continue
        }
        let name = verb == "help" ? words[1] : verb
        if helps[name] == nil {
          let help = try program.run(name, "--help")
          #expect(help.status == 0, "\(command)")
          helps[name] = help.output
        }
        let known = options(in: helps[name] ?? "").union(general)
        #expect(options(in: command).isSubset(of: known), "\(command)")
      }
    }
    #expect(count > 3)
  }

  @Test func exitCodesAreThoseOfTheManual() throws {
    let manual = try read("Documentation/firefly.1")
    let section = try #require(manual.firstMatch(of: /\.SH EXIT STATUS\n((?s:.+?))\.SH [A-Z]/)).1
    let codes = section.matches(of: /\.B (\d+)\n/).compactMap { Int32($0.1) }
    let program = try Program()
    let seen = [
      try program.run("posts"), try program.run("posts", "--server", "http://127.0.0.1:1"),
      try program.run([]), try program.run("posts", "--limit", "none"),
    ]
    #expect(seen.map(\.status) + [128 + SIGPIPE] == codes)
    // A question needs a terminal, too.
    #expect(try program.run("delete", "1").status == 2)
    for result in seen.dropFirst() { #expect(!result.error.isEmpty) }
  }

  /// The examples of the manual copy a folder, and put the copy in its place.
  @Test func theExamplesOfBackupsRestoreTheData() throws {
    let program = try Program()
    let id = try program.run("post", "--title", "precious").lines.first ?? ""
    try FileManager.default.createDirectory(
      at: program.home.appendingPathComponent("backups"), withIntermediateDirectories: true)
    try Shell.install("exec \"$FIREFLY\" \"$@\"", for: program)
    let backup = try ManualBlock.beginning(with: "firefly backup ~/backups/firefly-$(date +%F)")
    let copy = try program.shell("date() { echo 2026-11-25; }; " + backup)
    #expect(copy.status == 0 && copy.error == "", "\(copy.error)")
    #expect(try program.run("delete", id, "--yes").status == 0)
    let restore = try ManualBlock.beginning(with: "mv ~/.local/share/firefly ~/firefly.old")
    let result = try program.shell(restore)
    #expect(result.status == 0 && result.error == "", "\(result.error)")
    #expect(try program.run("posts", "--limit", "1").output.contains("\(id)\tprecious"))
  }

  /// The notes of a release are what the changelog says of the version.
  @Test func theNotesOfAReleaseAreThoseOfItsVersion() throws {
    let tool = Program.package.appendingPathComponent("Tools/package").path
    let program = try Program()
    let notes = try program.shell("'\(tool)' notes 0.1.0")
    #expect(notes.status == 0, "\(notes.error)")
    let changelog = try read("CHANGELOG.md")
    let start = try #require(changelog.firstMatch(of: /\n## 0\.1\.0[^\n]*\n/)).range.upperBound
    let end = changelog[start...].firstMatch(of: /\n## \w/)?.range.lowerBound ?? changelog.endIndex
    let section = changelog[start..<end].trimmingCharacters(in: .newlines)
    #expect(notes.output.trimmingCharacters(in: .newlines) == section && !section.isEmpty)
  }

  /// A clone that was moved is refused in words; `make clean` is what they say.
  @Test func aMovedCloneSaysWhatToType() throws {
    let program = try Program()
    let line = """
      mkdir -p one/Sources/FireflyVerbs one/Tools && cd one && cp '\(Program.package.path)/Makefile' . \
      && cp '\(Program.package.path)/Sources/FireflyVerbs/Version.swift' Sources/FireflyVerbs \
      && printf '#!/bin/sh\\n' >Tools/deps && chmod +x Tools/deps
      """
    let made = try program.shell("cd \"$HOME\" && \(line) && make build SWIFT=true")
    #expect(made.status == 0, "\(made.error)")
    let moved = try program.shell("cd \"$HOME\" && mv one two && cd two && make build SWIFT=true")
    #expect(moved.status != 0 && moved.error.contains("make clean"), "\(moved.error)")
    let clean = try program.shell("cd \"$HOME/two\" && make clean && make build SWIFT=true")
    #expect(clean.status == 0, "\(clean.error)")
  }
}
