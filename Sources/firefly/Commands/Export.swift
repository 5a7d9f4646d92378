import ArgumentParser
import FireflyExports
import FireflyServer
import Foundation

/// The embedded server's tree, out of it.
struct Export: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract:
      "Write all posts of your own server: as JSON, a folder of Markdown files, or a web site.",
    discussion: """
      JSON goes to standard output and names pictures only. A folder has the pictures as well; \
      `firefly import --from markdown` makes the same tree of it.
      """)

  @Flag(help: "Write one post per line instead of a nested tree.")
  var flat = false

  @Option(
    help: ArgumentHelp(
      "Write Markdown files with YAML front matter into this new or empty folder.",
      valueName: "dir"), completion: .directory)
  var markdown: String?

  @Option(
    help: ArgumentHelp(
      "Write a web site without scripts into this new or empty folder.", valueName: "dir"),
    completion: .directory)
  var html: String?

  @Option(
    help: ArgumentHelp("Write only this post and everything below it.", valueName: "id"))
  var post: Int?

  @OptionGroup var pictures: PictureOptions
  @OptionGroup var storage: DatabaseOptions
  @OptionGroup var common: CommonOptions
  @ParentCommand var browsing: Firefly

  func validate() throws {
    try browsing.refuseOptions(with: "export", exceptPost: true)
    if let post, post < 1 { throw ValidationError("The number of a post must be 1 or more.") }
    if markdown?.isEmpty == true || html?.isEmpty == true {
      throw ValidationError("Name a folder.")
    }
    if [flat, markdown != nil, html != nil].count(where: \.self) > 1 {
      throw ValidationError("Use only one of --flat, which is JSON, --markdown and --html.")
    }
  }

  func run() throws {
    do {
      let context = try CommandContext.make(
        "export", common, database: storage.database)
      try context.complain()
      if let folder = markdown ?? html {
        try exportFolder(folder, context.openStore(pictures: pictures.location()))
      } else {
        // JSON has no pictures, so it doesn't matter where they are.
        try exportJSON(context.openStore())
      }
      context.log.info("exported", metadata: ["form": "\(form)"])
    } catch StoreError.unknownPost(let id) {
      Failure("No post \(id).").end()
    } catch {
      Failure(error).end()
    }
  }

  /// The post may be named before the verb as well.
  private var branch: Int? { post ?? browsing.post }

  private var form: String {
    markdown != nil ? "markdown" : html != nil ? "html" : flat ? "flat" : "nested"
  }

  private func exportJSON(_ store: any Store) throws {
    let (form, post) = (flat ? ExportFormat.flat : .nested, branch)
    try MainLoop.run {
      _ = try await store.prepareFirstRun(localUser: LocalUser.discover)
      try await store.exportPosts(form, branch: post) { try StandardStreams.output($0) }
    }
  }

  private func exportFolder(_ path: String, _ store: any Store) throws {
    let (post, isSite) = (branch, html != nil)
    let report = try Interruption.run {
      _ = try await store.prepareFirstRun(localUser: LocalUser.discover)
      return isSite
        ? try await store.exportHTML(to: path, branch: post)
        : try await store.exportMarkdown(to: path, branch: post)
    }
    for name in report.missing { StandardStreams.complain("The picture \(name) is missing.") }
    let (posts, pictures) = (report.posts, report.pictures)
    try StandardStreams.output(
      "\(posts) \(posts == 1 ? "post" : "posts"), \(pictures) \(pictures == 1 ? "picture" : "pictures")\n"
    )
  }
}
