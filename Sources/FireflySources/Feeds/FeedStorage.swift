import FireflyAPI
import FireflyCore
import Foundation

/// The files of the feed reader on this machine.
package struct FeedStorage: Sendable {
  /// The file with the feeds that the user follows.
  package var list: SourceStorage<Data>
  /// Returns the file with the entries of a feed.
  package var entries: @Sendable (_ address: String) -> SourceStorage<KeptFeed>
  /// Unpacks a feed that is a file of gzip, up to a number of bytes; nil if it can't be unpacked.
  package var unpack: @Sendable (_ data: Data, _ limit: Int) -> Data?
  /// Which entries are shown.
  package var filters = FeedFilters()
  /// Returns whether an entry is unread, by its number and the time of its arrival; nil without read marks.
  package var unread: @Sendable () -> (@Sendable (Post.ID, Date) -> Bool)? = { nil }
  /// Returns what tells whether an entry is muted by its words or its author; nil if nothing is.
  package var muted: @Sendable () -> (@Sendable (Post) -> Bool)? = { nil }
  /// The user's names and passwords on servers of feeds.
  package var logins = FeedLogins.none

  /// Creates storage.
  package init(
    list: SourceStorage<Data>,
    entries: @escaping @Sendable (_ address: String) -> SourceStorage<KeptFeed>,
    unpack: @escaping @Sendable (_ data: Data, _ limit: Int) -> Data? = { _, _ in nil }
  ) {
    (self.list, self.entries, self.unpack) = (list, entries, unpack)
  }

  /// Returns the contents of a file of gzip; nil if the bytes are none.
  func unpacked(_ bytes: [UInt8], limit: Int) -> [UInt8]? {
    guard bytes.starts(with: [0x1F, 0x8B]) else { return nil }
    return unpack(Data(bytes), limit).map { Array($0) }
  }

  /// Maximum bytes of the file of a feed.
  package static let maximumBytes = 64 << 20

  /// Keeps nothing.
  package static let none = FeedStorage(
    list: SourceStorage(read: { nil }, update: { _ in }),
    entries: { _ in SourceStorage(read: { nil }, update: { _ in }) })
}

extension FeedStorage {
  /// Returns whether a source is one feed, by its address, that the user follows.
  package func isFollowed(_ source: SourceAddress) -> Bool {
    source.onlyFeed != nil && unfollowed(at: source) == nil
  }

  /// Returns the address of the only feed of a source, if the user doesn't follow it; nil for other sources.
  package func unfollowed(at source: SourceAddress) -> String? {
    guard let address = source.onlyFeed else { return nil }
    let followed = FeedList(list).byAddress
    guard !followed.isEmpty, followed[address] == nil else {
      return followed.isEmpty ? address : nil
    }
    // It is followed at its new address, or at that which its page names.
    let facts = entries(address).read()?.facts
    let names = [facts?.movedTo, facts?.feed.flatMap(FeedList.address)].compactMap(\.self)
    return names.contains { followed[$0] != nil } ? nil : address
  }
}

extension SourceAddress {
  /// The feed of a place that is one feed, by its address; nil for others.
  fileprivate var onlyFeed: String? {
    kind == .feeds ? feeds.flatMap { $0.count == 1 ? $0.first : nil } : nil
  }
}
