import ArgumentParser
import FireflyImports
import FireflyServer
import Foundation

/// Posts into the embedded server's tree.
struct Import: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Add posts to your own server, from JSON or from a folder of Markdown files.",
    discussion: """
      Reads the output of `firefly export`: {"posts": […]} with nested children, or one post per line. \
      Only the title is required. A body of more than 256 KB is split: the rest becomes replies. Prints the \
      new numbers of the topmost posts, one per line.
      """)

  @Option(
    help: ArgumentHelp(
      "What is imported: json or markdown (default: markdown for a folder, otherwise json).",
      valueName: "format"))
  var from: ImportFormat?

  @Argument(help: "A file, a folder, or - for standard input.", completion: .file())
  var file: String

  @OptionGroup var storage: DatabaseOptions
  @OptionGroup var common: CommonOptions
  @ParentCommand var browsing: Firefly

  func validate() throws { try browsing.refuseOptions(with: "import") }

  func run() throws {
    let source = ImportSource(path: file, format: from)
    do {
      let context = try CommandContext.make(
        "import", common, database: storage.database)
      try context.complain()
      let conversion = try source.read()
      let store = try context.openStore()
      let result = try MainLoop.run {
        try await store.importPosts(conversion.document, localUser: LocalUser.discover)
      }
      context.log.info("imported", metadata: ["topmost": "\(result.roots.count)"])
      (conversion.complaints + result.splits + result.refusedPictures)
        .forEach(StandardStreams.complain)
      try StandardStreams.output(result.roots.map { "\($0)\n" }.joined())
    } catch let error as ImportError {
      Failure("\(source.name): \(error)").end()
    } catch {
      Failure(error).end()
    }
  }
}
