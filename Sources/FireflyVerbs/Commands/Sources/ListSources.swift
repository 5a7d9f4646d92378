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

  @OptionGroup var listing: ListOptions
  @OptionGroup var common: CommonOptions
  @ParentCommand var browsing: Firefly

  func validate() throws { try browsing.refuseOptions(with: "sources") }

  func perform() throws {
    let context = try CommandContext("sources", common)
    try context.reportComplaints()
    let programs = context.configuration.programs.keys.sorted()
    let kinds = SourceKind.allCases.filter { !$0.isNamedByUser }
      .map { ListedSource(example: $0.example, server: $0.serverName, name: $0.name) }
    let own = programs.map {
      ListedSource(example: "firefly --server \($0):", server: $0, name: $0)
    }
    try listing.output(kinds + own, as: .sources)
  }
}

/// A source in the list.
struct ListedSource {
  let example: String
  let server: String
  let name: String
}

extension PrintedList where Item == ListedSource {
  /// The fields of sources.
  static var sources: PrintedList {
    PrintedList(
      name: "sources",
      fields: [
        ("example", { .text($0.example) }), ("server", { .text($0.server) }),
        ("name", { .text($0.name) }),
      ])
  }
}
