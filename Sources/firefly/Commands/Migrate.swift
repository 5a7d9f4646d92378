import ArgumentParser
import FireflyServer
import Foundation

/// `firefly migrate`: copies the embedded server's data from its folder to a PostgreSQL database.
struct Migrate: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "migrate",
    abstract: "Copy the data of your own server to an empty PostgreSQL database.",
    discussion: """
      Stop the server first. Everything is copied and compared, pictures included. If it is interrupted, \
      run it again to continue. No server accepts the database before it has finished.
      """)

  @Option(
    name: .customLong("to"),
    help: ArgumentHelp("The database: postgres://user@host/database.", valueName: "url"),
    transform: DatabaseOptions.address)
  var target: String?

  @Option(
    name: .customLong("from"),
    help: ArgumentHelp("Folder with the data (default: that of --data).", valueName: "dir"),
    completion: .directory)
  var source: String?

  @Flag(
    name: .customLong("print"),
    help: "Print the SQL that creates the tables, for a database user with more rights, and stop.")
  var prints = false

  @OptionGroup var pictures: PictureOptions

  @OptionGroup var common: CommonOptions
  @ParentCommand var browsing: Firefly

  func validate() throws {
    try browsing.refuseOptions(with: "migrate")
    guard prints != (target != nil) else {
      throw ValidationError("Use either --to or --print.")
    }
    if source?.isEmpty == true { throw ValidationError("Name a folder.") }
  }

  func perform() throws {
    let context = try CommandContext("migrate", common)
    try context.reportComplaints()
    guard let target else {
      context.log.debug("schema")
      return try StandardStreams.output(StoreMigration.schema)
    }
    let place = try pictures.location()
    let folder = source.map { URL(fileURLWithPath: $0) } ?? context.paths.data
    let result = try MainLoop.run {
      try await StoreMigration(from: folder, to: target, pictures: place).run()
    }
    context.log.info("migrated", metadata: ["to": "\(result.location)"])
    let words = result.wasComplete ? "were copied before" : "copied and compared"
    for name in result.missingPictures {
      StandardStreams.warn("The picture \(name) of a post is missing.")
    }
    func count(_ number: Int, _ noun: String) -> String {
      "\(number) \(noun)\(number == 1 ? "" : "s")"
    }
    if result.newPosts > 0 {
      StandardStreams.warn(
        "The folder has changed since: \(count(result.newPosts, "post")) "
          + "\(result.newPosts == 1 ? "is" : "are") not in the copy.")
    }
    let (posts, users) = (count(result.posts, "post"), count(result.users, "user"))
    let pictures = count(result.pictures, "picture")
    StandardStreams.confirm(
      "\(posts) and \(users) \(words): \(result.location).\n"
        + (result.wasComplete
          ? "" : "\(pictures) copied and compared: \(result.pictureStorage).\n"))
  }
}
