import ArgumentParser
import FireflySources

/// The terminal UI on Lobsters.
struct ReadLobsters: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lobsters", abstract: "Read Lobsters.",
    discussion: """
      Shows the hottest stories; the key a shows the newest. Lobsters has no search for programs. Same \
      as --server lobsters:
      """)

  @OptionGroup var common: CommonOptions
  @ParentCommand var browsing: Firefly

  func validate() throws { try browsing.refuseServer(with: "lobsters") }

  func run() throws { browsing.open(.source(SourceAddress(.lobsters)), common) }
}
