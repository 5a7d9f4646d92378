import FireflyCore
import Foundation

/// Which entries of feeds are shown, and which the user is notified of, by words.
package struct FeedFilters: Sendable {
  /// Maximum number of words of each kind in a filter.
  package static let maximumWords = 200

  /// The words for a feed or a folder.
  package struct Filter: Sendable {
    /// Entries with one of these words are not shown.
    package var hide: WordMatcher
    /// If there are any, entries without one of these words are not shown.
    package var only: WordMatcher
    /// The user is notified of new entries with one of these words.
    package var notify: WordMatcher

    /// Creates a filter.
    package init(hide: [String] = [], only: [String] = [], notify: [String] = []) {
      (self.hide, self.only) = (WordMatcher(hide), WordMatcher(only))
      self.notify = WordMatcher(notify)
    }
  }

  /// The filters by the names and addresses of feeds and by folders, as the user has written them.
  private let filters: [String: Filter]

  /// Creates filters.
  ///
  /// - Parameter filters: by the names or addresses of feeds, or by folders.
  package init(_ filters: [String: Filter] = [:]) { self.filters = filters }

  /// Whether there are none.
  var isEmpty: Bool { filters.isEmpty }

  /// Returns the filters of a feed: its own, and those of its folder and of the folders around that.
  ///
  /// - Parameter title: the title that the feed has itself.
  /// - Returns: the filters; all of them hold.
  func filters(of feed: FeedList.Feed, title: String) -> [Filter] {
    var names = [feed.address, feed.name ?? title]
    var folder = feed.folder
    while let name = folder {
      names.append(name)
      folder = FeedFolder.parent(of: name)
    }
    return names.compactMap { filters[$0] }
  }
}

extension [FeedFilters.Filter] {
  /// The texts of an entry in which words count: as with muted words, the beginning of a long text.
  private func texts(of entry: FeedEntry) -> [String] {
    [entry.title, String(entry.text.prefix(2_000)), entry.author ?? ""] + (entry.tags ?? [])
  }

  /// Returns whether an entry is shown.
  func shows(_ entry: FeedEntry) -> Bool {
    let texts = texts(of: entry)
    return allSatisfy {
      $0.hide.first(in: texts) == nil && ($0.only.isEmpty || $0.only.first(in: texts) != nil)
    }
  }

  /// Returns whether the user is notified of an entry.
  func announces(_ entry: FeedEntry) -> Bool {
    let texts = texts(of: entry)
    return contains { $0.notify.first(in: texts) != nil }
  }
}
