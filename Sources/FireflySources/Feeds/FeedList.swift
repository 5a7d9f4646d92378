import FireflyCore
import FireflyForeign
import Foundation
import Synchronization

/// The feeds that the user follows: a text file with an address on each line, and perhaps a name after it.
///
/// A line `# [Tech/More]` begins a folder. Empty lines and other lines that begin with `#` stay as they are.
package struct FeedList: Sendable {
  /// A feed that is followed.
  package struct Feed: Hashable, Sendable {
    /// The address that the user gave.
    package var address: String
    /// The user's name for it; nil for its own.
    package var name: String?
    /// The folder; nil for none.
    package var folder: String?
    /// The address with a name in it, as the line has it; nil for one without.
    fileprivate var written: String?

    /// Creates a feed.
    package init(address: String, name: String? = nil, folder: String? = nil) {
      (self.address, self.name) = (address, name?.line)
      self.folder = folder.flatMap(FeedFolder.name)
    }

    fileprivate var line: String {
      let address = written ?? address
      return name.map { "\(address) \($0)" } ?? address
    }

    /// Reads a line; nil for one without a feed.
    fileprivate init?(line: some StringProtocol, in folder: String? = nil) {
      let parts = line.split(maxSplits: 1, whereSeparator: \.isWhitespace)
      guard let first = parts.first, !first.hasPrefix("#"),
        let parsed = FeedList.parse(String(first)), parsed.password == nil || parsed.user != nil
      else { return nil }
      self.init(address: parsed.address, name: parts.count > 1 ? String(parts[1]).line : nil)
      self.folder = folder
      if parsed.user != nil { written = String(first) }
    }
  }

  /// Maximum number of feeds.
  package static let maximum = 2_000

  let storage: SourceStorage<Data>
  private let last = Last()

  /// What was read the last time, and what was changed.
  private final class Last: Sendable {
    let read = Mutex<Read?>(nil)
    let changes = Mutex<[Change]>([])
    let removed = Mutex<[String: [Feed]]>([:])
    /// What feeds were before they got their addresses from the user, by these.
    let moved = Mutex<[String: Feed]>([:])
  }

  /// The file before and after a change.
  private struct Change {
    /// Maximum number of changes that are kept.
    static let maximum = 8

    let before: Data
    /// The feeds before it.
    let feeds: Set<Feed>
    let after: Data
  }

  private struct Read {
    let data: Data?
    let feeds: [Feed]
    let byAddress: [String: Feed]
  }

  /// Creates the list of a file.
  package init(_ storage: SourceStorage<Data>) { self.storage = storage }

  /// All feeds, in the order of the file, each once; the lines are read again only if the file has changed.
  package var feeds: [Feed] { read().feeds }

  /// The feeds by their addresses.
  var byAddress: [String: Feed] { read().byAddress }

  private func read() -> Read {
    let data = storage.read()
    if let known = last.read.withLock({ $0 }), known.data == data { return known }
    let feeds = Self.feeds(in: data)
    let byAddress = Dictionary(feeds.map { ($0.address, $0) }) { first, _ in first }
    let new = Read(data: data, feeds: feeds, byAddress: byAddress)
    last.read.withLock { $0 = new }
    return new
  }

  /// Follows feeds; those that are followed already stay as they are.
  ///
  /// A feed is put at the end of its folder, which is made if there is none; one without a folder before the
  /// first folder.
  ///
  /// - Returns: the new ones.
  /// - Throws: a description of the problem.
  @discardableResult
  package func add(_ new: [Feed]) throws -> [Feed] {
    var added: [Feed] = []
    try update { data in
      let known = Self.feeds(in: data)
      var seen = Set(known.map(\.address))
      added = new.filter { seen.insert($0.address).inserted }
        .prefix(max(0, Self.maximum - known.count)).map(\.self)
      guard !added.isEmpty else { return nil }
      var sections = FeedSections(data)
      sections.insert(added.map { ($0.folder, $0.line) })
      return sections.data
    }
    return added
  }

  /// Puts a feed into a folder, nil for none; returns whether it is followed.
  ///
  /// - Throws: a description of the problem.
  @discardableResult
  package func put(_ address: String, into folder: String?) throws -> Bool {
    let folder = folder.flatMap(FeedFolder.name)
    guard let feed = feeds.first(where: { $0.address == address }) else { return false }
    guard feed.folder != folder else { return true }
    var isKnown = false
    try update { data in
      var sections = FeedSections(data)
      isKnown = sections.remove { Feed(line: $0)?.address == address }
      guard isKnown else { return nil }
      sections.insert([(folder, feed.line)])
      return sections.data
    }
    return isKnown
  }

  /// Follows a feed no longer; returns whether it was followed.
  ///
  /// - Throws: a description of the problem.
  @discardableResult
  package func remove(_ address: String) throws -> Bool {
    let feed = byAddress[address]
    last.removed.withLock { $0[address] = feed.map { [$0] } }
    return try change(address) { _ in nil }
  }

  /// Follows the feeds in a folder, at any level, no longer.
  ///
  /// - Throws: a description of the problem.
  func remove(folder: String) throws {
    let inside = feeds.filter { $0.folder.map { FeedFolder.contains(folder, $0) } == true }
    last.removed.withLock { $0[Feeds.handle(ofFolder: folder)] = inside }
    try update { data in
      var sections = FeedSections(data)
      sections.remove(folder: folder) { Feed(line: $0) != nil }
      return sections.data
    }
  }

  /// Follows again the feed, or the feeds of the folder, that was removed by a handle.
  ///
  /// - Throws: a description of the problem.
  func restore(_ handle: String) throws {
    let removed = last.removed.withLock { removed in
      removed.first { $0.key == handle || Feeds.handle($0.key) == handle }?.value
    }
    try add(removed ?? [])
  }

  /// Gives a folder another name, with the folders in it.
  ///
  /// - Throws: a description of the problem.
  func rename(folder: String, to new: String) throws {
    try update { data in
      var sections = FeedSections(data)
      sections.rename(folder, to: new)
      return sections.data
    }
  }

  /// Names a feed; nil for its own name.
  ///
  /// Returns whether it is followed.
  ///
  /// - Throws: a description of the problem.
  @discardableResult
  package func rename(_ address: String, to name: String?) throws -> Bool {
    if byAddress[address]?.name == name?.line { return byAddress[address] != nil }
    return try change(address) { feed in
      var feed = feed
      feed.name = name?.line
      return feed
    }
  }

  /// Replaces the address of a feed that has moved; if the new one is followed already, the old one is removed.
  ///
  /// - Throws: a description of the problem.
  @discardableResult
  func move(_ address: String, to new: String) throws -> Bool {
    let isKnown = feeds.contains { $0.address == new }
    return try change(address) { isKnown ? nil : Feed(address: new, name: $0.name) }
  }

  /// Replaces a feed by one that is followed already, in its place.
  ///
  /// - Throws: a description of the problem.
  func replace(_ old: Feed, by new: Feed) throws {
    try remove(old.address)
    last.moved.withLock { $0[new.address] = old }
  }

  /// Gives a feed the address back that the user has replaced; returns false if it had another one.
  ///
  /// - Throws: a description of the problem.
  func moveBack(_ feed: Feed, to address: String) throws -> Bool {
    guard var old = last.moved.withLock({ $0[feed.address] }), old.address == address else {
      return false
    }
    old.name = feed.name
    return try change(feed.address) { _ in old }
  }

  /// Removes the names and passwords of feeds from the file.
  ///
  /// - Throws: a description of the problem.
  func removeLogins(of addresses: Set<String>) throws {
    for address in addresses {
      _ = try change(address) { feed in
        var feed = feed
        feed.written = nil
        return feed
      }
    }
  }

  /// Changes the file; if it had these feeds before, it becomes as it was written then.
  ///
  /// What the user does at once can be several changes, and is taken back by others.
  private func update(_ body: (Data?) -> Data?) throws {
    try storage.update { data in
      guard let new = body(data) else { return nil }
      let feeds = Set(Self.feeds(in: new))
      return last.changes.withLock { changes in
        var before = data
        for (index, change) in changes.enumerated().reversed() where change.after == before {
          before = change.before
          guard change.feeds == feeds else { continue }
          changes.removeSubrange(index...)
          return before
        }
        let change = Change(
          before: data ?? Data(), feeds: Set(Self.feeds(in: data)), after: new)
        changes = (changes + [change]).suffix(Change.maximum)
        return new
      }
    }
  }

  private func change(_ address: String, _ body: (Feed) -> Feed?) throws -> Bool {
    var isKnown = false
    try update { data in
      let text = data.map { String(decoding: $0, as: UTF8.self) } ?? ""
      let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        .compactMap { line in
          guard let feed = Feed(line: line), feed.address == address else { return String(line) }
          isKnown = true
          return body(feed)?.line
        }
      return isKnown ? Data(lines.joined(separator: "\n").utf8) : nil
    }
    return isKnown
  }

  private static func feeds(in data: Data?) -> [Feed] {
    var seen: Set<String> = []
    var folder: String?
    var feeds: [Feed] = []
    for line in (data.map { String(decoding: $0, as: UTF8.self) } ?? "")
      .split(whereSeparator: \.isNewline) where feeds.count < maximum
    {
      if let heading = FeedFolder.Heading(line: line) {
        folder = heading.folder
      } else if let feed = Feed(line: line, in: folder), seen.insert(feed.address).inserted {
        feeds.append(feed)
      }
    }
    return feeds
  }
}
