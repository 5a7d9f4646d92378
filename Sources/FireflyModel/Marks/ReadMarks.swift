import FireflyCore
import Foundation

/// Which posts of a server or source an account has read: the contents of a file.
///
/// A post is unread if it came after the first contact and was not marked since.
package struct ReadMarks: Codable, Hashable, Sendable {
  /// The replies to a story of a source that was opened.
  package struct Story: Codable, Hashable, Sendable {
    /// Replies since then are new, in seconds since 1970.
    package var since: Double
    /// Number of replies that are not new.
    package var count: Int
    /// The replies that were there then and were not older than `lateness`: others of that time came late,
    /// and are new; nil if it is not known.
    package var seen: [Int]?

    /// Creates the replies to a story.
    package init(since: Double, count: Int, seen: [Int]? = nil) {
      (self.since, self.count, self.seen) = (since, count, seen)
    }
  }

  /// Seconds after which services list a reply at the latest.
  package static let lateness = 900.0

  /// Maximum number of ranges, of hashes of names, and of marked posts.
  package static let maximumRanges = 50_000
  /// Maximum number of stories; the ones opened first are dropped.
  static let maximumStories = 5_000
  /// The first number that is a hash of a name; the numbers of sources are smaller.
  private static let firstHash = 1 << 52

  /// The first contact, in seconds since 1970.
  package private(set) var since: Double
  /// The highest number at the first contact; nil while unknown, and on sources, where the time
  /// counts.
  package private(set) var first: Int?
  /// Whether the marks begin again at `since`, because those before were lost, and the highest number
  /// of that time is not known yet.
  package private(set) var restarts = false
  /// Whether the place tells what is unread: all else is read.
  private var isTold = false
  /// Numbers of read posts.
  package private(set) var read = NumberRanges()
  /// Numbers of posts that are unread whatever else holds.
  package private(set) var unread = NumberRanges()
  /// Hashes of names of read posts, the oldest first.
  private var hashes: [Int] = []
  /// The opened stories of a source.
  package private(set) var stories: [Int: Story] = [:]
  /// The same hashes, to find one.
  private var hashSet: Set<Int> = []

  private enum CodingKeys: String, CodingKey {
    case since, first, restarts, isTold, read, unread, hashes, stories
  }

  /// Creates the marks of a first contact.
  ///
  /// - Parameter since: the time in seconds since 1970.
  package init(since: Double) { self.since = since }

  /// Moves times that a clock which was ahead has set to now; until then, nothing would be new.
  ///
  /// - Parameter now: the time in seconds since 1970.
  /// - Returns: whether there were any.
  package mutating func limit(to now: Double) -> Bool {
    let ahead = stories.filter { $0.value.since > now }.keys
    guard since > now || !ahead.isEmpty else { return false }
    since = min(since, now)
    for story in ahead { stories[story]?.since = now }
    return true
  }

  /// Creates the marks that take the place of lost ones: what was there at that time is read.
  ///
  /// - Parameter time: the time in seconds since 1970.
  package init(restartingAt time: Double) { (since, restarts) = (time, true) }

  /// Decodes marks.
  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    since = try values.decode(Double.self, forKey: .since)
    first = try values.decodeIfPresent(Int.self, forKey: .first)
    restarts = try values.decodeIfPresent(Bool.self, forKey: .restarts) ?? false
    isTold = try values.decodeIfPresent(Bool.self, forKey: .isTold) ?? false
    read = try values.decode(NumberRanges.self, forKey: .read)
    unread = try values.decode(NumberRanges.self, forKey: .unread)
    hashes = try values.decode([Int].self, forKey: .hashes).suffix(Self.maximumRanges)
    stories = try values.decode([Int: Story].self, forKey: .stories).filter {
      ForeignNumber.count.accept($0.value.count) != nil
    }
    hashSet = Set(hashes)
  }

  /// A change of the marks, which is applied to the state and to the file.
  package enum Change: Codable, Hashable, Sendable {
    /// The highest number at the first contact.
    case firstContact(highest: Int)
    /// Posts were read.
    case read([Int])
    /// Posts are unread again.
    case unread([Int])
    /// All posts up to a number were read.
    case readAll(upTo: Int)
    /// All posts of a source up to a time were read, in seconds since 1970.
    case readBefore(Double)
    /// These posts are unread, as the place says, and no others.
    case told(unread: [Int])
    /// The replies of a story that are not new.
    case story(Int, Story)
    /// Some new replies to a story were read.
    case repliesRead(Int, of: Int)
  }

  /// Applies a change.
  package mutating func apply(_ change: Change) {
    switch change {
    case .firstContact(let highest): (first, restarts) = (first ?? highest, false)
    case .read(let ids):
      unread.subtract(NumberRanges(ids))
      read.formUnion(NumberRanges(ids.filter { $0 < Self.firstHash }))
      read.joinLowest(to: Self.maximumRanges)
      for id in ids where id >= Self.firstHash { addHash(id) }
    case .unread(let ids):
      let numbers = NumberRanges(ids)
      unread.formUnion(numbers)
      unread.removeLowest(to: Self.maximumRanges)
      read.subtract(numbers)
      hashSet.subtract(ids)
      if hashes.count != hashSet.count { hashes.removeAll { !hashSet.contains($0) } }
    case .readAll(let last):
      read.insert(0...max(0, last))
      unread = NumberRanges()
    case .readBefore where isTold: break
    case .readBefore(let time):
      since = max(since, time)
      unread = NumberRanges()
    case .told(let ids):
      (isTold, unread, read) = (true, NumberRanges(ids), NumberRanges())
      unread.removeLowest(to: Self.maximumRanges)
      (hashes, hashSet) = ([], [])
    case .story(let id, let story):
      stories[id] = story
      guard stories.count > Self.maximumStories else { return }
      let oldest = stories.sorted { $0.value.since < $1.value.since }
      for (id, _) in oldest.prefix(Self.maximumStories / 10) { stories[id] = nil }
    case .repliesRead(let count, let id): stories[id]?.count += count
    }
  }

  /// Takes over which posts are read by other marks of the same place.
  package mutating func adopt(_ other: ReadMarks) {
    read.formUnion(other.read)
    read.joinLowest(to: Self.maximumRanges)
    other.hashes.forEach { addHash($0) }
    stories.merge(other.stories) { own, _ in own }
  }

  /// Takes over the marks that the account has on all its machines.
  ///
  /// - Parameter first: the highest number at the first contact; nil if it is known on none.
  package mutating func agree(first: Int?, read: NumberRanges, unread: NumberRanges) {
    if let first { (self.first, restarts) = (first, false) }
    (self.read, self.unread) = (read, unread)
  }

  private mutating func addHash(_ id: Int) {
    guard hashSet.insert(id).inserted else { return }
    hashes.append(id)
    guard hashes.count > Self.maximumRanges else { return }
    let dropped = Self.maximumRanges / 10
    hashSet.subtract(hashes.prefix(dropped))
    hashes.removeFirst(dropped)
  }

  /// Returns whether a post is unread.
  ///
  /// - Parameters:
  ///   - story: the story of a source that it replies to; nil for others.
  ///   - byDate: whether the time counts instead of the number.
  package func isUnread(
    _ id: Int, createdAt: Date?, story: Int? = nil, byDate: Bool = false
  ) -> Bool {
    if unread.contains(id) { return true }
    if isTold, story == nil { return false }
    if id >= Self.firstHash ? hashSet.contains(id) : read.contains(id) { return false }
    guard byDate else { return first.map { id > $0 } ?? false }
    guard let time = createdAt?.timeIntervalSince1970 else { return false }
    guard let story else { return time > since }
    guard let opened = stories[story] else { return false }
    return time > opened.since
      || opened.seen.map { time > opened.since - Self.lateness && !$0.contains(id) } ?? false
  }

  /// The unread posts, where the place tells which they are; nil elsewhere.
  package var told: [Int]? { isTold ? unread.ranges.flatMap(Array.init) : nil }

  /// The number of the unread posts, where the place tells which they are; nil elsewhere.
  package var toldCount: Int? { isTold ? unread.ranges.reduce(0) { $0 + $1.count } : nil }

  /// Whether a story of a source was opened: its thread, its article or its link.
  package func isOpened(_ id: Int) -> Bool {
    stories[id] != nil || isTold && !unread.contains(id)
      || (id >= Self.firstHash ? hashSet.contains(id) : read.contains(id))
  }

  /// Whether any post was read since the first contact.
  package var isAnyRead: Bool { !read.ranges.isEmpty || !hashes.isEmpty }

  /// Whether a post was marked unread.
  package func isMarkedUnread(_ id: Int) -> Bool { unread.contains(id) }

  /// The number up to which all posts were read: only higher ones, and `marked` ones, can be unread.
  package var floor: Int {
    guard let first else { return Int.max }
    guard let range = read.ranges.last(where: { $0.lowerBound <= first + 1 }) else { return first }
    return max(first, range.upperBound)
  }

  /// The posts below the floor that were marked unread.
  package var marked: [Int] {
    unread.ranges.prefix { $0.lowerBound <= floor }.flatMap { Array($0.prefix(1_000)) }
  }
}
