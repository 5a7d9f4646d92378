import Foundation
import PlainServer
import TerminalHarness

extension Contestant {
  private static let reader = "ada@example.org"

  /// A server without extensions, with a search that has 20 hits, and somebody who is signed in there.
  @MainActor
  static func network(
    with program: String, in workspace: Workspace
  ) async throws -> Network {
    let server = try await PlainServer()
    for number in 1...20 { server.add("far \(number)", by: "ben@example.org") }
    server.add("the search", by: reader, template: "query")
    let environment = try home("away", with: program, in: workspace)
    let away = command(program, in: environment)
    _ = try? workspace.run(away + ["login", reader, "--server", server.address])
    guard let code = server.code(of: reader) else { throw BenchError.failed(program, code: 1) }
    _ = try workspace.run(away + ["login", reader, "--code", code, "--server", server.address])
    let own = command(program, in: try home("news", with: program, in: workspace))
    let document = """
      {"users":[{"email":"nia@example.com","name":"Nia"}],
       "posts":[{"title":"from nia","author_email":"nia@example.com"}]}
      """
    let reading = try home("feeds", with: program, in: workspace)
    let addresses = (0..<200).map { number in
      server.publish("/\(number).xml", feed: feed(number))
      return "\(server.address)/\(number).xml"
    }
    // Earlier versions have no feeds.
    _ = try? workspace.run(
      command(program, in: reading) + ["feeds", "--add", "-"], input: Data(opml(addresses).utf8))
    return Network(
      server: server, away: away + ["--fresh", "--server", server.address], own: own + ["--fresh"],
      feeds: command(program, in: reading) + ["feeds", "--fresh"],
      feedsCache: reading["XDG_CACHE_HOME"] ?? "",
      automation: ["--no-motion", "--automation", "0"],
      write: { _ = try workspace.run(own + ["import", "-"], input: Data(document.utf8)) })
  }

  /// A feed with 50 entries of some 250 words.
  private static func feed(_ number: Int) -> String {
    let text = String(repeating: "The boat turns faster than you think. ", count: 36)
    let items = (0..<50).map { entry in
      """
      <item><title>entry \(entry) of \(number)</title><guid>\(number)-\(entry)</guid>
      <pubDate>Mon, \(entry % 28 + 1) Sep 2025 09:\(entry + 10):00 GMT</pubDate>
      <description>&lt;p&gt;\(text)&lt;/p&gt;</description></item>
      """
    }
    return
      "<rss version=\"2.0\"><channel><title>feed \(number)</title>\(items.joined())</channel></rss>"
  }

  private static func opml(_ addresses: [String]) -> String {
    let outlines = addresses.map { "<outline type=\"rss\" text=\"feed\" xmlUrl=\"\($0)\"/>" }
    return "<opml version=\"2.0\"><body>\(outlines.joined())</body></opml>"
  }

  /// The program with a home of its own.
  private static func command(_ program: String, in environment: [String: String]) -> [String] {
    ["env"] + environment.map { "\($0.key)=\($0.value)" }.sorted() + [program]
  }
}
