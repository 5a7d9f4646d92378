import FireflyCore
import Foundation

/// Which entries of feeds are shown, which count as new, and which the user is notified of.
package struct FeedFilters: Sendable {
  /// Maximum number of words of each kind in a filter.
  package static let maximumWords = 200
  /// The name of what holds for all feeds, that of the folder around all others.
  package static let everywhere = "/"

  /// The words for a feed or a folder.
  package struct Filter: Sendable {
    /// Entries with one of these words are not shown.
    var hide: FeedWords
    /// If there are any, entries without one of these words are not shown.
    var only: FeedWords
    /// The user is notified of new entries with one of these words.
    var notify: FeedWords
    /// Whether no entry ever counts as new; nil if the filter does not say it.
    var isQuiet: Bool?

    /// Creates a filter.
    package init(
      hide: [String] = [], only: [String] = [], notify: [String] = [], isQuiet: Bool? = nil
    ) {
      (self.hide, self.only) = (FeedWords(hide), FeedWords(only))
      (self.notify, self.isQuiet) = (FeedWords(notify), isQuiet)
    }
  }

  /// The filters by the names and addresses of feeds and by folders, as the user has written them.
  private let filters: [String: Filter]

  /// Creates filters.
  ///
  /// - Parameter filters: by the names or addresses of feeds, or by folders.
  package init(_ filters: [String: Filter] = [:]) { self.filters = filters }

  /// Returns a sentence about each word of filters that begins with the name of no field.
  package static func complaints(about words: [String]) -> [String] {
    words.compactMap { word in
      FeedWords.unknownField(of: word).map { name in
        let shown = ForeignText.cleanLine(word, limit: 60)
        return "“\(shown)”: entries have no field \(name), only \(FeedWords.fieldNames)."
      }
    }
  }

  /// Whether there are none.
  var isEmpty: Bool { filters.isEmpty }

  /// Returns the filters of a feed, the narrowest first: its own, those of its folder and of the folders around that, and
  /// that of all feeds.
  ///
  /// - Parameter facts: what the feed says of itself.
  /// - Returns: the filters; all of them hold.
  func filters(of feed: FeedList.Feed, _ facts: KeptFeed.Facts) -> [Filter] {
    Self.names(of: feed, facts).compactMap { filters[$0] }
  }

  /// The names under which filters of a feed can stand, the narrowest first.
  static func names(of feed: FeedList.Feed, _ facts: KeptFeed.Facts) -> [String] {
    // Of a service, the address of the feed itself is not that under which it is kept.
    var names = [feed.address, facts.feed, feed.name ?? facts.title].compactMap(\.self)
    var folder = feed.folder
    while let name = folder {
      names.append(name)
      folder = FeedFolder.parent(of: name)
    }
    return names + [everywhere]
  }
}

extension [FeedFilters.Filter] {
  /// Whether no entry counts as new: the narrowest one that says something of it holds.
  var areQuiet: Bool { lazy.compactMap(\.isQuiet).first ?? false }

  /// Returns whether an entry is shown.
  func shows(_ entry: FeedEntry) -> Bool {
    allSatisfy { !$0.hide.match(entry) && ($0.only.isEmpty || $0.only.match(entry)) }
  }

  /// Returns whether the user is notified of an entry.
  func announces(_ entry: FeedEntry) -> Bool { contains { $0.notify.match(entry) } }
}
