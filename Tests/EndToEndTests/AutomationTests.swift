import Foundation
import OwnThreads
import TerminalHarness
import Testing

/// The real program, driven by another one.
@Suite(.serialized, .ownThreads) struct AutomationTests {
  /// Firefly among new posts, and the port through which it can be driven.
  private func start(
    among children: [SamplePost], home: FireflyHome? = nil
  ) throws -> (session: FireflySession, port: Int) {
    let home = try home ?? FireflyHome()
    let id = try home.add(
      SamplePost(title: "the root", body: "It has children.", children: children))
    let session = try FireflySession.start(["--post", id, "--automation", "0"], home: home)
    try session.terminal.wait(matching: #"http://127\.0\.0\.1:[0-9]+"#)
    let match = try #require(
      session.terminal.screenText.firstMatch(of: /http:\/\/127\.0\.0\.1:([0-9]+)/))
    try session.terminal.wait(for: "1 of \(children.count)")
    return (session, try #require(Int(match.1)))
  }

  private func ask(_ method: String, _ target: String, _ port: Int, form: String? = nil) throws {
    let response = try LocalRequest(method, target, form: form).send(to: port)
    #expect(response.status == 200, "\(target): \(response.body)")
  }

  /// `PointingTests.theOutlineJumps` and `WritingTests`, by name instead of by mouse and keys.
  @Test func aJourney() throws {
    let leaves = SamplePost.numbered("leaf", 2)
    let far = SamplePost.numbered("card", 30)
    let (session, port) = try start(
      among: far + [SamplePost(title: "the branch", body: "b", children: leaves)])
    try ask("GET", "/trigger/scroll-to-the%20branch?settled", port)
    let state = try LocalRequest("GET", "/state").send(to: port).json()
    let list = try #require(state["list"] as? [String: Any])
    let branch = try #require(list["selected"] as? [String: Any])
    #expect(branch["title"] as? String == "the branch")
    let id = try #require(branch["id"] as? Int)
    try ask("POST", "/test/tap?id=navigate-to-children-\(id)&settled", port)
    let screen = try LocalRequest("GET", "/screen").send(to: port)
    #expect(screen.body.contains("leaf 2"))
    // What is answered is what is seen.
    try session.terminal.wait(for: "leaf 2")
    #expect(
      screen.body.split(separator: "\n").first?.trimmingCharacters(in: .whitespaces)
        == session.terminal.screenRows[0].trimmingCharacters(in: .whitespaces))

    try ask("POST", "/test/tap?id=add&settled", port)
    // A reply is its text alone.
    try ask("POST", "/test/tap?id=editor-previous-field&settled", port)
    try ask("POST", "/test/set-text", port, form: "id=editor-title&text=from+outside")
    try ask("POST", "/test/set-text", port, form: "id=editor-body&text=One.%0A%0ATwo.")
    try session.terminal.wait(for: "from outside")
    try ask("POST", "/test/tap?id=editor-save&settled", port)
    try session.terminal.wait(for: "1 of 3")
    try ask("POST", "/test/tap?id=back&settled", port)
    try ask("POST", "/test/tap?id=toolbar-users&settled", port)
    try session.terminal.wait(for: "recent users")
    #expect(try session.quit() == .code(0))
    #expect(throws: (any Error).self) { try LocalRequest("GET", "/state").send(to: port) }
    let posts = try session.home.run(["posts", "--parent", "\(id)"])
    #expect(posts.output.contains("from outside"))
  }

  @Test func theStateTellsViewDensityAndFolds() throws {
    let reply = SamplePost(title: "reply", children: [SamplePost(title: "below")])
    let (session, port) = try start(among: [reply, SamplePost(title: "other")])
    func state() throws -> (density: String?, list: [String: Any]) {
      let state = try LocalRequest("GET", "/state?settled").send(to: port).json()
      return (state["density"] as? String, try #require(state["list"] as? [String: Any]))
    }
    var (density, list) = try state()
    #expect(density == "cards" && list["view"] as? String == "cards")
    #expect(list["unread"] as? Int == 0)
    let places = try #require(list["selected"] as? [String: Any])
    #expect(places["is_unread"] as? Bool == false)
    try session.terminal.send("xv}")
    try session.terminal.wait(for: "below")
    try session.terminal.send("<enter>")
    try session.terminal.wait(for: "▸ ")
    (density, list) = try state()
    #expect(density == "compact" && list["view"] as? String == "thread")
    let selected = try #require(list["selected"] as? [String: Any])
    #expect(list["folded"] as? [Int] == [try #require(selected["id"] as? Int)])
    #expect(try session.quit() == .code(0))
  }

  @Test func usedPortIsReportedInWords() throws {
    let (session, port) = try start(among: SamplePost.numbered("card", 2))
    // By whom the command line names it, before the screen is taken.
    let second = try FireflySession.start(["--automation", "\(port)"])
    #expect(try second.terminal.waitForExit() == .code(1))
    #expect(
      second.terminal.screenText.contains("port \(port) is in use"))
    // By the configuration, which other windows have as well, as a note.
    let home = try FireflyHome()
    try home.configure("automation: \(port)\n")
    let third = try FireflySession.start(home: home)
    try third.terminal.wait(for: "port \(port) is in use")
    #expect(try third.quit() == .code(0))
    #expect(try session.quit() == .code(0))
  }
}
