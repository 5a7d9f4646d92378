import FireflyAPI
import FireflyCore
import FireflyForeign
import Foundation

// Feeds and their folders as rows of the third tab.
extension Feeds {
  /// The name that identifies a folder among the users; no address of a feed has brackets around it.
  static func handle(ofFolder folder: String) -> String { "[\(folder)]" }

  /// Returns the folder of a handle; nil for that of a feed.
  static func folder(_ handle: String) -> String? {
    handle.hasPrefix("[") && handle.hasSuffix("]")
      ? FeedFolder.name(String(handle.dropFirst().dropLast())) : nil
  }

  func people() async throws(APIError) -> [SourceUser]? {
    let feeds = try followed()
    _ = await store.refresh(feeds.map(\.address))
    return rows(of: feeds)
  }

  func rows(in handle: String?) async throws(APIError) -> [SourceUser]? {
    let folder = handle.flatMap(Self.folder)
    guard handle == nil || folder != nil else { return nil }
    _ = await store.refresh(try followed().filter { isIn(folder, $0) }.map(\.address))
    return keptRows(in: handle)
  }

  func keptRows(in handle: String?) -> [SourceUser] {
    let folder = handle.flatMap(Self.folder)
    guard handle == nil || folder != nil else { return [] }
    let feeds = feeds
    // Feeds that are named one by one are in no folder.
    guard addresses == nil else { return rows(of: feeds) }
    return rows(in: folder, feeds.filter { isIn(folder, $0) }, of: feeds.count)
  }

  /// Returns the rows of a folder.
  ///
  /// - Parameters:
  ///   - folder: the folder; nil for the top level.
  ///   - below: all feeds in it, at all levels.
  ///   - count: the number of all feeds.
  /// - Returns: feeds that have failed, folders, and other feeds.
  func rows(in folder: String?, _ below: [FeedList.Feed], of count: Int) -> [SourceUser] {
    var members: [String: [FeedList.Feed]] = [:]
    var folders: [String] = []
    for feed in below {
      guard let child = feed.folder.flatMap({ FeedFolder.child(of: folder, towards: $0) }) else {
        continue
      }
      if members[child] == nil { folders.append(child) }
      members[child, default: []].append(feed)
    }
    return rows(
      of: below.filter { $0.folder == folder },
      folders: folders.map { row(ofFolder: $0, members[$0] ?? [], of: count) })
  }

  /// Returns whether a feed is in a folder, at any level.
  func isIn(_ folder: String?, _ feed: FeedList.Feed) -> Bool {
    guard let folder else { return true }
    return feed.folder.map { FeedFolder.contains(folder, $0) } ?? false
  }

  /// Returns feeds as users, with folders; feeds that have failed come first: they want attention.
  func rows(of feeds: [FeedList.Feed], folders: [SourceUser] = []) -> [SourceUser] {
    let followed = Set(list.feeds.map(\.address))
    let rows = feeds.map {
      (
        isBroken: hasFailed($0),
        user: user($0, isFollowed: followed.contains($0.address), of: followed.count)
      )
    }
    return rows.filter(\.isBroken).map(\.user) + folders + rows.filter { !$0.isBroken }.map(\.user)
  }

  private func hasFailed(_ feed: FeedList.Feed) -> Bool {
    store.feed(feed.address).facts.failure != nil
  }

  /// Returns a folder as a user.
  ///
  /// - Parameters:
  ///   - feeds: all feeds in it, at all levels.
  ///   - count: the number of all feeds.
  func row(ofFolder folder: String, _ feeds: [FeedList.Feed], of count: Int) -> SourceUser {
    var user = SourceUser(
      handle: Self.handle(ofFolder: folder), name: FeedFolder.lastPart(of: folder))
    user.folder = FeedFolder.parent(of: folder).map(Self.handle(ofFolder:))
    let failed = feeds.count(where: hasFailed)
    let words: String = Counted.words(feeds.count, "feed")
    user.facts.labels = [words] + (failed > 0 ? ["\(failed) failed"] : [])
    let names = feeds.map { feed in
      name(of: feed).split(separator: " ").map { MarkdownWriter.escaped($0) }.joined(separator: " ")
    }
    user.about = .markdown(names.map { "- " + $0 }.joined(separator: "\n"))
    user.count = feeds.count
    user.facts.contents = FeedContents(
      isFolder: true, items: items(of: feeds, below: folder, of: count), folder: folder)
    if isPartial { user.facts.contents?.isPartial = true }
    user.isFollowed = addresses == nil
    return user
  }

  /// Returns the entries of a feed that can be unread: a share of their maximum.
  ///
  /// - Parameter count: the number of all feeds.
  /// - Returns: the newest entries; none of a quiet feed, of which none is new.
  func entries(of feed: FeedList.Feed, of count: Int) -> [FeedContents.Item] {
    let limit = max(1, FeedContents.maximumEntries / max(1, count))
    let kept = store.feed(feed.address)
    guard !store.isQuiet(kept) else { return [] }
    let id = SourceNumbers.number(ofUser: Self.handle(feed.address))
    // Those that are unread may be old.
    let rows =
      unread.map { unread in
        kept.rows.filter { unread.contains($0.id) } + kept.rows.filter { !unread.contains($0.id) }
      } ?? kept.rows
    return rows.prefix(limit).map {
      .init(id: $0.id, parent: id, arrivedAt: Date(timeIntervalSince1970: kept.arrival(of: $0)))
    }
  }

  /// What a folder has: its folders, its feeds and their entries.
  private func items(
    of feeds: [FeedList.Feed], below folder: String, of count: Int
  ) -> [FeedContents.Item] {
    func id(_ folder: String) -> Int {
      SourceNumbers.number(ofUser: Self.handle(ofFolder: folder))
    }
    var items: [FeedContents.Item] = []
    var seen: Set<String> = []
    for feed in feeds {
      var outer = folder
      while let inner = feed.folder.flatMap({ FeedFolder.child(of: outer, towards: $0) }) {
        if seen.insert(inner).inserted {
          items.append(.init(id: id(inner), parent: id(outer), arrivedAt: nil))
        }
        outer = inner
      }
      let handle = Self.handle(feed.address)
      items.append(
        .init(id: SourceNumbers.number(ofUser: handle), parent: id(outer), arrivedAt: nil))
      items += entries(of: feed, of: count)
    }
    return items
  }
}
