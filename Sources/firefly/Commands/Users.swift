import ArgumentParser
import FireflyAPI
import FireflyCore
import FireflyRuntime
import FireflyServer

/// The people of a server, as the third explorer shows them.
struct Users: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "List the people of a server, or say who may sign in on yours.",
    discussion: """
      A line has the number of somebody's profile, the name, what they say of themselves in a line, and \
      the e-mail, with a tab between each two; people you are connected to come first. A “ >” behind the name \
      says that they have written something.

      --members lists who may sign in on your own server: e-mail, name, the day on which they came or \
      were invited, and how many of their devices are signed in; “invited” stands for that number until \
      they come.
      """)

  @Flag(help: "Print JSON, {\"posts\": […]}: their profiles.")
  var json = false

  @Option(help: ArgumentHelp("Maximum number of people (default: 50).", valueName: "n"))
  var limit: Int?

  @Flag(help: "List who may sign in on your server.")
  var members = false

  @Option(help: ArgumentHelp("Let the owner of this e-mail become a user.", valueName: "e-mail"))
  var invite: String?

  @Option(help: ArgumentHelp("Take an invitation back.", valueName: "e-mail"))
  var withdraw: String?

  @Option(
    help: ArgumentHelp(
      "End a user's account and sign out their devices; their posts stay, with their name.",
      valueName: "e-mail"))
  var remove: String?

  @Flag(help: "With --remove: delete the user's posts as well.")
  var posts = false

  @OptionGroup var common: CommonOptions
  @OptionGroup var connection: ConnectionOptions
  @ParentCommand var browsing: Firefly

  /// What an option about one's own server is called, if one was given.
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
      throw ValidationError("\(changes[0]) and \(changes[1]) are two steps.")
    }
    if members, !changes.isEmpty {
      throw ValidationError("--members lists, and changes nothing: that is another step.")
    }
    if posts, remove == nil { throw ValidationError("--posts goes with --remove.") }
    for text in [invite, withdraw, remove].compactMap({ $0 }) where MailAddress(text) == nil {
      throw ValidationError("“\(text)” is not an e-mail address.")
    }
    if let limit, limit < 1 { throw ValidationError("--limit is 1 or more.") }
    guard let option = ownServerOption else { return }
    if connection.server != nil {
      throw ValidationError("\(option) is about your own server only, without --server.")
    }
    if json || limit != nil {
      throw ValidationError("--json and --limit are for the list of people, without \(option).")
    }
  }

  func run() throws {
    do {
      guard ownServerOption == nil else { return try runOnOwnServer() }
      let (json, limit) = (json, limit ?? 50)
      try AccountCommand.run("users", common, connection) { context, connection in
        let client = context.client(of: connection)
        let people = try MainLoop.run { try await client.recentUsers().posts.prefix(limit) }
        if json { return try PostsOutput.json(Array(people)) }
        let lines = people.map { person in
          var person = person
          // Who has not written a profile yet is known by the e-mail.
          if person.title.isEmpty { person.title = person.byline ?? "" }
          return PostsOutput.line(for: person, last: person.authorEmail ?? "")
        }
        try StandardStreams.output(lines.joined())
      }
    } catch {
      Failure(error).end()
    }
  }
}
