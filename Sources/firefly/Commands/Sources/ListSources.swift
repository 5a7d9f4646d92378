import ArgumentParser
import FireflySources

/// The sources that can be read.
struct ListSources: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "sources", abstract: "List the sources on the web that Firefly can read.",
    discussion: """
      Each line has an example, the name for --server and for `server:` in the configuration, and the name of \
      the service, separated by tabs.
      """)

  @ParentCommand var browsing: Firefly

  func validate() throws { try browsing.refuseOptions(with: "sources") }

  func perform() throws {
    try PrintedTable.output(SourceKind.allCases.map { [$0.example, $0.serverName, $0.name] })
  }
}
