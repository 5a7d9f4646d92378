import ArgumentParser
import FireflyServer
import Foundation

/// The embedded server's tree, out of it.
struct Export: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Write all posts of your own server to standard output, as JSON.")

  @Flag(help: "Write one post per line instead of a nested tree.")
  var flat = false

  @OptionGroup var storage: DatabaseOptions
  @OptionGroup var common: CommonOptions
  @ParentCommand var browsing: Firefly

  func validate() throws { try browsing.refuseOptions(with: "export") }

  func run() throws {
    do {
      let context = try CommandContext.make(
        "export", common, database: storage.database)
      try context.complain()
      let store = try context.openStore()
      let form: ExportForm = flat ? .flat : .nested
      try MainLoop.run {
        _ = try await store.prepareFirstRun(localUser: LocalUser.discover)
        try await store.exportPosts(form) { try StandardStreams.output($0) }
      }
      context.log.info("exported", metadata: ["form": flat ? "flat" : "nested"])
    } catch {
      Failure(error).end()
    }
  }
}
