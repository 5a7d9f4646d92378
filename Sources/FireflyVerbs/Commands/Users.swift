import ArgumentParser
import FireflyAPI
import FireflyCore

/// `firefly users`: lists the people of a server.
struct Users: AccountUsingCommand {
  static let configuration = CommandConfiguration(
    commandName: "users",
    abstract: "List the people of a server.",
    discussion: """
      Each line has the number of the profile, the name, the summary of the profile, on your own server \
      the e-mail, and the number of posts, separated by tabs, or in columns on a terminal, where a “ >” \
      after the name marks people who have written posts. People you are connected to come first.
      """)

  @Option(help: ArgumentHelp("Maximum number of people.", valueName: "n"))
  var limit = 50

  @OptionGroup var listing: ListOptions
  @OptionGroup var common: CommonOptions
  @OptionGroup var connection: ConnectionOptions<Reading>
  @OptionGroup var identity: AccountOptions
  @ParentCommand var browsing: Firefly

  func validate() throws {
    try browsing.refuseOptions(with: "users", exceptServer: true)
    guard limit > 0 else { throw ValidationError("--limit must be 1 or more.") }
  }

  func perform() throws {
    try listing.check(.people(at: .own(as: .signedOut)))
    try connected { context, connection in
      let client = context.client(of: connection, isForPrograms: listing.isForPrograms)
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
  static func people(at site: Site) -> PrintedList {
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
