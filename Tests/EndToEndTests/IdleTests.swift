import Foundation
import OwnThreads
import TerminalHarness
import Testing

/// A program that nobody uses takes nothing of the machine.
@Suite(
  .serialized, .ownThreads,
  .enabled(if: BuiltProgram.isRelease, "only a release goes without libdispatch's timer"))
struct IdleTests {
  /// Wake-ups of a process in five seconds, when its time-outs have passed.
  private func wakeups(of id: Int32) -> Int {
    // Those of the connections are the longest.
    sleep(12)
    let before = ProcessActivity(of: id)
    sleep(5)
    return ProcessActivity(of: id).wakeups(since: before)
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
    #expect(wakeups(of: session.terminal.processID) == 0)
    #expect(try session.quit() == .code(0))
  }

  @Test func nothingWakesAServerThatRests() throws {
    let home = try FireflyHome()
    let server = try ServeProcess(home: home)
    let result = try FireflyHome().run(["posts", "--server", server.address])
    #expect(result.lines.count == 50)
    #expect(wakeups(of: server.processID) == 0)
  }
}
