import OwnThreads
import PlainServer
import SourceFakes
import TerminalHarness
import Testing

/// The articles of pages with the real program; the pages are on this machine.
@Suite(.serialized, .ownThreads, .endsServices) struct ArticleTests {
  private static let page = """
    <html><head><title>How lighthouses blink</title></head><body><nav><a href="/">Home</a></nav><article>
    <h1>How lighthouses blink</h1><p>A lighthouse does not blink, its lamp turns: <a href="/lens">a lens</a> of
    glass bends the light into a beam, and the beam sweeps over the sea.</p>
    <img src="lamp.jpg" alt="the lamp">\((1...30).map { "<p>Paragraph \($0) says nothing, but it is there.</p>" }
      .joined())</article><footer>All rights reserved.</footer></body></html>
    """

  /// A service with the page, and with one that has no article.
  private func pages() async throws -> FakeService {
    let service = try await FakeService()
    service.answer("/light", withPage: Self.page)
    service.answer("/empty", withPage: "<html><body><div id='app'></div></body></html>")
    return service
  }

  /// A page that wants a password has nothing to do with an account.
  @Test func aClosedPageWantsNoSignIn() async throws {
    let pages = try await pages()
    pages.protect("/light", name: "ada", password: "secret")
    let result = try FireflyHome().run(["article", "\(pages.address)/light"])
    #expect(result.status == 1)
    #expect(result.error == "firefly: The page wants a name and a password (401).\n")
  }

  @Test func aStorysPageIsReadAndIsThereOffline() async throws {
    let pages = try await pages()
    let hn = try await FakeHackerNews([
      .init(100, by: "grace", title: "A lighthouse", link: "\(pages.address)/light"),
      .init(200, title: "Nothing here", link: "\(pages.address)/empty"),
      .init(300, title: "Which knot?", text: "I tie shoes."),
    ])
    let home = try FireflyHome()
    let environment = ["FIREFLY_SOURCE_HN": hn.address]
    let session = try FireflySession.start(["hn"], home: home, environment: environment)
    let terminal = session.terminal
    try terminal.wait(for: "A lighthouse")
    try terminal.send("b")
    try terminal.wait(for: "its lamp turns: a lens[1] of glass")
    #expect(terminal.screenText.contains("▣ the lamp[2]"))
    #expect(
      !terminal.screenText.contains("rights reserved") && !terminal.screenText.contains("Home"))
    try terminal.send("/paragraph 30")
    try terminal.wait(for: "Paragraph 30 says")
    try terminal.send("<enter>y")
    try terminal.wait(for: "Copied \(pages.address)/light")
    // First the find ends, then the article closes.
    try terminal.send("<esc>")
    try terminal.wait(for: "/ finds")
    try terminal.send("<esc><down>")
    try terminal.wait(for: "2 of 3")
    try terminal.send("b")
    try terminal.wait(for: "No article was found on this page.")
    #expect(terminal.screenText.contains("o opens the browser"))
    try terminal.send("<esc><down>")
    try terminal.wait(for: "3 of 3")
    try terminal.send("b")
    try terminal.wait(for: "not about a page")
    #expect(pages.userAgents.allSatisfy { $0.hasPrefix("Firefly/") })
    #expect(try session.quit() == .code(0))

    // The next run has a copy.
    await pages.stop()
    let again = try FireflySession.start(["hn"], home: home, environment: environment)
    try again.terminal.wait(for: "A lighthouse")
    try again.terminal.send("b")
    try again.terminal.wait(for: "its lamp turns")
    try again.terminal.wait(for: "offline, as of")
    try again.terminal.send("<esc>")
    try again.terminal.wait(for: "1 of 3")
    #expect(try again.quit() == .code(0))
  }

  @Test func lobstersHasItToo() async throws {
    let pages = try await pages()
    let service = try await FakeLobsters.start()
    let list = try #require(service.answer(to: "/hottest.json"))
    service.answer(
      "/hottest.json",
      with: list.replacing("https://www.example.org/light", with: "\(pages.address)/light"))
    let session = try FireflySession.start(
      ["lobsters"], environment: ["FIREFLY_SOURCE_LOBSTERS": service.address])
    try session.terminal.wait(for: "A lighthouse")
    try session.terminal.send("b")
    try session.terminal.wait(for: "its lamp turns")
    try session.terminal.send("<esc>")
    try session.terminal.wait(forNo: "its lamp turns")
    #expect(try session.quit() == .code(0))
  }

  @Test func aPostOfOneLinkOnTheOwnServer() async throws {
    let pages = try await pages()
    let session = try FireflySession.start(among: [
      SamplePost(title: "to read", body: "\(pages.address)/light")
    ])
    try session.terminal.send("b")
    try session.terminal.wait(for: "its lamp turns")
    #expect(session.terminal.screenText.contains("to read"))
    // A new size, and its end.
    try session.terminal.resize(columns: 40, rows: 12)
    try session.terminal.wait(for: "A lighthouse does not blink, its")
    try session.terminal.send("<end>")
    try session.terminal.wait(for: "Paragraph 30 says")
    try session.terminal.send("<esc>")
    try session.terminal.wait(forNo: "Paragraph 30 says")
    #expect(try session.quit() == .code(0))
  }

  @Test func aPostOfOneLinkOnAPlainServer() async throws {
    let pages = try await pages()
    let server = try await PlainServer()
    _ = server.add("to read", body: "<\(pages.address)/light>")
    let session = try FireflySession.start(["--server", server.address])
    try session.terminal.wait(for: "to read")
    try session.terminal.send("b")
    try session.terminal.wait(for: "its lamp turns")
    try session.terminal.send("<esc>")
    try session.terminal.wait(for: "1 of 1")
    #expect(try session.quit() == .code(0))
  }

  @Test func theCommandPrintsIt() async throws {
    let pages = try await pages()
    let home = try FireflyHome()
    let address = "\(pages.address)/light"
    let piped = try home.run(["article", address])
    #expect(piped.error == "" && piped.status == 0)
    #expect(piped.output.hasPrefix("# How lighthouses blink\n\nA lighthouse does not blink"))
    #expect(piped.output.contains("[a lens](\(pages.address)/lens)"))
    let none = try home.run(["article", "\(pages.address)/empty"])
    #expect(none.error == "firefly: No article was found on this page.\n" && none.status == 1)
    let missing = try home.run(["article", "\(pages.address)/missing"])
    #expect(missing.error.contains("404") && missing.status == 1)
    #expect(try home.run(["article", "words"]).status == 64)

    let terminal = try TerminalSession(
      ["/bin/sh", "-c", "\"$0\" article \"$1\" | head -100; \"$0\" article \"$1\"; echo the end"]
        + [BuiltProgram.firefly, address],
      environment: home.environment, directory: home.path,
      size: TerminalSize(columns: 60, rows: 100))
    try terminal.wait(for: "the end")
    #expect(terminal.screenText.contains("[1] \(pages.address)/lens"))

    await pages.stop()
    let copy = try home.run(["article", address])
    #expect(copy.output == piped.output && copy.status == 0)
    #expect(copy.error.contains("This is the copy of"))
  }
}
