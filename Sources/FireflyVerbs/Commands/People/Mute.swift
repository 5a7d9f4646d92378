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
  var time: Time?

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

  /// A time such as `7d`, ten years at most.
  struct Time: ExpressibleByArgument {
    let seconds: Int

    init?(argument: String) {
      let units = ["m": 60, "h": 3_600, "d": 86_400, "w": 604_800]
      guard let unit = argument.last.flatMap({ units[String($0)] }),
        let count = Int(argument.dropLast()), (1...5_256_000).contains(count),
        count * unit <= 3_650 * 86_400
      else { return nil }
      seconds = count * unit
    }
  }
}
