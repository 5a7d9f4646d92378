import FireflyCore
import FireflyForeign
import Foundation

/// A feed as it was sent: RSS 0.9 to 2.0, Atom 0.3 and 1.0, or JSON Feed.
struct FeedDocument: Hashable, Sendable {
  /// Maximum bytes of a feed, and of its entries.
  static let (maximumBytes, maximumEntries) = (8 << 20, 2_000)

  /// The title on one line; empty if it has none.
  var title = ""
  /// The address of the site.
  var site: String?
  /// What it is about, as Markdown.
  var about = ""
  var picture: String?
  /// In the order of the document.
  var entries: [FeedEntry] = []
  /// Whether the document has more of them.
  private(set) var isCut = false
  /// Whether it ends in the middle.
  private(set) var isBrokenOff = false

  /// Reads a document; nil if it is no feed.
  ///
  /// - Parameters:
  ///   - contentType: the type that the server has sent with it; may be empty.
  ///   - address: where it came from, to which its links are relative.
  init?(_ bytes: [UInt8], contentType: String = "", at address: String) {
    let start = String(decoding: bytes.prefix(1_024), as: UTF8.self)
    let charset =
      Charset.named(in: contentType.utf8)
      ?? (start.contains("<?xml") ? Charset.named(in: start.utf8, after: "encoding=") : nil)
    let text = Charset.decode(bytes, charset)
    let base = URL(string: address)
    if text.utf8.first(where: { $0 > 0x20 }) == UInt8(ascii: "{") {
      guard let document = JSONFeed.document(Self.withoutControls(text), base) else { return nil }
      self = document
    } else {
      let reader = FeedXML(base)
      var markup = FeedMarkup(text)
      markup.read(reader)
      guard reader.isFeed else { return nil }
      self = reader.document
      isBrokenOff = markup.isBrokenOff
    }
    distinguishEntries()
  }

  init() {}

  /// Returns JSON without control characters, which it may only have escaped; ESC becomes so, as its sequence goes with
  /// its field.
  private static func withoutControls(_ json: String) -> String {
    guard json.utf8.contains(where: { $0 < 0x20 && ![0x09, 0x0A, 0x0D].contains($0) }) else {
      return json
    }
    return String(
      decoding: json.utf8.flatMap { byte -> [UInt8] in
        switch byte {
        case 0x1B: Array("\\u001b".utf8)
        case 0x09, 0x0A, 0x0D, 0x20...: [byte]
        default: []
        }
      }, as: UTF8.self)
  }

  /// Gives entries with the same name others, and leaves out copies.
  private mutating func distinguishEntries() {
    isCut = entries.count > Self.maximumEntries
    var seen: [String: FeedEntry] = [:]
    var kept: [FeedEntry] = []
    for var entry in entries.prefix(Self.maximumEntries) {
      if let other = seen[entry.key] {
        if other == entry { continue }
        let parts = [entry.link ?? "", entry.title, "\(entry.date?.timeIntervalSince1970 ?? 0)"]
        entry.key += " " + parts.joined(separator: " ")
        if seen[entry.key] != nil {
          entry.key += " " + Fingerprint.name(of: Array(entry.text.utf8))
        }
        if seen[entry.key] != nil { continue }
      }
      seen[entry.key] = entry
      kept.append(entry)
    }
    entries = kept
  }
}

/// An entry of a feed, as its file has it.
struct FeedEntry: Codable, Hashable, Sendable {
  /// The name that identifies it in its feed.
  var key = ""
  /// One line; may be empty.
  var title = ""
  /// Markdown.
  var text = ""
  var link: String?
  var author: String?
  var picture: String?
  /// What is on it.
  var pictureWords: String?
  var comments: String?
  /// The page of its comments.
  var discussion: String?
  var commentCount: Int?
  /// The name of the entry that it answers, in a feed of comments.
  var answers: String?
  var answeredPage: String?
  var tags: [String]?
  /// What its text names as recordings and films.
  var recordings: [Post.Recording]?
  var date: Date?
  /// When it came here, in seconds since 1970; 0 until it is kept.
  var arrivedAt = 0.0
  /// When it was in its feed the last time.
  var seenAt = 0.0

  private enum CodingKeys: CodingKey {
    case key, title, text, link, author, picture, pictureWords, comments, discussion, commentCount
    case answers, answeredPage, tags, recordings, date
  }

  /// The time by which it is sorted: an entry dated in the future stands where it came.
  var time: Double { min(date?.timeIntervalSince1970 ?? arrivedAt, arrivedAt) }

  /// Names an entry without a name of its own.
  mutating func complete() {
    if key.isEmpty {
      let facts = title + "\n" + (date.map { "\($0.timeIntervalSince1970)" } ?? text)
      key = link ?? Fingerprint.name(of: Array(facts.utf8))
    }
    if key.utf8.count > 500 { key = Fingerprint.name(of: Array(key.utf8)) }
    if let known = tags { tags = known.isEmpty ? nil : Array(known.prefix(5)) }
  }
}
