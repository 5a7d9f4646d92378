import Foundation
import OwnThreads
import Testing

/// The examples of the README, one after the other on a fresh install, and those of the manual's
/// requests and of the help.
@Suite(.ownThreads) struct ReadmeExampleTests {
  private func lines(from heading: String) throws -> [String] {
    let readme = try String(
      contentsOf: Program.package.appendingPathComponent("README.md"), encoding: .utf8)
    let start = try #require(readme.range(of: heading)).upperBound
    let block = try #require(readme[start...].firstMatch(of: /```sh\n((?:[^`]+\n)+)```/)).1
    return block.split(separator: "\n").map { String($0.prefix { $0 != "#" }) }
  }

  @Test(arguments: Shell.installed) func theCommandsDoWhatTheySay(shell: Shell) throws {
    let program = try Program()
    try Shell.install("exec \"$FIREFLY\" \"$@\"", for: program)
    for line in try lines(from: "## Shell") {
      let isInTerminal = ["--server", "--post", "serve"].contains { line.contains($0) }
      guard !isInTerminal else { continue }
      // Without a terminal it can't ask.
      let answer = line.contains("delete") ? " --yes" : ""
      let result = try program.shell(line + answer, in: shell.command)
      #expect(result.status == 0, "\(line): \(result.error)")
      // What is there already is counted.
      let isAgain = line.contains("import posts.json")
      #expect(
        isAgain
          ? result.error.wholeMatch(of: /firefly: 0 posts, \d+ unchanged\n/) != nil
          : result.error == "", "\(line): \(result.error)")
      let isSilent = ["draft list", "export", "--unread"].contains { line.contains($0) }
      #expect(isSilent || !result.output.isEmpty, "\(line)")
    }
    let session = try program.terminal(["--post", "5"])
    try session.wait(for: "1 of ")
  }

  /// The examples in the help of all commands, and in the manual.
  private func examples() throws -> [String] {
    let program = try Program()
    let sources = [
      "open", "keep", "article", "lemmy", "mastodon", "discourse", "reader", "inbox", "feeds",
    ].map { [$0] }
    let helps = try (OptionTests.Verb.allCases.map(\.words) + sources).map {
      try program.run($0 + ["--help"]).output
    }
    // An example that is wrapped ends with its paragraph, or where another label begins.
    let inHelp = helps.flatMap { help in
      help.matches(of: /\bExample: (?s:(.+?))\n(?:\n|\w+:)/).map {
        String($0.1).replacing(/\s*\n\s*/, with: " ")
      }
    }
    #expect(inHelp.count > 5)
    return try inHelp + tasks() + block("EXAMPLES", of: "firefly-import.1")
  }

  /// The lines of a section of the manual.
  private func block(_ heading: String, of page: String) throws -> [String] {
    let manual = try String(
      contentsOf: Program.package.appendingPathComponent("Documentation/\(page)"), encoding: .utf8
    ).replacing("\\-", with: "-")
    let start = try #require(manual.range(of: ".SH \(heading)\n.nf\n")).upperBound
    let end = try #require(manual.range(of: "\n.fi", range: start..<manual.endIndex)).lowerBound
    return manual[start..<end].split(separator: "\n").map(String.init)
  }

  /// What to type for the tasks that the manual begins with; a word of advice is none.
  private func tasks() throws -> [String] {
    let lines = try block("TASKS", of: "firefly.1")
    #expect(lines.count == 16)
    return try lines.map { line in
      String(try #require(line.firstMatch(of: /\S {2,}(\S.*)$/)).1)
    }.filter { $0.hasPrefix("firefly ") }
  }

  @Test(arguments: Shell.installed) func noShellRefusesAnExample(shell: Shell) throws {
    let program = try Program()
    try Shell.install("echo called >&2; cat >/dev/null", for: program)
    for line in try examples() {
      let result = try program.shell(line, in: shell.command)
      #expect(result.status == 0 && result.error == "called\n", "\(line): \(result.error)")
    }
  }

  /// The commands of the user's own in the README and in the manual.
  @Test(arguments: [("README.md", "```yaml", "```", 1), ("firefly-config.5", ".nf", ".fi", 6)])
  func theConfigurationIsAccepted(page: String, begin: String, end: String, count: Int) throws {
    let folder = page.hasSuffix(".md") ? "" : "Documentation/"
    let text = try String(
      contentsOf: Program.package.appendingPathComponent(folder + page), encoding: .utf8)
    let start = try #require(text.range(of: begin + "\ncommands:\n")).lowerBound
    let example = text[start...].split(separator: "\n").dropFirst().prefix { $0 != end }
      .joined(separator: "\n").replacing("\\-", with: "-").replacing("\\e", with: "\\")
    let program = try Program()
    try program.write(example, to: ".config/firefly/config.yaml")
    let result = try program.run("config")
    #expect(result.error == "")
    #expect(result.lines.count { $0.hasPrefix("  - name: ") } == count)
  }

  @Test func theRequestsAreAnswered() throws {
    let program = try Program()
    let session = try program.terminal(["--automation", "0", "--no-motion"])
    try session.wait(for: "127.0.0.1:")
    let port = try #require(
      session.screenRows.joined().firstMatch(of: /127\.0\.0\.1:(\d+)/)
    ).1
    let manual = try String(
      contentsOf: Program.package.appendingPathComponent("Documentation/firefly.1"), encoding: .utf8
    )
    let start = try #require(manual.range(of: "firefly \\-\\-automation 8081")).upperBound
    let example = try #require(manual[start...].firstMatch(of: /\.nf\n((?:[^.][^\n]*\n)+)\.fi/)).1
    let requests = example.split(separator: "\n")
    #expect(requests.count > 3)
    for line in requests {
      let request = line.replacing("\\-", with: "-")
        .replacing("localhost:8081", with: "127.0.0.1:\(port)")
      let result = try program.shell("\(request) -s -o /dev/null -w '%{http_code}'")
      #expect(result.output == "200", "\(line)")
    }
  }

  /// All keys of the objects in some JSON.
  private func keys(in json: Any) -> Set<String> {
    switch json {
    case let object as [String: Any]:
      object.values.reduce(Set(object.keys)) { $0.union(keys(in: $1)) }
    case let array as [Any]: array.reduce([]) { $0.union(keys(in: $1)) }
    default: []
    }
  }

  @Test func theManualNamesTheFieldsOfAnswers() throws {
    let program = try Program()
    let session = try program.terminal(["--automation", "0", "--no-motion"])
    try session.wait(for: "127.0.0.1:")
    let port = try #require(
      session.screenRows.joined().firstMatch(of: /127\.0\.0\.1:(\d+)/)
    ).1
    var fields: Set<String> = []
    @discardableResult func ask(_ path: String, by method: String = "GET") throws -> String {
      let answer = try Program.curl(["-X\(method)", "http://127.0.0.1:\(port)\(path)"])
      fields.formUnion(keys(in: try JSONSerialization.jsonObject(with: Data(answer.utf8))))
      #expect(!answer.contains("\"error\""), "\(path): \(answer)")
      return answer
    }
    let elements = try ask("/elements")
    let down = try #require(elements.firstMatch(of: /navigate-to-children-[0-9]+/)).0
    try ask("/test/tap?id=\(down)&settled", by: "POST")
    try ask("/screen.json")
    try ask("/state")
    try ask("/test/tap?id=toolbar-makepost&settled", by: "POST")
    try ask("/test/tap?id=add&settled", by: "POST")
    try ask("/test/set-text?id=editor-title&text=x&settled", by: "POST")
    try ask("/state")
    try ask("/tune")
    let manual = try String(
      contentsOf: Program.package.appendingPathComponent("Documentation/firefly.1"), encoding: .utf8
    )
    let start = try #require(manual.range(of: ".SH AUTOMATION")).upperBound
    let end = try #require(manual.range(of: ".SH TROUBLESHOOTING")).lowerBound
    let words = Set(manual[start..<end].split { !$0.isLetter && $0 != "_" }.map(String.init))
    #expect(fields.count > 30)
    #expect(fields.isSubset(of: words), "\(fields.subtracting(words))")
  }
}
