import ArgumentParser
import FireflyAPI
import FireflyCore
import FireflyStore

/// `firefly users`: lists the people of a server, or manages the members of the embedded one.
struct Users: AccountUsingCommand {
  static let configuration = CommandConfiguration(
    commandName: "users",
    abstract: "List the people of a server, or manage the users of your own.",
    discussion: """
      Each line has the number of the profile, the name, the summary of the profile, on your own server \
      the e-mail, and the number of posts, separated by tabs, or in columns on a terminal, where a “ >” \
      after the name marks people who have written posts. People you are connected to come first.

      --members lists the users of your own server: e-mail, name, the day on which they signed up or were \
      invited, and the number of signed-in devices, or “invited” for pending invitations.
      """)

  @Option(help: ArgumentHelp("Maximum number of people (default: 50).", valueName: "n"))
  var limit: Int?

  @Flag(help: "List the users of your server.")
  var members = false

  @Option(help: ArgumentHelp("Allow the owner of this e-mail to sign up.", valueName: "e-mail"))
  var invite: String?

  @Option(help: ArgumentHelp("Withdraw an invitation.", valueName: "e-mail"))
  var withdraw: String?

  @Option(
    help: ArgumentHelp(
      "Remove a user's account and sign out their devices; their posts stay, with their name.",
      valueName: "e-mail"))
  var remove: String?

  @Flag(help: "With --remove: delete the user's posts as well.")
  var posts = false

  @OptionGroup var listing: ListOptions
  @OptionGroup var storage: DatabaseOptions
  @OptionGroup var common: CommonOptions
  @OptionGroup var connection: ConnectionOptions<Reading>
  @OptionGroup var identity: AccountOptions
  @ParentCommand var browsing: Firefly

  /// The name of the given option that only works on the embedded server; nil for none.
  private var ownServerOption: String? {
    if members { return "--members" }
    if invite != nil { return "--invite" }
    if remove != nil { return "--remove" }
    return withdraw == nil ? nil : "--withdraw"
  }

  func validate() throws {
    try browsing.refuseOptions(with: "users", exceptServer: true)
    let changes = [("--invite", invite), ("--withdraw", withdraw), ("--remove", remove)]
      .filter { $0.1 != nil }.map { $0.0 }
    if changes.count > 1 {
      throw ValidationError("Use either \(changes[0]) or \(changes[1]).")
    }
    if members, !changes.isEmpty {
      throw ValidationError("Use --members alone.")
    }
    if posts, remove == nil { throw ValidationError("Use --posts with --remove.") }
    for text in [invite, withdraw, remove].compactMap({ $0 }) where MailAddress(text) == nil {
      throw ValidationError("“\(text)” is not an e-mail address.")
    }
    if let limit, limit < 1 { throw ValidationError("--limit must be 1 or more.") }
    guard let option = ownServerOption else {
      guard storage.database == nil else {
        throw ValidationError("Use --database with --members, --invite, --withdraw or --remove.")
      }
      return
    }
    if server != nil {
      throw ValidationError("\(option) works on your own server only, without --server.")
    }
    if limit != nil { throw ValidationError("Use --limit without \(option).") }
    if listing.json || listing.fields != nil, !members {
      throw ValidationError("Use --json and --fields without \(option).")
    }
  }

  func perform() throws {
    guard ownServerOption == nil else { return try runOnOwnServer() }
    let limit = limit ?? 50
    try listing.check(.people(at: .own(as: .signedOut)))
    try connected { context, connection in
      let client = context.client(of: connection, isForPrograms: listing.json)
      var people = try MainLoop.run { try await client.recentUsers().posts.prefix(limit) }
      // What one follows belongs to the user of this machine, who is no handle of it.
      if connection.site.host != nil || connection.site.has(.subscriptions) {
        // Servers send the addresses, because clients tell by them whose posts are whose.
        for index in people.indices {
          (people[index].authorName, people[index].authorEmail) = (people[index].byline, nil)
        }
      }
      // Without a name, a part of the e-mail is the name.
      for index in people.indices where people[index].title.isEmpty {
        people[index].title = people[index].byline ?? ""
      }
      let site = connection.site
      try listing.output(
        Array(people), as: .people(at: site),
        else: people.map { PostsOutput.row(for: $0, author: $0.authorEmail ?? "", at: site) })
    }
  }
}

extension PrintedList where Item == Post {
  /// The fields of people.
  fileprivate static func people(at site: Site) -> PrintedList {
    PrintedList(
      name: "users",
      fields: [
        ("id", { .number($0.id) }), ("name", { .text($0.title) }),
        ("handle", { $0.authorEmail.map(PrintedValue.text) }),
        ("summary", { .text($0.stated == nil ? $0.summary : "") }), ("body", { .text($0.body) }),
        ("date", { $0.createdAt.map(PrintedValue.date) }),
        ("posts", { .number($0.childCount ?? 0) }),
      ])
  }
}
