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
    return Network(
      server: server, away: away + ["--fresh", "--server", server.address], own: own + ["--fresh"],
      automation: ["--no-motion", "--automation", "0"],
      write: { _ = try workspace.run(own + ["import", "-"], input: Data(document.utf8)) })
  }

  /// The program with a home of its own.
  private static func command(_ program: String, in environment: [String: String]) -> [String] {
    ["env"] + environment.map { "\($0.key)=\($0.value)" }.sorted() + [program]
  }
}
