import ArgumentParser
import FireflyExports
import FireflyStore
import Foundation

/// `firefly backup`: copies the embedded server's data, also while it is used.
struct Backup: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "backup",
    abstract: "Copy all data of your own server to a folder, also while it runs.",
    discussion: """
      The copy has everything: posts, accounts, signed-in devices and pictures. It is a data folder itself: \
      `firefly --data dir` shows it. Keep it as safe as the original. A PostgreSQL database is backed up with \
      pg_dump.

      Example: firefly backup ~/backups/firefly-$(date +%F)
      """)

  @Argument(
    help: ArgumentHelp("A new or empty folder.", valueName: "dir"), completion: .directory)
  var folder: String

  @OptionGroup var pictures: PictureOptions<ReadingPictures>
  @OptionGroup var common: CommonOptions
  @ParentCommand var browsing: Firefly

  func validate() throws {
    try browsing.refuseOptions(with: "backup")
    if folder.isEmpty { throw ValidationError("Name a folder.") }
  }

  func perform() throws {
    let context = try CommandContext("backup", common)
    try context.reportComplaints()
    let data = context.paths.data
    context.log.debug("backing up", metadata: ["folder": "\(data.path)"])
    try StoreBackend.requireDatabase(in: data)
    let store = try context.openStore(pictures: pictures.location(), isReadOnly: true)
    guard let store = store as? any CopyableStore else { return }
    let folder = VerbEnvironment.current.path(folder)
    let report = try Interruption.run(showing: "copying pictures") {
      try await store.backUp(to: folder)
    }
    context.log.info("backed up", metadata: ["posts": "\(report.posts)"])
    try StandardStreams.confirm(report)
  }
}
