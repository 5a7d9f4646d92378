import OwnThreads
import PlainServer
import TerminalHarness
import Testing

/// Lists that are longer than a page, by the real program on both kinds of server.
@Suite(.serialized, .ownThreads) struct PagingTests {
  private static let count = 130

  /// Down to the last post without a stop, by every key that goes down.
  private func goDown(_ session: FireflySession, _ key: String) throws {
    try session.terminal.wait(for: "1 of 50+")
    for _ in 0..<Self.count {
      try session.terminal.send(key)
      if session.terminal.screenText.contains("\(Self.count) of \(Self.count)") { break }
      try session.terminal.waitForRest(.milliseconds(20))
    }
    try session.terminal.wait(for: "\(Self.count) of \(Self.count)")
    try session.terminal.wait(matching: "post (1|130)\\b")
    #expect(try session.quit() == .code(0))
  }

  @Test(arguments: ["<pgdn>", "jjjjjjjj", "<end>"]) func aServerThatPages(key: String) throws {
    let house = try FireflyHome()
    let document = (1...Self.count).map { #"{"title":"post \#($0)","summary":"s"}"# }
    let result = try house.run(["import", "-"], input: document.joined(separator: "\n"))
    #expect(result.status == 0, "\(result.error)")
    let server = try ServeProcess(home: house)
    defer { withExtendedLifetime(house) {} }
    try goDown(try FireflySession.start(["--server", server.address]), key)
  }

  @Test(arguments: ["<pgdn>", "jjjjjjjj", "<end>"]) func aServerThatDoesNot(
    key: String
  ) async throws {
    let server = try await PlainServer()
    for number in 1...Self.count { server.add("post \(number)") }
    try goDown(try FireflySession.start(["--server", server.address]), key)
    await server.stop()
  }
}
