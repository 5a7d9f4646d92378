import ArgumentParser
import FireflyAPI
import FireflyCore
import FireflyImports
import FireflySources

/// `firefly keep`: copies a thread of a source to the embedded server.
struct Keep: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "keep",
    abstract: "Copy a thread on the web to your own server, with all replies and pictures.",
    discussion: """
      Copies the whole thread that the page belongs to, and prints its number. Run it again to update the \
      copy: no post is copied twice, and posts deleted on the web since then are kept. \
      `firefly sources` lists the sources.

      Example: firefly keep 'https://news.ycombinator.com/item?id=1'
      """)

  @Argument(help: "The address of a page of a source.")
  var url: String

  @Flag(help: "Bring back posts of the thread that you have deleted.")
  var again = false

  @OptionGroup var identity: AccountOptions
  @OptionGroup var common: CommonOptions
  @ParentCommand var browsing: Firefly

  func validate() throws {
    try browsing.refuseOptions(with: "keep", exceptAccount: true)
    guard let link = SourceLink(url) else {
      throw ValidationError("Not a page of a source. `firefly sources` lists them.")
    }
    guard link.isThread else {
      throw ValidationError(
        "This page is not a thread. Use the address of a story, a status or a topic.")
    }
  }

  func perform() throws {
    guard let link = SourceLink(url) else { return }
    let context = try CommandContext("keep", common, account: AccountChoice(identity, browsing))
    try context.reportComplaints()
    let store = try context.openStore()
    let bar = ProgressBar.shown("loading the thread")
    defer { bar?.finish() }
    var (thread, conversion) = try ProgressBar.run(bar) {
      let thread = try await context.loadThread(link)
      var conversion = try thread.converted(from: link.source)
      try await conversion.loadPictures { try await thread.picture(at: $0) }
      return (thread, conversion)
    }
    conversion.document.bringsBackDeleted = again
    let result = try Import.add(conversion.document, to: store, context, bar)
    bar?.finish()
    context.log.info("kept", metadata: ["posts": "\(thread.items.count)"])
    var complaints = result.splits + result.refusedPictures
    complaints += thread.complaints
    complaints.forEach(StandardStreams.warn)
    ImportReport.say(conversion, result)
    ImportReport.place(conversion.document, result).map(StandardStreams.note)
    ImportReport.confirm(result.roots)
  }

  func failure(of error: any Error) -> Failure {
    switch error {
    case APIError.status(404, _), APIError.status(410, _):
      Failure("There is nothing at this address.")
    default: Failure(error)
    }
  }
}

extension SourceThread {
  /// What is missing in it, as sentences.
  var complaints: [String] {
    (privatePosts > 0
      ? ["Left out: \(Counted.words(privatePosts, "post")) that only some people may read."] : [])
      + (lacksBeginning ? ["The beginning is missing: the source does not show it."] : [])
      + (lostBranches == 0
        ? [] : ["The thread is too large: replies to \(lostBranches) of its posts are missing."])
  }
}
