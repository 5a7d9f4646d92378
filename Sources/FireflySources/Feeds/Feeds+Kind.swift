import FireflyAPI
import FireflyCore
import FireflyForeign

extension SourceKind {
  /// Feeds: RSS, Atom and JSON Feed.
  package static let feeds: SourceKind = SourceKind(
    rawValue: "feed", name: "Feeds", usualServer: SourceAddress.nowhere, rules: .feeds,
    help: Help(command: "feeds", abstract: "Read Feeds.", discussion: ""),
    invitation: "new here: follow pages by their feeds",
    lists: { _, _ in ["all entries", "unread"] }, unread: ["unread"],
    further: { _ in [Feeds.newest] },
    address: { text throws(APIError) in
      let feeds = text.split(separator: " ").map(String.init)
      return feeds.isEmpty ? SourceAddress(.feeds) : try SourceAddress(feeds: feeds)
    },
    title: { source in
      guard let feeds = source.feeds, feeds.count == 1 else { return source.kind.name }
      return WebAddress.site(of: feeds[0]) ?? feeds[0]
    },
    backend: { setting in
      // Its requests come from feeds, not from the server of the first one.
      var nowhere = ServerAddress.none
      nowhere.authorities = setting.server.authorities
      return Feeds(
        web: WebClient(
          server: nowhere, name: setting.source.name, userAgent: setting.userAgent,
          logger: setting.logger),
        addresses: setting.source.feeds,
        store: FeedStore(
          setting.tools.feeds, userAgent: setting.userAgent,
          authorities: setting.server.authorities, logger: setting.logger))
    })
}
