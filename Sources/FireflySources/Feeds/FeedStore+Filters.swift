import FireflyCore
import Foundation

// Entries that filters leave out, or announce.
extension FeedStore {
  private func filters(of feed: KeptFeed) -> [FeedFilters.Filter] {
    guard !storage.filters.isEmpty else { return [] }
    let address = feed.facts.address
    let known = list.byAddress[address] ?? FeedList.Feed(address: address)
    return storage.filters.filters(of: known, feed.facts)
  }

  /// Returns a feed with only those entries that its filters show.
  func filtered(_ feed: KeptFeed) -> KeptFeed {
    let filters = filters(of: feed)
    guard !filters.isEmpty else { return feed }
    var feed = feed
    feed.hide { !filters.shows($0) }
    return feed
  }

  /// Returns the numbers of entries of feeds that are never new: those that are left out, and those of quiet feeds.
  func uncounted(of addresses: [String]) -> Set<Int> {
    guard !storage.filters.isEmpty else { return [] }
    let quiet = addresses.map(feed).filter(isQuiet).flatMap(\.rows).map(\.id)
    return state.withLock(\.hidden).union(quiet)
  }

  /// Whether no entry of a feed counts as new.
  func isQuiet(_ feed: KeptFeed) -> Bool { filters(of: feed).areQuiet }

  /// Returns the title of an entry of which the user is notified; nil for others.
  func announcement(of id: Int) -> String? {
    guard !storage.filters.isEmpty, let (feed, entry) = entry(id),
      filters(of: feed).announces(entry)
    else { return nil }
    return entry.title.isEmpty ? feed.facts.title : entry.title
  }
}
