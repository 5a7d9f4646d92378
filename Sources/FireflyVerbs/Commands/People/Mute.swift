import ArgumentParser
import FireflyCore

/// `firefly mute`: mutes a person on the server.
struct Mute: PersonVerb {
  static let configuration = CommandConfiguration(
    commandName: "mute",
    abstract: "Mute a person on Mastodon with your account, or no longer.",
    discussion: """
      It holds on the server, for all your devices; they are not told. The key M also mutes on this machine only.

      Example: firefly mute @ben --for 7d --server mastodon:mastodon.social
      """)

  @OptionGroup var person: PersonArguments

  @Option(
    name: .customLong("for"),
    help: ArgumentHelp("For how long: 30m, 12h, 7d; without it for good.", valueName: "time"))
  var time: GivenTime?

  @Flag(help: "Still get notices of what they do.")
  var exceptNotices = false

  @Flag(help: "Mute them no longer.")
  var off = false

  @OptionGroup var common: CommonOptions
  @OptionGroup var connection: ConnectionOptions<Writing>
  @OptionGroup var identity: AccountOptions
  @ParentCommand var browsing: Firefly

  func validate() throws {
    try browsing.refuseOptions(with: "mute", exceptServer: true)
    guard !off || time == nil && !exceptNotices else { throw ValidationError("Use --off alone.") }
  }

  func perform() throws {
    guard !off else { return try change(.unmute) }
    try change(.mute(seconds: time?.seconds, withNotices: !exceptNotices), repeats: true)
  }
}

/// A length of time on the command line, such as `7d`.
struct GivenTime: ExpressibleByArgument {
  let seconds: Int

  init?(argument: String) {
    guard let seconds = TimeSpan.seconds(argument) else { return nil }
    self.seconds = seconds
  }
}
