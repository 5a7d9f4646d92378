import Foundation
import OwnThreads
import TerminalHarness
import Testing

/// A program that nobody uses takes nothing of the machine.
@Suite(
  .ownThreads,
  .enabled(if: BuiltProgram.isRelease, "only a release goes without libdispatch's timer"))
struct IdleTests {
  /// Whether a process does nothing for five seconds in a row: time-outs may pass before, while what wakes it
  /// more often than that is found.
  private func rests(_ id: Int32) -> Bool {
    ProcessActivity.wait(forRest: .seconds(5), of: id)
  }

  @Test func nothingWakesAScreenThatRests() throws {
    // Listening for programs that drive it takes nothing either, once one was answered.
    let session = try FireflySession.start(["--automation", "0"], moves: true)
    try session.terminal.wait(matching: #"http://127\.0\.0\.1:[0-9]+"#)
    let match = session.terminal.screenText.firstMatch(of: /127\.0\.0\.1:([0-9]+)/)
    let port = try #require(match.flatMap { Int($0.1) })
    #expect(try LocalRequest("GET", "/state").send(to: port).status == 200)
    // Something moves, a picture is drawn, a list is left: then all of it is over.
    try session.terminal.wait(for: "welcome to firefly")
    try session.terminal.send("<enter>")
    try session.terminal.waitForRest()
    try session.terminal.send("<f3>")
    try session.terminal.wait(for: "recent users")
    try session.terminal.send("<down><right>")
    try session.terminal.wait(for: "❮")
    try session.terminal.waitForRest()
    #expect(rests(session.terminal.processID))
    #expect(try session.quit() == .code(0))
  }

  @Test func nothingWakesAServerThatRests() throws {
    let home = try FireflyHome()
    let server = try ServeProcess(home: home)
    let result = try FireflyHome().run(["posts", "--server", server.address])
    #expect(result.lines.count == 50)
    #expect(rests(server.processID))
  }
}
