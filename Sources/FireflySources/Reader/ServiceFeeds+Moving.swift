import FireflyAPI
import FireflyCore
import Foundation

// Brings the feeds of this machine to a service.
extension ServiceFeeds {
  /// What became of feeds that were brought to a service.
  package struct Moved: Sendable {
    /// The feeds that are followed there now.
    package var added: [FeedReader.Feed] = []
    /// How many were followed there before.
    package var known = 0
    /// Why others can't be followed there, as sentences.
    package var refused: [String] = []
    /// How many entries were marked read and starred there.
    package var (read, starred) = (0, 0)
    /// The names of feeds of which the service has no entries yet.
    package var empty: [String] = []
    /// How many saved entries the service does not have.
    package var missing = 0
  }

  /// Entries of a feed whose numbers are asked for, to find those that were read or saved here.
  static let maximumEntries = 1_000

  /// Follows the feeds of this machine there, with their names and folders, and marks there what was read and saved
  /// here, by the addresses of entries; done again, it goes on.
  ///
  /// - Parameters:
  ///   - local: the feeds of this machine.
  ///   - isUnread: whether an entry is unread, by its number and the time of its arrival.
  ///   - saved: the saved entries, with the addresses of their pages.
  /// - Returns: what became of them.
  package func take(
    _ local: FeedReader, isUnread: @Sendable (Post.ID, Date) -> Bool,
    saved: [(id: Post.ID, address: String?)]
  ) async throws -> Moved {
    var moved = Moved()
    let sync = reader.sync
    try await sync.look(unlessWithin: 0)
    (moved.added, moved.known, moved.refused) = try await follow(local.list.feeds.map(local.own))
    try await sync.look(unlessWithin: 0)
    let links = Set(saved.compactMap { local.link(of: $0.id) ?? $0.address })
    let (unread, starred) = (sync.numbers(with: .unread), sync.numbers(with: .starred))
    var (found, read, stars): (Set<String>, [Post.ID], [Post.ID]) = ([], [], [])
    for feed in local.list.feeds {
      guard let there = reader.feed(at: local.own(feed).address),
        let stream = sync.stream(of: there.address)
      else { continue }
      try await sync.load(sync.api.newest(of: stream, limit: Self.maximumEntries))
      let known = local.readLinks(of: feed, isUnread)
      let kept = sync.store.feed(there.address)
      if kept.rows.isEmpty { moved.empty.append(there.name ?? feed.address) }
      for row in kept.rows {
        guard let link = kept.entry(row)?.link else { continue }
        if links.contains(link) {
          found.insert(link)
          if !starred.contains(row.id) { stars.append(row.id) }
        }
        if known.contains(link), unread.contains(row.id) { read.append(row.id) }
      }
    }
    try sync.mark(read, .unread, false)
    try sync.mark(stars, .starred, true)
    await sync.send()
    await sync.settle()
    (moved.read, moved.starred) = (read.count, stars.count)
    moved.missing = links.subtracting(found).count
    return moved
  }
}

extension FeedReader {
  /// Returns a feed with its own address instead of that of a page.
  fileprivate func own(_ feed: FeedList.Feed) -> FeedList.Feed {
    FeedList.Feed(
      address: store.feed(feed.address).facts.feed ?? feed.address, name: feed.name,
      folder: feed.folder)
  }

  /// Returns the address of the page of an entry; nil if it is not kept.
  fileprivate func link(of id: Post.ID) -> String? {
    _ = store.order(of: list.feeds.map(\.address))
    return store.entry(id)?.entry.link
  }

  /// Returns the addresses of the entries of a feed that were read.
  fileprivate func readLinks(
    of feed: FeedList.Feed, _ isUnread: (Post.ID, Date) -> Bool
  ) -> Set<String> {
    let kept = store.feed(feed.address)
    return Set(
      kept.rows.filter {
        !isUnread($0.id, Date(timeIntervalSince1970: kept.arrival(of: $0)))
      }.compactMap { kept.entry($0)?.link })
  }
}
