import ArgumentParser
import FireflySources

/// The terminal UI on Hacker News.
struct ReadHackerNews: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "hn", abstract: "Read Hacker News.",
    discussion: """
      Shows the front page; → opens the replies to a story, and the key a shows the newest stories. F2 has \
      saved searches, which are stored on this machine; F3 lists the authors of the loaded posts. Hacker \
      News can only be read, and needs no account.

      Same as --server hn:, which other commands accept, too: firefly posts --server hn:
      """)

  @OptionGroup var common: CommonOptions
  @ParentCommand var browsing: Firefly

  func validate() throws { try browsing.refuseServer(with: "hn") }

  func run() throws { browsing.open(.source(SourceAddress(.hackerNews)), common) }
}
