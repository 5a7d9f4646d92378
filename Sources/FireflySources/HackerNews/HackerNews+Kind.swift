import FireflyCore

extension SourceKind {
  /// Hacker News, by Algolia's API.
  package static let hackerNews: SourceKind = SourceKind(
    rawValue: "hn", name: "Hacker News", usualServer: "https://hn.algolia.com",
    help: Help(
      abstract: "Read Hacker News.",
      discussion: """
        Shows the front page; → opens the replies to a story, and the key a goes round the newest stories, Ask HN, \
        Show HN, jobs and launches. F2 has saved searches, which are stored on this machine; F3 lists the authors of \
        the loaded posts. Hacker News can only be read, and needs no account.

        Same as --server hn:, which other commands accept, too: firefly posts --server hn:
        """),
    invitation: "new here: news, and what is said of it",
    lists: { _, _ in ["front page", "newest"] }, ranked: ["front page", "Ask HN", "Show HN"],
    further: { _ in HackerNews.lists },
    link: SourceLink.init(hackerNews:), files: { file, data, _ in try file.readHackerNews(data) },
    backend: { setting in
      HackerNews(
        web: setting.web,
        ranks: HackerNews.ranks(
          beside: setting.server, userAgent: setting.userAgent, logger: setting.logger))
    })
}
