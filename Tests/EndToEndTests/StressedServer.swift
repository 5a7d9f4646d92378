import Foundation
import PlainServer
import TerminalHarness

/// A server that a test ends, starts again and cuts off from its client at any moment.
final class StressedServer {
  enum Kind: CaseIterable {
    /// The program's own, which ends with it.
    case own
    /// `firefly serve`, another program.
    case served
    /// One that knows the contract and none of our extensions.
    case plain
    /// The same behind nginx, which keeps connections alive.
    case proxied

    /// Those that there can be here.
    static var possible: [Kind] {
      allCases.filter { $0 != .proxied || KeepAliveProxy.program != nil }
    }
  }

  let kind: Kind
  /// Whose data the posts are in, where our own server has them.
  private let house: FireflyHome
  private let plain: PlainServer?
  private let proxy: KeepAliveProxy?
  private var process: ServeProcess?
  private var port = 0
  private var isStopped = false

  /// Starts it; the user of `home` is signed in there.
  init(_ kind: Kind, _ home: FireflyHome) async throws {
    self.kind = kind
    let plain: PlainServer? = try await [.plain, .proxied].contains(kind) ? PlainServer() : nil
    self.plain = plain
    proxy = try kind == .proxied ? KeepAliveProxy(before: plain?.address ?? "") : nil
    house = try kind == .served ? FireflyHome() : home
    let email = "ada@example.org"
    if kind == .served {
      let process = try ServeProcess(home: house)
      (self.process, port) = (process, process.port)
    }
    guard kind != .own else { return }
    _ = try home.run(["login", email] + place)
    let code = try plain?.code(of: email) ?? process?.waitForCode(of: email) ?? ""
    _ = try home.run(["login", email, "--code", code] + place)
  }

  /// What the command line says of it.
  var place: [String] {
    (proxy?.address ?? plain?.address ?? process?.address).map { ["--server", $0] } ?? []
  }

  /// Ends it; what is under way there is broken off.
  func stop() async {
    isStopped = true
    process?.kill()
    await plain?.stop()
  }

  /// Starts it again where it was, with all that it knew.
  func resume() async throws {
    guard isStopped else { return }
    isStopped = false
    if kind == .served { process = try ServeProcess(home: house, port: port) }
    try await plain?.resume()
  }

  /// Has the next answers to requests that write break off after so many bytes.
  func loseAnswers(after bytes: [Int]) { bytes.forEach { plain?.loseAnswers(after: $0) } }

  /// Has the next answers get through again.
  func loseNoMore() { plain?.loseNoMore() }

  /// Breaks off all connections at once.
  func cut() async throws {
    if let proxy { return proxy.killWorker() }
    await stop()
    try await resume()
  }

  /// The bodies of all posts whose title begins so.
  func bodies(ofTitle prefix: String) throws -> [String] {
    if let plain {
      return plain.texts.filter { $0["title"]?.hasPrefix(prefix) == true }.map { $0["body"] ?? "" }
    }
    struct Line: Decodable {
      let title: String
      let body: String
    }
    return try house.run(["export", "--flat"]).lines
      .map { try JSONDecoder().decode(Line.self, from: Data($0.utf8)) }
      .filter { $0.title.hasPrefix(prefix) }.map(\.body)
  }
}
