import Foundation
import OwnThreads
import Testing

/// The examples of the README, one after the other on a fresh install, and those of the manual's
/// requests.
@Suite(.ownThreads) struct ReadmeExampleTests {
  private func lines(from heading: String) throws -> [String] {
    let readme = try String(
      contentsOf: Program.package.appendingPathComponent("README.md"), encoding: .utf8)
    let start = try #require(readme.range(of: heading)).upperBound
    let block = try #require(readme[start...].firstMatch(of: /```sh\n((?:[^`]+\n)+)```/)).1
    return block.split(separator: "\n").map { String($0.prefix { $0 != "#" }) }
  }

  @Test func theCommandsDoWhatTheySay() throws {
    let program = try Program()
    for line in try lines(from: "## Shell") {
      let isInTerminal = ["--server", "--post", "serve"].contains { line.contains($0) }
      guard !isInTerminal else { continue }
      // Without a terminal it can't ask.
      let answer = line.contains("delete") ? " --yes" : ""
      let result = try program.shell(
        "cd; firefly() { \"$FIREFLY\" \"$@\"; }; \(line)\(answer)")
      #expect(result.status == 0, "\(line): \(result.error)")
      #expect(result.error == "", "\(line)")
      let isSilent = ["drafts", "export"].contains { line.contains($0) }
      #expect(isSilent || !result.output.isEmpty, "\(line)")
    }
    let session = try program.terminal(["--post", "5"])
    try session.wait(for: "1 of ")
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
}
