import ArgumentParser
import FireflyAPI
import FireflyClient
import FireflyCore
import FireflyModel
import FireflySources
import FireflyText

/// `firefly article`: prints the article of a page.
struct PrintArticle: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "article", abstract: "Print the article of a page on the web, as text.",
    discussion: """
      Without scripts, navigation and advertisements, as Markdown; on a terminal it is formatted, with the \
      addresses of its links at the end. If the page can't be reached, the last copy on this machine is printed.

      Example: firefly article https://example.org/story
      """)

  @Argument(help: "The address of the page.")
  var url: String

  @OptionGroup var common: CommonOptions
  @ParentCommand var browsing: Firefly

  func validate() throws {
    try browsing.refuseOptions(with: "article")
    guard url.hasPrefix("https://") || url.hasPrefix("http://") else {
      throw ValidationError("The address must begin with https:// or http://.")
    }
  }

  func perform() throws {
    let context = try CommandContext("article", common)
    try CommandContext.requireLibcurl()
    let articles = context.articles(from: nil)
    let article = try MainLoop.run { [url] in
      switch await articles.article(of: url) {
      case .success(let article): return article
      case .failure(let failure):
        guard failure.keepsCachedLists, let copy = await articles.copy(of: url) else {
          throw failure
        }
        let time = WireDate.minute(copy.time, in: .ofUser())
        StandardStreams.warn("\(failure.sentence) This is the copy of \(time).")
        return copy.article
      }
    }
    let title = article.title.isEmpty ? "" : "# \(article.title)\n\n"
    let text = title + article.markdown
    guard let columns = StandardStreams.terminalColumns else {
      return try StandardStreams.output(text + "\n")
    }
    let formatted = MarkdownFormatter.format(text, width: max(20, min(columns, 80)))
    let links = formatted.links.enumerated().map { "[\($0 + 1)] \($1)" }
    let lines = formatted.lines.map(\.text) + (links.isEmpty ? [] : [""] + links)
    try StandardStreams.output(lines.joined(separator: "\n") + "\n")
  }
}

extension CommandContext {
  /// Returns what loads the articles of pages.
  ///
  /// - Parameters:
  ///   - server: the server that their addresses come from; nil if the user has typed them.
  ///   - client: the source that shows them, which may know servers that the user has named; nil for none.
  package func articles(from server: ServerAddress?, of client: SourceClient? = nil)
    -> ArticleLoader
  {
    let pages = PageClient(
      origin: server, isNamed: { client?.isOnNamedServer($0) ?? false }, userAgent: Self.userAgent,
      authorities: authorities, logger: log)
    return ArticleLoader(client: .live(pages), cache: paths.cache, log: log)
  }
}
