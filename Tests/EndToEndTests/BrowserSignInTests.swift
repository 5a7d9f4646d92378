import Foundation
import FoundationNetworking
import OwnThreads
import SourceFakes
import TerminalHarness
import Testing

/// Signing in to an instance with a browser on this machine, which comes back by itself.
@Suite(.serialized, .ownThreads, .endsServices) struct BrowserSignInTests {
  private static let server = ["--server", "mastodon:m.example"]

  /// The environment of a desktop, whose Mastodon is the fake one.
  private func desktop(_ fake: FakeInstance, _ home: FireflyHome) throws -> [String: String] {
    [
      "FIREFLY_SOURCE_MASTODON": fake.server.address, "DISPLAY": ":none",
      "BROWSER": try home.browser(),
    ]
  }

  /// Does what the browser would, and returns what it shows at the end: the page of the fake sends it back at once.
  private func follow(_ home: FireflyHome) async throws -> String {
    let address = try home.asked().trimmingCharacters(in: .whitespacesAndNewlines)
    let session = URLSession(configuration: .ephemeral)
    defer { session.finishTasksAndInvalidate() }
    let (data, _) = try await session.data(from: try #require(URL(string: address)))
    return String(decoding: data, as: UTF8.self)
  }

  @Test func theCommandOpensTheBrowserAndNeedsNoCode() async throws {
    let (fake, home) = (try await FakeInstance(), try FireflyHome())
    let terminal = try TerminalSession(
      [BuiltProgram.firefly, "login"] + Self.server,
      environment: home.environment.merging(desktop(fake, home)) { $1 }, directory: home.path)
    try terminal.wait(for: "The code from the page:")
    #expect(terminal.screenText.contains("you need no code"))
    #expect(try await follow(home).contains("Go back to the terminal"))
    try terminal.wait(for: "Signed in to m.example as Ada")
    #expect(try terminal.waitForExit() == .code(0))
  }

  /// Who does not allow it is asked again, and can go on by hand.
  @Test func aPageThatWasNotAllowedIsSaid() async throws {
    var habits = FakeInstance.Habits()
    habits.refused["page"] = (0, "error=access_denied")
    let (fake, home) = (try await FakeInstance([], habits), try FireflyHome())
    let terminal = try TerminalSession(
      [BuiltProgram.firefly, "login"] + Self.server,
      environment: home.environment.merging(desktop(fake, home)) { $1 }, directory: home.path)
    _ = try await follow(home)
    try terminal.wait(for: "Firefly was not allowed on the page of m.example.")
    try terminal.send("code<enter>")
    try terminal.wait(for: "Signed in to m.example as Ada")
    #expect(try terminal.waitForExit() == .code(0))
  }

  /// Over ssh a browser would open on the screen of somebody else.
  @Test(arguments: [["SSH_CONNECTION": "192.0.2.1 1 192.0.2.2 22"], ["DISPLAY": ""]])
  func noBrowserOpensWhereNobodySeesIt(_ environment: [String: String]) async throws {
    let (fake, home) = (try await FakeInstance(), try FireflyHome())
    let variables = home.environment.merging(try desktop(fake, home)) { $1 }
      .merging(environment) { $1 }
    let terminal = try TerminalSession(
      [BuiltProgram.firefly, "login"] + Self.server, environment: variables, directory: home.path)
    try terminal.wait(for: "The code from the page:")
    #expect(!terminal.screenText.contains("by itself"))
    try terminal.send("code<enter>")
    try terminal.wait(for: "Signed in to m.example as Ada")
    #expect(!FileManager.default.fileExists(atPath: home.path + "/asked"))
  }

  @Test func theScreenSignsInWhenTheBrowserComesBack() async throws {
    let (fake, home) = (try await FakeInstance([FakeInstance.Status(1)]), try FireflyHome())
    let session = try FireflySession.start(
      Self.server, home: home, environment: try desktop(fake, home))
    try session.terminal.wait(for: "Words.")
    try session.terminal.send("i")
    try session.terminal.wait(for: "opens it here; then no code is needed.")
    try session.terminal.send("<c-o>")
    #expect(try await follow(home).contains("Go back to the terminal"))
    try session.terminal.wait(for: "You are signed in as Ada.")
    #expect(try session.quit() == .code(0))
  }
}
