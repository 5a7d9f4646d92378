import OwnThreads
import SourceFakes
import TerminalHarness
import Testing

/// Cards, two rows, one row: on the own server and on a source, in the real program.
@Suite(.serialized, .ownThreads, .endsServices) struct DensityTests {
  @Test func theDensityOfAServerIsThereAgainAtTheNextStart() throws {
    let home = try FireflyHome()
    for number in 1...3 { _ = try home.add(SamplePost(title: "post \(number)", body: "Words.")) }
    let session = try FireflySession.start(home: home)
    try session.terminal.wait(for: "1 of 3")
    #expect(session.terminal.screenRows[7].contains("post 2"))
    try session.terminal.send("x")
    try session.terminal.wait(until: "two rows a post") { $0.screenRows[3].contains("post 2") }
    try session.terminal.send("x")
    try session.terminal.wait(until: "a row a post") { $0.screenRows[2].contains("post 2") }
    // A row opens into a card.
    try session.terminal.send("<down><enter>")
    try session.terminal.wait(for: "Words.")
    #expect(try session.quit() == .code(0))
    let again = try FireflySession.start(home: home)
    try again.terminal.wait(until: "a row a post") { $0.screenRows[2].contains("post 2") }
    #expect(try again.quit() == .code(0))
  }

  @Test func aSourceBeginsWithTwoRowsAPost() async throws {
    let fake = try await FakeHackerNews([
      FakeHackerNews.Item(100, by: "grace", title: "A lighthouse", link: "https://example.org/"),
      FakeHackerNews.Item(200, by: "ada", title: "Which knot?", text: "I tie shoes."),
    ])
    let home = try FireflyHome()
    let address = ["FIREFLY_SOURCE_HN": fake.address]
    let session = try FireflySession.start(["hn"], home: home, environment: address)
    try session.terminal.wait(until: "two rows a post") {
      $0.screenRows[1].contains("A lighthouse") && $0.screenRows[2].contains("grace · ")
        && $0.screenRows[3].contains("Which knot?")
    }
    try session.terminal.send("x")
    try session.terminal.wait(until: "a row a post") { $0.screenRows[2].contains("Which knot?") }
    #expect(try session.quit() == .code(0))
    // The configuration counts until the user chooses.
    try home.configure("density: cards\n")
    let configured = try FireflySession.start(["hn"], home: home, environment: address)
    try configured.terminal.wait(until: "a row a post") { $0.screenRows[2].contains("Which knot?") }
    #expect(try configured.quit() == .code(0))
    let own = try FireflyHome()
    try own.configure("density: cards\n")
    let cards = try FireflySession.start(["hn"], home: own, environment: address)
    try cards.terminal.wait(until: "cards") { $0.screenRows[2].contains("A lighthouse") }
    #expect(try cards.quit() == .code(0))
  }
}
