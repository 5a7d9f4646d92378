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
    signal(SIGPIPE, SIG_DFL)
    do {
      let (store, _) = try EmbeddedStore.open(common)
      try store.exportPosts(flat ? .flat : .nested) {
        try FileHandle.standardOutput.write(contentsOf: Data($0))
      }
    } catch {
      Failure("\(error)").end()
    }
  }
}

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
    do {
      let document: Data
      if file == "-" {
        document = try FileHandle.standardInput.readToEnd() ?? Data()
      } else {
        guard let read = FileManager.default.contents(atPath: file) else {
          Failure("“\(file)” can't be read.").end()
        }
        document = read
      }
      let (store, user) = try EmbeddedStore.open(common)
      for id in try store.importPosts(document, author: user) { print(id) }
    } catch {
      Failure("\(error)").end()
    }
  }
}

/// The embedded server's database, without the server.
enum EmbeddedStore {
  static func open(_ options: CommonOptions) throws -> (PostStore, LocalUser) {
    let folder = options.dataFolder.map { URL(fileURLWithPath: $0) } ?? Places().data
    let store = try PostStore(folder: folder)
    return (store, try store.prepareFirstRun(localUser: LocalUser.discover))
  }
}
