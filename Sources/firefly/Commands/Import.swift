import ArgumentParser
import FireflyServer
import Foundation

/// Posts into the embedded server's tree.
struct Import: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Add posts to the embedded server, from JSON.",
    discussion: """
      Takes what `firefly export` writes: {"posts": […]} with nested children, or one flat post a \
      line. Only the title is required. Prints the new numbers of the topmost posts, one a line.
      """)

  @Argument(help: "A file, or - for standard input.", completion: .file())
  var file: String

  @OptionGroup var common: CommonOptions

  func run() throws {
    let input = InputFile(path: file)
    do {
      let document = try input.read(limit: PostStore.importByteLimit)
      let ids = try EmbeddedStore.open(common)
        .importPosts(document, localUser: LocalUser.discover)
      try StandardStreams.output(ids.map { "\($0)\n" }.joined())
    } catch let error as ImportError {
      Failure("\(input.name): \(error)").end()
    } catch {
      Failure("\(error)").end()
    }
  }
}
