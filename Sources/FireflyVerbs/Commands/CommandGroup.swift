import ArgumentParser

/// A word that only commands below it follow, such as `firefly feed add`.
protocol CommandGroup: ParsableCommand {
  var browsing: Firefly { get }
}

/// A command of a group.
protocol GroupedCommand: Subcommand {
  associatedtype Group: CommandGroup
  var group: Group { get }
}

extension GroupedCommand {
  var browsing: Firefly { group.browsing }
  static var spokenName: String { "\(Group._commandName) \(_commandName)" }
}

/// `firefly account`.
struct AccountGroup: CommandGroup {
  static let configuration = CommandConfiguration(
    commandName: "account", abstract: "List or print your accounts and their devices.",
    subcommands: [AccountList.self, AccountShow.self, AccountDevices.self])

  @ParentCommand var browsing: Firefly
}

/// `firefly draft`.
struct DraftGroup: CommandGroup {
  static let configuration = CommandConfiguration(
    commandName: "draft", abstract: "List, print, delete or restore drafts.",
    subcommands: [DraftList.self, DraftShow.self, DraftDelete.self, DraftRestore.self])

  @ParentCommand var browsing: Firefly
}

/// `firefly feed`.
struct FeedGroup: CommandGroup {
  static let configuration = CommandConfiguration(
    commandName: "feed", abstract: "List, follow, fetch or move feeds.",
    discussion: """
      The list is a text file, ~/.local/share/firefly/feeds.txt: an address and perhaps a name on each line. A line \
      # [Tech/More] begins a folder: the feeds below it are in it. `firefly feeds` reads them. With --server \
      reader:rss.example.org, the feeds are those that you follow on that service.

      Example: firefly feed add https://example.org
      """,
    subcommands: [
      FeedListing.self, FeedAdd.self, FeedRemove.self, FeedFetch.self,
      FeedMove.self,
    ])

  @ParentCommand var browsing: Firefly
}

/// `firefly member`.
struct MemberGroup: CommandGroup {
  static let configuration = CommandConfiguration(
    commandName: "member", abstract: "List, invite or remove the users of your own server.",
    subcommands: [MemberList.self, MemberInvite.self, MemberWithdraw.self, MemberRemove.self])

  @ParentCommand var browsing: Firefly
}

/// `firefly config`.
struct ConfigGroup: CommandGroup {
  static let configuration = CommandConfiguration(
    commandName: "config",
    abstract: "Print, check or write the settings.",
    subcommands: [ConfigShow.self, ConfigCheck.self, ConfigWrite.self],
    defaultSubcommand: ConfigShow.self)

  @ParentCommand var browsing: Firefly
}
