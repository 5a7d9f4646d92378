import ArgumentParser
import FireflyServer
import Foundation

/// The data of the embedded server, from its folder to a database.
struct Migrate: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Copy the data of your own server to an empty PostgreSQL database.",
    discussion: """
      Stop the server first. Everything is copied and compared, or nothing. Pictures stay in their folder: \
      start `firefly serve --database` with the same --data.
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

  @Flag(help: "Print the SQL that makes the tables, for a user of the database who may, and stop.")
  var schema = false

  @OptionGroup var common: CommonOptions
  @ParentCommand var browsing: Firefly

  func validate() throws {
    try browsing.refuseOptions(with: "migrate")
    guard schema != (target != nil) else {
      throw ValidationError("Use either --to or --schema.")
    }
    if source?.isEmpty == true { throw ValidationError("Name a folder.") }
  }

  func run() throws {
    do {
      let context = try CommandContext.make("migrate", common)
      try context.complain()
      guard let target else {
        context.log.debug("schema")
        return try StandardStreams.output(StoreMigration.schema)
      }
      let folder = source.map { URL(fileURLWithPath: $0) } ?? context.places.data
      let result = try MainLoop.run { try await StoreMigration(from: folder, to: target).run() }
      context.log.info("migrated", metadata: ["to": "\(result.location)"])
      let words = result.wasDone ? "was copied before" : "copied and compared"
      try StandardStreams.output(
        """
        \(result.posts) posts and \(result.users) users \(words): \(result.location).
        Pictures stay in \(folder.path)/uploads.

        """)
    } catch {
      Failure(error).end()
    }
  }
}
