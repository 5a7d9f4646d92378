import ArgumentParser
import FireflyServer
import Foundation

/// Posts into the embedded server's tree.
struct Import: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Add posts to your own server, from JSON.",
    discussion: """
      Reads the output of `firefly export`: {"posts": […]} with nested children, or one post per line. \
      Only the title is required. A body of more than 256 KB is split: the rest becomes replies. Prints the \
      new numbers of the topmost posts, one per line.
      """)

  @Argument(help: "A file, or - for standard input.", completion: .file())
  var file: String

  @OptionGroup var storage: DatabaseOptions
  @OptionGroup var common: CommonOptions
  @ParentCommand var browsing: Firefly

  func validate() throws { try browsing.refuseOptions(with: "import") }

  func run() throws {
    let input = InputFile(path: file)
    do {
      let context = try CommandContext.make(
        "import", common, database: storage.database)
      try context.complain()
      let document = try input.read(limit: ImportDocument.maxBytes)
      let store = try context.openStore()
      let result = try MainLoop.run {
        try await store.importPosts(document, localUser: LocalUser.discover)
      }
      context.log.info("imported", metadata: ["topmost": "\(result.roots.count)"])
      result.splits.forEach(StandardStreams.complain)
      try StandardStreams.output(result.roots.map { "\($0)\n" }.joined())
    } catch let error as ImportError {
      Failure("\(input.name): \(error)").end()
    } catch {
      Failure(error).end()
    }
  }
}
