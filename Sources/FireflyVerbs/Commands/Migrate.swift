import ArgumentParser
import FireflyCore
import FireflyStore
import Foundation

/// `firefly migrate`: copies the embedded server's data from its folder to a PostgreSQL database, or
/// back.
struct Migrate: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "migrate",
    abstract: "Copy the data of your own server to an empty PostgreSQL database, or back.",
    discussion: """
      Stop the server first. Everything is copied and compared, pictures included. If it is interrupted, \
      run it again to continue. No server accepts the copy before it has finished.
      """)

  @Option(
    name: .customLong("to"),
    help: ArgumentHelp(
      "The database: postgres://user@host/database; or a new folder, with a database in --from.",
      valueName: "url|dir"))
  var target: String?

  @Option(
    name: .customLong("from"),
    help: ArgumentHelp(
      "Folder or database with the data (default: the folder of --data).", valueName: "dir|url"),
    completion: .directory)
  var source: String?

  @Flag(
    name: .customLong("print"),
    help: "Print the SQL that creates the tables, for a database user with more rights, and stop.")
  var prints = false

  @OptionGroup var pictures: PictureOptions<StoringPictures>

  @OptionGroup var common: CommonOptions
  @ParentCommand var browsing: Firefly

  func validate() throws {
    try browsing.refuseOptions(with: "migrate")
    guard prints != (target != nil) else {
      throw ValidationError("Use either --to or --print.")
    }
    if source?.isEmpty == true { throw ValidationError("Name a folder.") }
    guard let target else { return }
    if !StoreBackend.isDatabase(target), source.map(StoreBackend.isDatabase) != true {
      _ = try DatabaseOptions.address(argument: target)
    }
  }

  func perform() throws {
    let context = try CommandContext("migrate", common)
    try context.reportComplaints()
    guard let target else {
      context.log.debug("schema")
      return try StandardStreams.output(StoreMigration.schema)
    }
    let place = try pictures.location()
    let (from, to) = (
      Self.backend(source ?? context.paths.data.path, pictures: place),
      Self.backend(target, pictures: nil)
    )
    let isToFolder = !StoreBackend.isDatabase(target)
    let bar = ProgressBar.shown()
    defer { bar?.finish() }
    let result = try MainLoop.run {
      var migration = try StoreMigration(from: from, to: to, pictures: isToFolder ? nil : place)
      if let bar { migration.onProgress = { bar.show($0, of: $1) } }
      return try await migration.run()
    }
    context.log.info("migrated", metadata: ["to": "\(result.location)"])
    let words = result.wasComplete ? "were copied before" : "copied and compared"
    for name in result.missingPictures {
      StandardStreams.warn("The picture \(name) of a post is missing.")
    }
    if result.newPosts > 0 {
      StandardStreams.warn(
        "\(isToFolder ? "The database" : "The folder") has changed since: "
          + "\(Counted.words(result.newPosts, "post is", "posts are")) not in the copy.")
    }
    let (posts, users) = (Counted.words(result.posts, "post"), Counted.words(result.users, "user"))
    let pictures = Counted.words(result.pictures, "picture")
    StandardStreams.confirm(
      "\(posts) and \(users) \(words): \(result.location).\n"
        + (result.wasComplete
          ? "" : "\(pictures) copied and compared: \(result.pictureStorage).\n"))
  }

  /// The store of a database's address or a folder's path.
  private static func backend(_ text: String, pictures: PictureLocation?) -> StoreBackend {
    StoreBackend.isDatabase(text)
      ? .postgres(url: text, pictures: pictures ?? .database)
      : .sqlite(folder: URL(fileURLWithPath: VerbEnvironment.current.path(text)))
  }
}
