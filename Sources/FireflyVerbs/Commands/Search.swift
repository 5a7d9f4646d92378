import ArgumentParser
import FireflyAPI
import FireflyClient
import FireflyCore

/// `firefly search`: prints posts that contain words.
struct Search: AccountUsingCommand {
  static let configuration = CommandConfiguration(
    commandName: "search",
    abstract: "Find posts and people by words.",
    discussion: """
      Results contain all of the words. * after a word matches its beginning; text in quotation marks, such \
      as “learning to sail”, is a phrase. The output is that of `firefly posts`, in the server's order. A \
      server that supports saved searches only may match differently and requires you to sign in.
      """)

  @Argument(help: "Words to search for.")
  var words: [String]

  @OptionGroup var common: CommonOptions
  @OptionGroup var connection: ConnectionOptions<Reading>
  @OptionGroup var identity: AccountOptions

  @OptionGroup var listing: ListOptions

  @Option(help: ArgumentHelp("Maximum number of posts.", valueName: "n"))
  var limit = 50

  @ParentCommand var browsing: Firefly

  func validate() throws {
    try browsing.refuseOptions(with: "search", exceptServer: true)
    guard limit > 0 else { throw ValidationError("--limit must be 1 or more.") }
    guard words.contains(where: { $0.contains(where: Self.isSearched) }) else {
      throw ValidationError("Name at least one word to search for.")
    }
  }

  /// Whether a character is of a word, or is searched for alone, as emoji are.
  private static func isSearched(_ character: Character) -> Bool {
    character.isLetter || character.isNumber
      || character.unicodeScalars.first.map {
        $0.isPictograph || $0.properties.generalCategory == .otherSymbol
      } == true
  }

  private static let leftBehind = """
    Could not delete the temporary search from the server. The next `firefly search` there deletes it.
    """

  func perform() throws {
    try listing.checkPosts()
    try connected { context, connection in
      let search = WordSearch(
        client: context.client(of: connection, isForPrograms: listing.isForPrograms),
        email: connection.credentials.email,
        leftovers: LeftoverSearches(
          state: context.paths.state, server: connection.id, report: context.fileReport),
        log: context.log)
      defer {
        if search.hasLeftovers { StandardStreams.warn(Self.leftBehind) }
      }
      let (words, limit, isTable) = (words, limit, !listing.json && listing.fields == nil)
      let printed = try listing.posts(context, connection)
      let rows = PostsOutput(context, connection)
      // On other servers a temporary search has to be deleted.
      let hits = try Interruption.run { try await search.hits(of: words) }
      guard let hits else { throw AccountCommand.signedOut(on: connection) }
      let page = try MainLoop.run {
        var last = PostPage(posts: [])
        for await page in search.pages(of: hits, limit: limit) {
          // Columns are aligned when all rows are known.
          if isTable, !PrintedTable.isAligned {
            let rows = rows.learning(page.posts)
            try PrintedTable.output(
              page.posts.dropFirst(last.posts.count).map { rows.row(for: $0) })
          }
          last = page
        }
        return last
      }
      if listing.json {
        let document = PostsDocument()
        _ = document.add(page.posts, printed)
        try document.end()
      } else if hits.isEmpty {
        StandardStreams.note("Nothing found.")
      } else if listing.hasLines {
        try PrintedTable.output(page.posts.map(printed.line))
      } else if PrintedTable.isAligned {
        let rows = rows.learning(page.posts)
        try PrintedTable.output(page.posts.map { rows.row(for: $0) })
      }
      // Enough results were loaded.
      guard page.skipped.isEmpty || page.posts.count == limit else {
        throw Failure(
          "\(page.skipped.count) of the results could not be loaded: \(page.skipped[0])")
      }
    }
  }
}
