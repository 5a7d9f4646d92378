import Foundation
import OwnThreads
import PlainServer
import TerminalHarness
import Testing

/// A post that somebody deletes while one changes it, by the real program: no word is lost.
@Suite(.serialized, .ownThreads) struct GonePostTests {
  /// A session that changes a child of a post, which goes meanwhile.
  private func changing() throws -> (session: FireflySession, parent: String, child: String) {
    let home = try FireflyHome()
    func post(_ arguments: [String]) throws -> String {
      try #require(try home.run(["post"] + arguments, input: "calm water").lines.first)
    }
    let parent = try post(["--title", "the coast"])
    let child = try post(["--title", "the sea", "--parent", parent])
    let session = try FireflySession.start(["--post", parent], home: home)
    try session.terminal.wait(for: "1 of 1")
    try session.terminal.send("e")
    try session.terminal.wait(for: "Ctrl-S save")
    try session.terminal.send("<tab><tab> and wind")
    try session.terminal.wait(for: "calm water and wind")
    return (session, parent, child)
  }

  @Test func goneDraftIsSavedAsANewPost() throws {
    let (session, parent, child) = try changing()
    let terminal = session.terminal
    #expect(try session.home.run(["delete", child, "--yes"]).status == 0)
    // Our server tells of it: the card stays as long as one writes on it, or its words are a draft.
    try terminal.send("<c-s>")
    try terminal.wait(for: "was deleted.")
    try terminal.wait(for: "as a new post under “the")
    try terminal.send("<tab><enter>")
    try terminal.wait(for: "is saved as a new post")
    try terminal.waitForRest()
    let rows = try session.home.run(["posts", "--parent", parent]).lines
    #expect(rows.count == 1 && rows.allSatisfy { $0.contains("the sea") && !$0.hasPrefix(child) })
    #expect(try session.home.run(["export", "--flat"]).output.contains("calm water and wind"))
    #expect(try session.home.run(["drafts"]).output == "")
    #expect(try session.quit() == .code(0))
  }

  @Test func itsDraftIsAskedAboutAtTheNextStart() throws {
    let (session, parent, child) = try changing()
    try StoredDraft.wait(for: "and wind", in: session.home, of: session.terminal)
    session.terminal.signal(SIGKILL)
    _ = try session.terminal.waitForExit()
    let home = session.home
    // The post above goes as well: the new one stands at the root then.
    for id in [child, parent] { #expect(try home.run(["delete", id, "--yes"]).status == 0) }
    let told = try home.run(["edit", child, "--title", "x"])
    #expect(told.status == 1)
    #expect(told.error.replacing("\n", with: " ").contains("Your text for it is kept as draft"))

    let next = try FireflySession.start(home: home)
    try next.terminal.wait(for: "The post of the draft “the sea” was deleted.")
    try next.terminal.wait(for: "as a new post")
    // The user did not ask for it: Enter counts after a rest.
    Thread.sleep(forTimeInterval: 0.6)
    try next.terminal.send("<enter>")
    try next.terminal.wait(for: "n your draft")
    #expect(try home.run(["drafts"]).output.contains("\tnew post\tthe sea\t"))
    try next.terminal.send("n")
    try next.terminal.wait(for: "Continue your draft")
    try next.terminal.send("<enter>")
    try next.terminal.wait(for: "calm water and wind")
    try next.terminal.wait(for: "Ctrl-S save")
    try next.terminal.send("<c-s>")
    try next.terminal.wait(forNo: "Ctrl-S save")
    try next.terminal.waitForRest()
    #expect(try home.run(["posts", "--limit", "1"]).lines.contains { $0.contains("the sea") })
    #expect(try home.run(["drafts"]).output == "")
    #expect(try next.quit() == .code(0))
  }

  @Test func onAPlainServer() async throws {
    let server = try await PlainServer()
    let parent = server.add("the coast")
    let id = server.add("the sea", below: parent)
    let (here, there) = (try FireflyHome(), try FireflyHome())
    for home in [here, there] { try home.signIn(on: server) }
    let session = try FireflySession.start(
      ["--server", server.address, "--post", "\(parent)"], home: here)
    let terminal = session.terminal
    try terminal.wait(for: "1 of 1")
    try terminal.send("e")
    try terminal.wait(for: "Ctrl-S save")
    try terminal.send(", again")
    try terminal.wait(for: "the sea, again")
    let deletion = try there.run(["delete", "\(id)", "--yes", "--server", server.address])
    #expect(deletion.status == 0, "\(deletion.error)")
    try terminal.send("<c-s>")
    try terminal.wait(for: "was deleted.")
    try terminal.send("<tab><enter>")
    try terminal.wait(for: "is saved as a new post")
    try terminal.waitForRest()
    #expect(server.titles == ["the coast", "the sea, again"])
    #expect(try session.quit() == .code(0))
    await server.stop()
  }
}
