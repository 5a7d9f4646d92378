import FireflyAPI
import FireflyCore
import Foundation

/// A feed with the entries that are kept on this machine.
///
/// The file has a line of JSON with the facts of the feed, then a line for each entry, the newest first: its
/// number, its time, the time of its arrival and its JSON. An entry is decoded when it is shown.
package struct KeptFeed: Sendable {
  /// Seconds for which an entry is kept after it has left its feed.
  static let keptSeconds = 30.0 * 86_400

  struct Facts: Codable, Hashable, Sendable {
    /// The address that the user gave.
    var address: String
    /// The address of the feed itself, if that is one of a page which names it.
    var feed: String?
    /// The addresses of the other feeds that this page names.
    var others: [String]?
    /// Whether it has more entries than are kept.
    var isCut: Bool?
    var title = ""
    var site: String?
    var about = ""
    var picture: String?
    var version = PageClient.Version()
    /// When it may be requested again, in seconds since 1970.
    var nextAt = 0.0
    /// When it was received the last time; nil for never.
    var receivedAt: Double?
    /// Why the last request failed, as a sentence; nil if it succeeded.
    var failure: String?
    /// Whether the server has named a time until which it wants no request; nil for no.
    var asksForPause: Bool?
    /// How many requests have failed since the last one that succeeded; nil for none.
    var failures: Int?
    /// When the last request that has failed got no answer, in seconds since 1970; nil if it got one.
    var unansweredAt: Double?
    /// Whether the server wants a name and a password, or others; nil for no.
    var isRefused: Bool?
    /// Whether there was no feed at the address.
    var isNoFeed = false
    /// The address under which its entries are numbered, if it has moved since.
    var first: String?
    /// The address that it had before, if it has moved.
    var before: String?
    /// The address that it has now, if it has moved away from this one.
    var movedTo: String?

    /// Returns the seconds until it may be requested again.
    ///
    /// A wait that is longer than any there is was set by a clock that was ahead, and is over.
    func wait(at now: Double) -> Double {
      let longest = failure == nil ? FeedStore.interval : FeedStore.longestPause
      return nextAt - now > longest ? 0 : max(0, nextAt - now)
    }
  }

  /// The JSON of an entry, which has its times beside it.
  private struct Line: Codable {
    let entry: FeedEntry
    let arrivedAt: Double
    let seenAt: Double
  }

  /// The place of an entry in the file.
  struct Row: Sendable {
    var id: Int
    var time: Double
    /// When it came here, in seconds since 1970; nil in files of the versions that did not write it.
    var arrivedAt: Double?
    var range: Range<Int>
  }

  var facts: Facts
  private(set) var rows: [Row] = []
  private var data = Data()

  /// Creates a feed that was never received.
  init(_ address: String) { facts = Facts(address: address) }

  /// Reads a file; nil if it is damaged.
  ///
  /// From the file of another feed, it was never received.
  package init?(_ address: String, _ data: Data) {
    self.init(address)
    guard let end = data.firstIndex(of: 0x0A),
      let facts = try? JSONDecoder().decode(Facts.self, from: data[..<end])
    else { return nil }
    guard facts.address == address else { return }
    self.facts = facts
    self.data = data
    rows = Self.rows(in: data, from: end + 1)
  }

  private static func rows(in data: Data, from start: Int) -> [Row] {
    var rows: [Row] = []
    data.withUnsafeBytes { (bytes: UnsafeRawBufferPointer) in
      var place = start
      while place < bytes.count, let base = bytes.baseAddress,
        let found = memchr(base + place, 0x0A, bytes.count - place)
      {
        let end = found - UnsafeMutableRawPointer(mutating: base)
        // The numbers take at most 60 bytes.
        let head = bytes[place..<min(end, place + 80)].split(separator: 0x09, maxSplits: 3)
        let numbers = head.prefix(3).map { String(decoding: $0, as: UTF8.self) }
        if head.count > 2, let id = Int(numbers[0]), let time = Double(numbers[1]) {
          var json = place + head[0].count + head[1].count + 2
          let arrivedAt = head.count > 3 ? Double(numbers[2]) : nil
          if arrivedAt != nil { json += head[2].count + 1 }
          rows.append(Row(id: id, time: time, arrivedAt: arrivedAt, range: json..<end))
        }
        place = end + 1
      }
    }
    return rows
  }

  /// Returns an entry; nil if the file is damaged.
  func entry(_ row: Row) -> FeedEntry? {
    guard row.range.upperBound <= data.count,
      let line = try? JSONDecoder().decode(Line.self, from: data[row.range])
    else { return nil }
    var entry = line.entry
    (entry.arrivedAt, entry.seenAt) = (line.arrivedAt, line.seenAt)
    return entry
  }

  /// Leaves out entries; the file keeps them.
  mutating func hide(_ isHidden: (FeedEntry) -> Bool) {
    rows = rows.filter { row in entry(row).map { !isHidden($0) } ?? true }
  }

  /// Returns when an entry came here, in seconds since 1970.
  func arrival(of row: Row) -> Double { row.arrivedAt ?? entry(row)?.arrivedAt ?? row.time }

  /// The contents of the file.
  package var contents: Data {
    var result = (try? Self.encoder.encode(facts)) ?? Data()
    result.append(0x0A)
    let start = data.firstIndex(of: 0x0A).map { $0 + 1 } ?? data.count
    result.append(data[start...])
    return result
  }

  private static let encoder: JSONEncoder = {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    return encoder
  }()

  /// Returns the feed under another address.
  func renamed(to address: String) -> KeptFeed {
    var document = FeedDocument()
    (document.title, document.site) = (facts.title, facts.site)
    (document.about, document.picture) = (facts.about, facts.picture)
    document.entries = rows.compactMap(entry)
    var feed = KeptFeed(address)
    _ = feed.receive(document, at: facts.receivedAt ?? 0)
    (feed.facts.version, feed.facts.nextAt) = (facts.version, facts.nextAt)
    return feed
  }

  /// Returns the feed at the address to which it has moved; its entries keep their numbers.
  func moved(to address: String) -> KeptFeed {
    var feed = self
    feed.facts.first = facts.first ?? facts.address
    (feed.facts.address, feed.facts.before) = (address, facts.address)
    return feed
  }

  /// The number of an entry.
  static func id(_ key: String, in address: String) -> Int {
    SourceNumbers.number("entry/\(address)\n\(key)")
  }

  /// Maximum letters of the text about a feed.
  private static let maximumAbout = 100_000

  /// Takes what the server has sent.
  ///
  /// - Parameter now: the time in seconds since 1970.
  /// - Returns: the numbers of the new entries.
  mutating func receive(_ document: FeedDocument, at now: Double) -> [Int] {
    (facts.title, facts.site) = (document.title, document.site)
    facts.about = ForeignText.clean(document.about, limit: Self.maximumAbout)
    facts.picture = document.picture
    facts.isCut = document.isCut ? true : nil
    (facts.receivedAt, facts.isNoFeed) = (now, false)
    (facts.failures, facts.isRefused, facts.asksForPause) = (nil, nil, nil)
    facts.failure = document.isBrokenOff ? "The feed is broken off: its end is missing." : nil
    let old = rows.compactMap { row in entry(row).map { (row.id, $0) } }
    var known = Dictionary(old) { first, _ in first }
    var entries: [(id: Int, entry: FeedEntry)] = []
    var new: [Int] = []
    for entry in document.entries {
      let id = Self.id(entry.key, in: facts.first ?? facts.address)
      var kept = entry
      (kept.arrivedAt, kept.seenAt) = (now, now)
      if let before = known.removeValue(forKey: id) {
        // The clock may have been ahead.
        kept.arrivedAt = min(before.arrivedAt, now)
        kept.date = entry.date ?? before.date
      } else {
        new.append(id)
      }
      entries.append((id, kept))
    }
    // What the last document had leaves now; the second sets it apart from what is still there.
    let last = old.map(\.1.seenAt).max()
    entries += old.filter { known[$0.0] != nil }
      .map { id, entry in
        var entry = entry
        entry.seenAt = entry.seenAt == last ? now - 1 : min(entry.seenAt, now)
        entry.arrivedAt = min(entry.arrivedAt, now)
        return (id: id, entry: entry)
      }
      .filter { now - $0.entry.seenAt < Self.keptSeconds }
    let sorted = entries.enumerated().sorted {
      ($1.element.entry.time, $0.offset) < ($0.element.entry.time, $1.offset)
    }.prefix(FeedDocument.maximumEntries)
    var lines = Data([0x0A])
    for (_, (id, entry)) in sorted {
      let line = Line(entry: entry, arrivedAt: entry.arrivedAt, seenAt: entry.seenAt)
      guard let json = try? Self.encoder.encode(line),
        lines.count + json.count < FeedStorage.maximumBytes / 2
      else { continue }
      lines.append(Data("\(id)\t\(entry.time)\t\(entry.arrivedAt)\t".utf8))
      lines.append(json)
      lines.append(0x0A)
    }
    data = lines
    rows = Self.rows(in: data, from: 1)
    let shown = Set(rows.map(\.id))
    return new.filter(shown.contains)
  }
}
