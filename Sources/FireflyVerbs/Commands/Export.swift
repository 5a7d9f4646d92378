import ArgumentParser
import FireflyAPI
import FireflyCore
import FireflyExports
import FireflyImports
import FireflySources
import FireflyStore
import FireflyText
import Foundation

/// `firefly export`: writes the posts of the embedded server.
struct Export: TakesServer {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract:
      "Write all posts of your own server: as JSON, a folder of Markdown files, or a web site.",
    discussion: """
      JSON goes to standard output and names pictures only. A folder has the pictures as well; \
      `firefly import --from markdown` makes the same tree of it. With --server and --post it writes a post \
      of a source on the web and everything below it.

      Example: firefly export --server hn: --post 1 --html hacker-news
      """)

  @Flag(help: "Write one post per line instead of a nested tree.")
  var flat = false

  @Flag(help: "Write the feeds that you follow, for other programs, in OPML.")
  var opml = false

  @Option(
    help: ArgumentHelp(
      "Write Markdown files with YAML front matter into this new or empty folder.",
      valueName: "dir"), completion: .directory)
  var markdown: String?

  @Option(
    help: ArgumentHelp(
      "Write a web site without scripts, for a web server, into this new or empty folder.",
      valueName: "dir"),
    completion: .directory)
  var html: String?

  @Option(help: ArgumentHelp("The title of the web site.", valueName: "words"))
  var title: String?

  @Option(
    help: ArgumentHelp(
      "The address at which the web site will be, for the links in its feed.", valueName: "url"))
  var address: String?

  @Flag(help: "Write each thread on one page of the web site.")
  var threads = false

  @Option(
    help: ArgumentHelp(
      "Write only this post and everything below it; of a source, one has to be named.",
      valueName: "id"))
  var post: Int?

  @OptionGroup var connection: ConnectionOptions<ReadingSource>
  @OptionGroup var identity: AccountOptions
  @OptionGroup var pictures: PictureOptions<ReadingPictures>
  @OptionGroup var storage: DatabaseOptions
  @OptionGroup var common: CommonOptions
  @ParentCommand var browsing: Firefly

  func validate() throws {
    try browsing.refuseOptions(with: "export", exceptServer: true, exceptPost: true)
    if let post, post < 1 { throw ValidationError("The number of a post must be 1 or more.") }
    if markdown?.isEmpty == true || html?.isEmpty == true {
      throw ValidationError("Name a folder.")
    }
    if [flat, markdown != nil, html != nil].count(where: \.self) > 1 {
      throw ValidationError("Use only one of --flat, which is JSON, --markdown and --html.")
    }
    if html == nil, title != nil || threads || address != nil {
      throw ValidationError("--title, --address and --threads are for --html only.")
    }
    if let address, MarkdownHTML.isOpenable(address) == false || !address.hasPrefix("http") {
      throw ValidationError("--address is the URL of the site, such as https://example.org/notes/.")
    }
    if opml {
      guard !flat, markdown == nil, html == nil, branch == nil else {
        throw ValidationError("--opml writes the list of your feeds only.")
      }
      if server != nil { return }
    }
    guard let server else {
      guard identity.account == nil, browsing.identity.account == nil else {
        throw ValidationError("Use --as with --server.")
      }
      return
    }
    guard case .source = server else {
      throw ValidationError(
        "`export` works on your own server, and on sources such as --server hn: only.")
    }
    guard branch != nil else {
      throw ValidationError(
        "Name a thread of the source with --post. `firefly posts --server \(server)` lists them.")
    }
    if common.dataFolder != nil || storage.database != nil || pictures.uploads != nil {
      throw ValidationError(
        "Use either --server or --data, --database and --uploads, which are your own server's.")
    }
  }

  func perform() throws {
    if opml, let server {
      return try CommandContext(
        "export", common, server: server, account: AccountChoice(identity, browsing), isClient: true
      ).connected { context, connection in
        let feeds = try context.feeds(of: connection)
        try MainLoop.run { try await feeds.load() }
        try StandardStreams.output(feeds.opml)
      }
    }
    let context = try CommandContext(
      "export", common, account: AccountChoice(identity, browsing), database: storage.database)
    try context.reportComplaints()
    if opml { return try StandardStreams.output(context.feedReader().opml) }
    let title = title.map { ForeignText.cleanLine($0) }.flatMap { $0.isEmpty ? nil : $0 }
    let output = Output(
      form: flat ? .flat : .nested, markdown: markdown, html: html,
      site: SiteOptions(
        title: title, hasThreads: threads,
        address: address.map { $0.hasSuffix("/") ? $0 : $0 + "/" }))
    if case .source(let source) = server, let branch {
      try export(SourceLink(source: source, target: .post(branch)), output, context)
    } else if output.isFolder {
      try export(
        context.openStore(pictures: pictures.location(), isReadOnly: true), output, context)
    } else {
      // JSON has no pictures, so it doesn't matter where they are.
      try export(context.openStore(isReadOnly: true), output, context)
    }
    context.log.info("exported", metadata: ["form": "\(output.name)"])
  }

  func failure(of error: any Error) -> Failure {
    if case StoreError.unknownPost(let id) = error { return Failure("No post \(id).") }
    return Failure(error, onPost: branch)
  }

  /// `--post` may also precede the command.
  private var branch: Int? { post ?? browsing.post }

  private func export(_ store: any Store, _ output: Output, _ context: CommandContext) throws {
    let branch = branch
    let work: @Sendable () async throws -> Void = {
      try await store.prepareFirstRun(localUser: context.findLocalUser)
      try await output.write(store, branch: branch)
    }
    // A folder that is not complete is removed.
    if output.isFolder { return try Interruption.run(showing: "writing", work) }
    // JSON on the terminal shows by itself how far it is.
    let isShown = VerbEnvironment.current.output.columns != nil
    let bar = isShown ? nil : ProgressBar.shown("writing")
    defer { bar?.finish() }
    try ProgressBar.run(bar, work)
  }

  /// Exports a branch of a source, by way of a store of its own.
  private func export(_ link: SourceLink, _ output: Output, _ context: CommandContext) throws {
    let thread = try context.thread(link, isWhole: false)
    thread.complaints.forEach(StandardStreams.warn)
    let converted = try thread.converted(from: link.source)
    try Interruption.run {
      var conversion = converted
      // JSON names pictures only.
      if output.isFolder {
        try await conversion.loadPictures { try await thread.picture(at: $0) }
      }
      let leftOut = conversion.leftOut
      if !leftOut.isEmpty { StandardStreams.warn("left out: \(leftOut.line)") }
      let folder = FileManager.default.temporaryDirectory
        .appendingPathComponent("firefly-\(UUID().uuidString)")
      defer { try? FileManager.default.removeItem(at: folder) }
      let store = try StoreBackend.sqlite(folder: folder).open()
      let result = try await store.importPosts(
        conversion.document, localUser: context.findLocalUser)
      result.refusedPictures.forEach(StandardStreams.warn)
      try await output.write(store, branch: result.roots.first)
    }
  }
}

