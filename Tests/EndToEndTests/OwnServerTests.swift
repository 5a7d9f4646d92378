import Foundation
import OwnThreads
import TerminalHarness
import Testing

/// The server inside the program.
@Suite(.serialized, .ownThreads) struct OwnServerTests {
  /// Another user of the machine finds nothing to connect to.
  @Test func embeddedServerListensOnNoPort() throws {
    let session = try FireflySession.start()
    try session.terminal.wait(matching: #"1 of \d\d"#)
    let process = "/proc/\(session.terminal.processID)"
    let sockets = try FileManager.default.contentsOfDirectory(atPath: "\(process)/fd").compactMap {
      try? FileManager.default.destinationOfSymbolicLink(atPath: "\(process)/fd/\($0)")
        .firstMatch(of: /^socket:\[(\d+)\]$/)?.1
    }
    #expect(!sockets.isEmpty)
    for kind in ["tcp", "tcp6"] {
      let table = try String(contentsOfFile: "\(process)/net/\(kind)", encoding: .utf8)
      let inodes = table.split(separator: "\n").dropFirst().compactMap {
        $0.split(separator: " ").dropFirst(9).first
      }
      #expect(Set(inodes).isDisjoint(with: sockets), "\(kind)")
    }
    let run = "\(session.home.path)/data/firefly/run"
    #expect(try FileManager.default.contentsOfDirectory(atPath: run).count == 1)
    let permissions = try FileManager.default.attributesOfItem(atPath: run)[.posixPermissions]
    #expect(permissions as? Int == 0o700)
    #expect(try session.quit() == .code(0))
  }

  /// The second start has the pictures of the first.
  @Test func itsPicturesAreKeptFromStartToStart() throws {
    let home = try FireflyHome()
    func files() -> [String] {
      let folder = "\(home.path)/cache/firefly/pictures"
      return ((try? FileManager.default.subpathsOfDirectory(atPath: folder)) ?? []).sorted()
    }
    var kept: [[String]] = []
    for _ in 1...2 {
      let session = try FireflySession.start(home: home)
      try session.terminal.wait(until: "pictures in the cache") { _ in !files().isEmpty }
      _ = try session.settledRows()
      kept.append(files())
      #expect(try session.quit() == .code(0))
    }
    #expect(kept[0] == kept[1])
  }
}
