import FireflyAPI
import FireflyCore
import Foundation
import Logging

/// The feeds that the user follows on a service, for commands.
package struct ServiceFeeds: FollowedFeeds {
  let reader: Reader

  /// Creates a reader.
  ///
  /// - Parameters:
  ///   - source: the service.
  ///   - server: where it is asked.
  ///   - credentials: the user's account there.
  ///   - tools: what it needs of this machine.
  ///   - userAgent: the program's name and version.
  ///   - logger: logs requests and errors.
  package init(
    _ source: SourceAddress, server: ServerAddress, credentials: Credentials, tools: SourceTools,
    userAgent: String, logger: Logger
  ) {
    let web = WebClient(
      server: server, name: source.name, userAgent: userAgent, credentials: credentials,
      tokenPrefix: source.kind.tokenPrefix, logger: logger)
    reader = Reader(source, web, server, tools, userAgent: userAgent, logger)
  }

  package func load() async throws { try await reader.sync.loadFeeds() }

  package var feeds: [FeedReader.Feed] { reader.sync.store.list.feeds.map(feed) }

  private func feed(_ feed: FeedList.Feed) -> FeedReader.Feed {
    let kept = reader.sync.store.feed(feed.address)
    return FeedReader.Feed(
      address: kept.facts.feed ?? feed.address, name: feed.name ?? kept.facts.title,
      count: kept.rows.count, folder: feed.folder, site: kept.facts.site)
  }

  package func follow(
    _ address: String, name: String?, folder: String?
  ) async throws -> FeedReader.Following {
    do throws(APIError) {
      let found = try await reader.follow(address, name: name, folder: folder)
      return found.isKnown ? .known(feed(found.feed)) : .added(feed(found.feed))
    } catch .notOffered(let reason) {
      return .none(reason)
    }
  }

  package func logIn(_ request: PasswordRequest, password: String) {}

  /// Follows feeds one by one.
  ///
  /// - Returns: those that are new, how many were followed before, and why others can't be, as sentences.
  func follow(
    _ all: [FeedList.Feed]
  ) async throws -> (added: [FeedReader.Feed], known: Int, refused: [String]) {
    var (added, known, refused): ([FeedReader.Feed], Int, [String]) = ([], 0, [])
    for (index, feed) in all.enumerated() {
      try Task.checkCancellation()
      switch try await follow(feed.address, name: feed.name, folder: feed.folder) {
      case .added(let feed): added.append(feed)
      case .known: known += 1
      case .none(let reason): refused.append("\(feed.address): \(reason)")
      }
      WorkProgress.step(index + 1, of: all.count)
    }
    return (added, known, refused)
  }

  package func follow(opml: Data, folder: String?) async throws -> FeedReader.Imported? {
    guard let outline = FeedOutline.read(opml) else { return nil }
    let (feeds, cut) = outline.feeds(below: folder)
    let named = Set(outline.logins.map(\.address))
    let found = try await follow(feeds.filter { !named.contains($0.address) })
    return FeedReader.Imported(
      added: found.added, known: found.known, left: 0, wanting: [],
      unusable: outline.unusable + outline.logins.map(\.shown), refused: found.refused, cut: cut)
  }

  package func unfollow(_ name: String) async throws -> FeedReader.Feed? {
    guard let found = feed(named: name),
      let feed = reader.sync.store.list.feeds.first(where: { self.feed($0) == found })
    else { return nil }
    try await reader.unfollow(feed)
    return found
  }
}
