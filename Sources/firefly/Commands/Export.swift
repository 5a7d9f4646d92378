import ArgumentParser
import FireflyServer
import Foundation

/// The embedded server's tree, out of it.
struct Export: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Write the embedded server's posts to standard output, as JSON.")

  @Flag(help: "One flat post a line, for trees too deep to nest.")
  var flat = false

  @OptionGroup var common: CommonOptions

  func run() throws {
    do {
      let store = try EmbeddedStore.open(common)
      _ = try store.prepareFirstRun(localUser: LocalUser.discover)
      try store.exportPosts(flat ? .flat : .nested) { try StandardStreams.output($0) }
    } catch {
      Failure("\(error)").end()
    }
  }
}
