import ArgumentParser
import FireflyClient
import FireflyCore
import FireflyImports
import FireflyStore
import FireflyTransfer
import Foundation

/// `firefly import`: adds posts to the embedded server.
struct Import: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract:
      "Import an export, Markdown files, mails or threads from the web into your own server.",
    discussion: """
      Reads the output of `firefly export`: {"posts": […]} with nested children, or one post per line. \
      Only the title is required. A body of more than 256 KB is split: the rest becomes replies. Other \
      formats are recognised, or named with --from: `firefly man import` lists them. Posts that were \
      imported before from the same source are updated. Prints the new numbers of the topmost posts, one per line; on \
      a terminal, how to see and take back what came.
      """)

  @Option(
    help: ArgumentHelp(
      "The format of the input: \(ImportFormat.allCases.map(\.rawValue).joined(separator: ", ")).",
      valueName: "format"))
  var from: ImportFormat?

  @Flag(name: .customLong("private"), help: "Also import Mastodon posts that are not public.")
  var isPrivate = false

  @Flag(
    name: .customLong("pictures"),
    help: "Load the pictures that posts of a service on the web name by their addresses.")
  var loadsPictures = false

  @Option(
    help: ArgumentHelp("Import mails from this day on only, such as 2024-01-01.", valueName: "date")
  )
  var since: String?

  @Option(
    name: .customLong("name"),
    help: ArgumentHelp(
      "The name under which to keep a file or folder, instead of its path.", valueName: "name"))
  var givenName: String?

  /// What `--name` was called before.
  @Option(name: .customLong("as"), help: .hidden)
  var formerName: String?

  @Flag(help: "Bring back posts of this source that you have deleted.")
  var again = false

  @Flag(help: "Name what was left out or guessed: the first 1,000 of each kind.")
  var verbose = false

  @Argument(help: "A file, a folder, or - for standard input.", completion: .file())
  var file: String

  @OptionGroup var pictures: PictureOptions<StoringPictures>
  @OptionGroup var storage: DatabaseOptions
  @OptionGroup var common: CommonOptions
  @ParentCommand var browsing: Firefly

  func validate() throws {
    try browsing.refuseOptions(with: "import", exceptAccount: true)
    if isPrivate, let from, from != .mastodon {
      throw ValidationError("--private is for --from mastodon only.")
    }
    if loadsPictures, let from, !from.isOfTheWeb {
      throw ValidationError("--pictures is for files of services on the web only.")
    }
    if let name, name.allSatisfy(\.isWhitespace) || name.utf8.count > 1_000 || name.contains("\0") {
      throw ValidationError("--name needs a name.")
    }
    if let since {
      guard WireDate.date(since) != nil else {
        throw ValidationError("--since needs a date such as 2024-01-01.")
      }
      if let from, from != .mail { throw ValidationError("--since is for --from mail only.") }
    }
  }

  func perform() throws {
    let context = try CommandContext("import", common, database: storage.database)
    try context.reportComplaints()
    ScratchFolder.removeForgotten()
    let scratch = ImportSource.scratch
    let bar = ProgressBar.shown("reading \(source.shortName)", cleanUp: scratch.remove)
    defer { bar?.finish() }
    let signals = bar == nil ? Self.removing(scratch) : nil
    defer { signals.map { signals in MainActor.assumeIsolated { signals.stop() } } }
    defer { scratch.remove() }
    var (format, conversion) = try ProgressBar.run(bar) { [source] in try source.read() }
    conversion = try withPictures(conversion, of: format, context, bar)
    (conversion.document.isNamed, conversion.document.kind) = (name != nil, format.rawValue)
    conversion.document.bringsBackDeleted = again
    let feeds = format == .opml ? source.feedCount : 0
    let store = try context.openStore(pictures: pictures.location())
    let result = try Self.add(conversion.document, to: store, context, bar)
    scratch.remove()
    bar?.finish()
    context.log.info("imported", metadata: ["topmost": "\(result.roots.count)"])
    (conversion.complaints + result.splits + result.refusedPictures
      + [result.depthComplaint].compactMap(\.self))
      .forEach(StandardStreams.warn)
    if let place = result.formerPlace {
      StandardStreams.warn(
        "\(source.shortName) looks like a new place of \(ForeignText.cleanLine(place)), and updates its posts."
          + VerbEnvironment.current.advice(" Use --name NAME to keep both."))
    }
    let isTerminal = VerbEnvironment.current.error.columns != nil
    // Numbers alone look like errors where a person reads.
    let isInWords =
      isTerminal && VerbEnvironment.current.output.columns != nil
      && !VerbEnvironment.current.isQuiet
    if isInWords || format != .json || result.added < conversion.document.count {
      ImportReport.say(conversion, result, isVerbose: verbose)
      let isNear =
        isTerminal && common.dataFolder == nil && storage.database == nil
        && context.configuration.server == nil
      ImportReport.place(conversion.document, result, isNear: isNear).map(StandardStreams.note)
    }
    if feeds > 0 {
      let them = Counted.words(feeds, "feed is", "feeds are")
      StandardStreams.warn(
        "\(them) in this file."
          + VerbEnvironment.current.advice(" To follow: firefly feed add \(file)"))
    }
    if !isInWords { ImportReport.confirm(result.roots) }
  }

  /// Returns the posts with the pictures that they have on the web, if these are to be loaded.
  private func withPictures(
    _ conversion: Conversion, of format: ImportFormat, _ context: CommandContext,
    _ bar: ProgressBar?
  ) throws -> Conversion {
    var conversion = conversion
    guard loadsPictures else {
      if format.isOfTheWeb, conversion.leaveOutPictures() {
        conversion.complaints.append(
          "Pictures of the web are shown from there"
            + VerbEnvironment.current.advice("; --pictures copies them") + ".")
      }
      return conversion
    }
    guard format.isOfTheWeb else {
      throw Failure("--pictures is for files of services on the web only.")
    }
    let load = try context.pictureLoader(for: format)
    return try ProgressBar.run(bar) { [conversion] in
      var conversion = conversion
      try await conversion.loadPictures(load)
      return conversion
    }
  }

  /// Removes the files of an archive when a signal ends the program; `ProgressBar` does it otherwise.
  private static func removing(_ scratch: ScratchFolder) -> SignalSources? {
    guard Thread.isMainThread else { return nil }
    return MainActor.assumeIsolated {
      let signals = SignalSources()
      signals.onEnds { [weak signals] number in
        scratch.remove()
        signals?.stop()
        raise(number)
      }
      return signals
    }
  }

  func failure(of error: any Error) -> Failure {
    error is ImportError ? Failure("\(source.name): \(error)") : Failure(error)
  }

  /// The value of `--name`, or of `--as`, which the parser may take for that of the terminal UI.
  private var name: String? { givenName ?? formerName ?? browsing.identity.account }

  /// The input, whose path may lead to a file with a name that is not UTF-8.
  private var source: ImportSource {
    var source = ImportSource(
      path: file, format: from, isPrivate: isPrivate, since: since.flatMap(WireDate.date),
      givenIdentity: name)
    source.readRawArgument()
    return source
  }

  /// Adds posts, and shows the progress.
  ///
  /// What the first import of a thread or folder brings is read; what later ones add is unread.
  ///
  /// - Throws: `ImportError`, `StoreError`.
  static func add(
    _ document: ImportDocument, to store: any Store, _ context: CommandContext, _ bar: ProgressBar?
  ) throws -> ImportResult {
    bar?.save(document.count)
    var document = document
    if let bar { document.onProgress = { bar.show($0) } }
    return try MainLoop.run { [document] in try await context.add(document, to: store) }
  }
}

extension CommandContext {
  /// Adds posts to the embedded server; what the first import of a thread or folder brings is read.
  ///
  /// - Throws: `ImportError`, `StoreError`.
  func add(_ document: ImportDocument, to store: any Store) async throws -> ImportResult {
    let result = try await store.importPosts(document, localUser: findLocalUser)
    VerbEnvironment.current.onImport(result)
    guard !result.first.isEmpty, configuration.readMarks else { return result }
    let marks = ReadMarkStore(
      state: paths.state, server: SiteID(ofOwnServer: try await store.identity()),
      report: fileReport)
    let owner = try await store.owner().map { PersonID(email: $0.email) }
    marks.apply([.read(result.first)], to: owner)
    marks.flush()
    return result
  }
}
