import FireflyCore

// What filters do to the feeds here and of services.
extension [FeedStorage] {
  /// Calls a closure with each feed as it is kept.
  private func forEachFeed(_ body: (FeedList.Feed, KeptFeed) -> Void) {
    for storage in self {
      for feed in FeedList(storage.list).feeds {
        body(feed, storage.entries(feed.address).read() ?? KeptFeed(feed.address))
      }
    }
  }

  /// Returns those of some names of filters that no feed and no folder has.
  package func unknownFilters(among names: [String]) -> [String] {
    var unknown = Set(names).subtracting([FeedFilters.everywhere])
    guard !unknown.isEmpty else { return [] }
    forEachFeed { unknown.subtract(FeedFilters.names(of: $0, $1.facts)) }
    return names.filter(unknown.contains)
  }

  /// Returns what the filter of a feed or a folder does to the entries that are kept, in words.
  package func trial(of name: String, _ filter: FeedFilters.Filter) -> String {
    var (all, shown, announced) = (0, 0, 0)
    var isKnown = name == FeedFilters.everywhere
    let suffix = filter.isQuiet == true ? ", none of them new" : ""
    forEachFeed { feed, kept in
      let own = FeedFilters([name: filter]).filters(of: feed, kept.facts)
      guard !own.isEmpty else { return }
      isKnown = true
      for entry in kept.rows.lazy.compactMap(kept.entry) {
        all += 1
        guard own.shows(entry) else { continue }
        shown += 1
        if own.announces(entry) { announced += 1 }
      }
    }
    guard isKnown else { return "is the name of no feed and no folder" }
    let entries: String = Counted.words(all, "entry", "entries")
    return "shows \(shown) of \(entries)" + suffix
      + (announced > 0 ? ", notifies of \(announced)" : "")
  }
}
