import Foundation
import OwnThreads
import TerminalHarness
import Testing

/// What goes wrong is told in plain words.
@Suite(.serialized, .ownThreads) struct TroubleTests {
  @Test func aServerThatDiesIsAskedAgain() throws {
    let home = try FireflyHome()
    let leaves = SamplePost.numbered("leaf", 2)
    let id = try home.add(
      SamplePost(
        title: "the root", children: SamplePost.numbered("branch", 3, children: leaves)))
    let server = try ServeProcess(home: home)
    let visitor = try FireflyHome()
    let session = try FireflySession.start(
      ["--server", server.address, "--post", id], home: visitor)
    try session.terminal.wait(for: "1 of 3")
    server.kill()
    try session.terminal.send("<right>")
    try session.terminal.wait(for: "Can't reach 127.0.0.1")
    try session.terminal.wait(for: "Retry")
    let next = try ServeProcess(home: home, port: server.port)
    try session.terminal.send("r")
    try session.terminal.wait(for: "leaf 2")
    try session.terminal.wait(forNo: "Can't reach")
    #expect(try session.quit() == .code(0))
    next.kill()
  }

  @Test func unreachableAddressIsReported() throws {
    let home = try FireflyHome()
    let server = try ServeProcess(home: home)
    server.kill()
    let session = try FireflySession.start(["--server", server.address])
    try session.terminal.wait(for: "Can't reach 127.0.0.1")
    #expect(try session.quit() == .code(0))
    #expect(try session.terminal.leftovers() == [])
  }

  @Test func missingPostIsReported() throws {
    let session = try FireflySession.start(["--post", "999999"])
    try session.terminal.wait(for: "No post 999999.")
    // And one is at the root, where there is something to read.
    try session.terminal.wait(matching: #"1 of \d\d"#)
    #expect(try session.quit() == .code(0))
  }

  /// Not by permissions, which don't hold for the administrator: below a file nobody can make folders.
  @Test(arguments: ["HOME", "XDG_DATA_HOME"])
  func unwritableHomeIsReported(variable: String) throws {
    let home = try FireflyHome()
    let file = "\(home.path)/file"
    try Data().write(to: URL(fileURLWithPath: file))
    var changes = [variable: "\(file)/home"]
    if variable == "HOME" {
      for name in ["CONFIG", "DATA", "STATE", "CACHE"] { changes["XDG_\(name)_HOME"] = "" }
    }
    let session = try FireflySession.start(home: home, environment: changes)
    #expect(try session.terminal.waitForExit() == .code(1))
    let text = session.terminal.screenText
    #expect(text.contains("firefly: "))
    #expect(text.contains("Not a directory"))
    #expect(try session.terminal.leftovers() == [])
  }

  /// libdispatch ends a program that it can get no descriptor for, and says nothing.
  @Test(arguments: [8, 11, 12, 13, 14, 15, 16, 18, 20, 24, 32, 48, 64, 127, 128])
  func tooFewFileDescriptorsAreReported(limit: Int) throws {
    let home = try FireflyHome()
    func start(_ ulimit: String) throws -> TerminalSession {
      try TerminalSession(
        ["sh", "-c", "\(ulimit); exec \(BuiltProgram.firefly)"], environment: home.environment,
        directory: home.path)
    }
    let session = try start("ulimit -n \(limit)")
    if limit < 128 {
      #expect(try session.waitForExit() == .code(1))
      let text = session.screenRows.joined(separator: " ")
      #expect(text.contains("The limit of open files is \(limit)"))
    } else {
      try session.wait(matching: #"1 of \d\d"#)
    }
    // Where only the softer limit is that low, there is no need for words.
    let other = try start("ulimit -S -n \(limit)")
    try other.wait(matching: #"1 of \d\d"#)
    try other.send("q")
    #expect(try other.waitForExit() == .code(0))
    #expect(try other.leftovers() == [])
  }

  /// The log and the cache are not worth an end.
  @Test func foldersThatAreNotNeededMayBeMissing() throws {
    let home = try FireflyHome()
    let file = "\(home.path)/file"
    try Data().write(to: URL(fileURLWithPath: file))
    let session = try FireflySession.start(
      home: home, environment: ["XDG_STATE_HOME": "\(file)/s", "XDG_CACHE_HOME": "\(file)/c"])
    try session.terminal.wait(matching: #"1 of \d\d"#)
    #expect(try session.quit() == .code(0))
  }

  @Test func theLogIsAFileOfItsOwn() throws {
    let home = try FireflyHome()
    let session = try FireflySession.start(["--log-level", "debug"], home: home)
    try session.terminal.wait(matching: #"1 of \d\d"#)
    #expect(try !session.settledRows().contains { $0.contains("GET ") || $0.contains("debug") })
    #expect(try session.quit() == .code(0))
    let log = "\(home.path)/state/firefly/firefly.log"
    #expect(try String(contentsOfFile: log, encoding: .utf8).contains("GET "))
    #expect(try permissions(of: log) == 0o600)
    #expect(try permissions(of: "\(home.path)/state/firefly") == 0o700)
    #expect(try permissions(of: "\(home.path)/data/firefly") == 0o700)
    #expect(try permissions(of: "\(home.path)/data/firefly/firefly.sqlite") == 0o600)
  }

  private func permissions(of path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }
}