/// What an export writes, and where.
private struct Output: Sendable {
  let form: ExportFormat
  let markdown: String?
  let html: String?
  let site: SiteOptions

  var isFolder: Bool { (markdown ?? html) != nil }

  var name: String {
    markdown != nil ? "markdown" : html != nil ? "html" : form == .flat ? "flat" : "nested"
  }

  func write(_ store: any Store, branch: Int?) async throws {
    let report: ExportReport
    let environment = VerbEnvironment.current
    if let html = html.map(environment.path) {
      report = try await store.exportHTML(to: html, branch: branch, options: site)
    } else if let markdown = markdown.map(environment.path) {
      report = try await store.exportMarkdown(to: markdown, branch: branch)
    } else {
      return try await store.exportPosts(form, branch: branch) { bytes in
        // The store calls it on threads of its own.
        try VerbEnvironment.$current.withValue(environment) { try StandardStreams.output(bytes) }
      }
    }
    try StandardStreams.confirm(report)
  }
}

extension StandardStreams {
  /// Says what was written to a folder, and warns about missing pictures.
  ///
  /// - Throws: `ExitCode` if pictures are missing or could not be read, so that the copy is incomplete.
  static func confirm(_ report: ExportReport) throws {
    for name in report.missing { warn("The picture \(name) is missing.") }
    for sentence in report.unreadable { warn(sentence) }
    for name in report.damaged {
      warn(
        "The picture \(name) was left out: it is damaged, so what it says about its place and its camera "
          + "can't be removed.")
    }
    let (posts, pictures) = (report.posts, report.pictures)
    confirm(
      "\(Counted.words(posts, "post")), "
        + "\(Counted.words(pictures, "picture"))\n")
    if let remark = report.remark { note(remark) }
    if !report.missing.isEmpty || !report.unreadable.isEmpty { throw ExitCode(1) }
  }
}
