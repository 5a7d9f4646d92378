import FireflyAPI
import FireflyCore
import Foundation
import Logging

/// The feeds that the user follows, for commands.
package struct FeedReader: Sendable {
  /// A feed with what is known about it.
  package struct Feed: Hashable, Sendable {
    /// The address.
    package var address: String
    /// The user's name for it, or its own; empty before it is received.
    package var name: String
    /// The number of entries.
    package var count: Int
    /// Why the last request failed, as a sentence; nil if it succeeded.
    package var failure: String?
    /// The folder; nil for none.
    package var folder: String?
    /// The address of its site.
    package var site: String?
    /// The address of the feed itself, if the user gave that of a page.
    var feed: String?
    /// The address that it had before, if it has moved for good.
    package var before: String?
    /// The addresses of the other feeds of the page, if it was found on one just now.
    package var others: [String] = []

    /// The address at which other programs find it.
    var ownAddress: String { feed ?? address }
  }

  /// What became of a feed that was to be followed.
  package enum Following: Hashable, Sendable {
    /// It is followed from now on.
    case added(Feed)
    /// It was followed before.
    case known(Feed)
    /// There is none; why, as a sentence.
    case none(String)
  }

  /// The list of feeds.
  package let list: FeedList
  let store: FeedStore
  private let backend: Feeds

  /// Creates a reader.
  ///
  /// - Parameters:
  ///   - storage: the files.
  ///   - userAgent: the program's name and version.
  ///   - authorities: the certificate authorities.
  ///   - logger: logs requests and errors.
  package init(
    _ storage: FeedStorage, userAgent: String, authorities: TrustedAuthorities, logger: Logger
  ) {
    store = FeedStore(storage, userAgent: userAgent, authorities: authorities, logger: logger)
    list = store.list
    backend = Feeds(
      web: WebClient(
        server: ServerAddress.none, name: SourceKind.feeds.name, userAgent: userAgent,
        logger: logger),
      addresses: nil, store: store)
  }

  /// The feeds that are followed, in the order of the file.
  package var feeds: [Feed] { list.feeds.map(feed) }

  private func feed(_ feed: FeedList.Feed) -> Feed {
    let kept = store.feed(feed.address)
    return Feed(
      address: feed.address, name: feed.name ?? kept.facts.title, count: kept.rows.count,
      failure: store.failure(of: kept), folder: feed.folder, site: kept.facts.site,
      feed: kept.facts.feed,
      before: kept.facts.before)
  }

  /// Follows a feed, or that of a page which names one.
  ///
  /// A feed that can't be reached is followed all the same.
  ///
  /// - Parameters:
  ///   - name: the user's name for it; nil for its own.
  ///   - folder: the folder into which it is put; nil for none, or where it is already.
  /// - Returns: what became of it.
  /// - Throws: `APIError.passwordNeeded` if the address has a name whose password is not known; a description
  ///   of the problem if the list can't be written.
  package func follow(
    _ address: String, name: String? = nil, folder: String? = nil
  ) async throws -> Following {
    switch try await store.follow(address, name: name, folder: folder, in: list) {
    case .added(let new, let others):
      var feed = feed(new)
      feed.others = others
      return .added(feed)
    case .known(let old): return .known(feed(old))
    case .none(let reason): return .none(reason)
    }
  }

  /// Takes the password that `follow` needs; it is kept when the feed was received.
  package func logIn(_ request: PasswordRequest, password: String) {
    store.logIn(request, password: password)
  }

  /// What became of the feeds of a list.
  package struct Imported: Sendable {
    /// The new ones.
    package var added: [Feed]
    /// How many were followed before.
    package var known: Int
    /// How many are too many.
    package var left: Int
    /// The addresses whose passwords are not known, with the names in them.
    package var wanting: [String]
    /// The addresses that can't be requested.
    package var unusable: [String]
    /// Why others can't be followed, as sentences.
    package var refused: [String] = []
    /// What the name of a folder loses, as a sentence; nil for nothing.
    package var cut: String?
  }

  /// Follows the feeds of a list that a program has exported; passwords in their addresses are kept apart.
  ///
  /// - Parameters:
  ///   - opml: the file.
  ///   - folder: the folder into which its feeds and folders are put; nil for none.
  /// - Returns: what became of them; nil if it is no such list.
  /// - Throws: a description of the problem if the list can't be written.
  package func follow(opml: Data, folder: String? = nil) throws -> Imported? {
    guard let outline = FeedOutline.read(opml) else { return nil }
    let (feeds, cut) = outline.feeds(below: folder)
    let before = Set(list.feeds.map(\.address))
    let known = feeds.count { before.contains($0.address) }
    let added = try list.add(feeds).map(feed)
    let wanting = outline.logins.filter { !store.storage.keep($0) }
    return Imported(
      added: added, known: known, left: max(0, feeds.count - known - added.count),
      wanting: wanting.map(\.shown), unusable: outline.unusable, cut: cut)
  }

  /// Follows a feed no longer.
  ///
  /// - Parameter name: its address or its name.
  /// - Returns: the feed; nil if none is called so.
  /// - Throws: a description of the problem if the list can't be written.
  package func unfollow(_ name: String) throws -> Feed? {
    guard let found = feed(named: name), try list.remove(found.address) else { return nil }
    return found
  }

  /// Requests the feeds whose time has come.
  ///
  /// - Returns: the numbers of the new entries, the newest first, and the feeds that have failed in another way than
  ///   the last time.
  package func fetch() async -> (entries: [Int], failed: [Feed]) {
    func failures() -> [String: String] {
      let known = list.feeds.compactMap { feed in
        store.feed(feed.address).facts.failure.map { (feed.address, $0) }
      }
      return Dictionary(known) { first, _ in first }
    }
    let before = failures()
    let new = Set(await store.refresh(list.feeds.map(\.address)))
    // A feed may have moved.
    let entries = store.order(of: list.feeds.map(\.address)).filter(new.contains)
    let after = failures()
    let failed = feeds.filter {
      after[$0.address] != nil && after[$0.address] != before[$0.address]
    }
    return (entries, failed)
  }

  /// Returns entries as posts, each when it is its turn: together their texts may be large.
  package func posts(_ entries: [Int]) -> some Sequence<Post> {
    let names = backend.names
    return entries.lazy.compactMap { backend.node($0, names: names)?.post(backend.habits) }
  }

  /// Returns the address of an entry's page; nil for none.
  package func page(of post: Post) -> String? { backend.page(of: post.id, by: nil) }
}

extension ServerAddress {
  /// No server: what feeds name is elsewhere.
  static var none: ServerAddress {
    // The address is valid.
    (try? ServerAddress(SourceAddress.nowhere)) ?? ServerAddress(socket: "")
  }
}
