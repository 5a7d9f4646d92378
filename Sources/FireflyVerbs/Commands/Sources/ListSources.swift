import ArgumentParser
import FireflySources

/// The sources that can be read.
struct ListSources: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "sources", abstract: "List the sources that Firefly can read.",
    discussion: """
      Each line has an example, the name for --server and for `server:` in the configuration, and the name of \
      the service, separated by tabs. Your own programs, named by `sources:` in the configuration, come last; \
      --server takes their names with a colon at the end.
      """)

  @OptionGroup var common: CommonOptions
  @ParentCommand var browsing: Firefly

  func validate() throws { try browsing.refuseOptions(with: "sources") }

  func perform() throws {
    let context = try CommandContext("sources", common)
    try context.reportComplaints()
    let programs = context.configuration.programs.keys.sorted()
    try PrintedTable.output(
      SourceKind.allCases.filter { !$0.isNamedByUser }.map { [$0.example, $0.serverName, $0.name] }
        + programs.map { ["firefly --server \($0):", $0, $0] })
  }
}
