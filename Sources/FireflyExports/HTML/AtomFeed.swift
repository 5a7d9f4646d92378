import FireflyCore
import FireflyText
import Foundation

/// The newest posts of a site, for feed readers (RFC 4287).
struct AtomFeed {
  /// The name of its file.
  static let file = "feed.xml"
  static let maxEntries = 50

  /// A post.
  struct Entry {
    var card: PageCard
    /// What names it for ever, such as the number of a post on a server.
    var name: String
    /// Its text as HTML.
    var html: String
  }

  /// The title of the site.
  var title: String
  /// What names the feed for ever.
  var name: String
  /// The address of the site, with a slash at the end; empty if it is not known.
  ///
  /// Addresses are relative then.
  var address = ""
  /// The entries, the newest first.
  var entries: [Entry] = []

  func xml() -> String {
    let latest = entries.compactMap(\.card.date).max() ?? Date(timeIntervalSince1970: 0)
    return """
      <?xml version="1.0" encoding="utf-8"?>
      <feed xmlns="http://www.w3.org/2005/Atom">
      <title>\(Self.escape(title))</title>
      <id>\(Self.id(name))</id>
      <updated>\(ISODate.text(latest))</updated>
      <link rel="self" href="\(Self.escape(address + Self.file))"/>
      <link rel="alternate" href="\(Self.escape(address))index.html"/>
      <generator>Firefly</generator>
      \(entries.map(xml).joined())</feed>

      """
  }

  private func xml(_ entry: Entry) -> String {
    let author = entry.card.author.flatMap { $0.isEmpty ? nil : $0 } ?? "unknown"
    let date = ISODate.text(entry.card.date ?? Date(timeIntervalSince1970: 0))
    return """
      <entry>
      <title>\(Self.escape(entry.card.title))</title>
      <id>\(Self.id(entry.name))</id>
      <published>\(date)</published>
      <updated>\(date)</updated>
      <author><name>\(Self.escape(author))</name></author>
      <link rel="alternate" href="\(Self.escape(entry.card.address(from: address)))"/>
      <content type="html">\(Self.escape(entry.html))</content>
      </entry>

      """
  }

  /// Escapes a text, without the characters that XML does not allow.
  private static func escape(_ text: String) -> String {
    let scalars = text.unicodeScalars.filter { scalar in
      scalar.value >= 0x20 && scalar.value & 0xFFFE != 0xFFFE
        || "\t\n\r".unicodeScalars.contains(scalar)
    }
    return MarkdownHTML.escape(String(String.UnicodeScalarView(scalars)))
  }

  /// Returns a UUID of version 8 (RFC 9562) for a name: the same one in each export.
  private static func id(_ name: String) -> String {
    var bytes = Array(SHA256.hash(name.utf8).prefix(16))
    bytes[6] = bytes[6] & 0x0F | 0x80
    bytes[8] = bytes[8] & 0x3F | 0x80
    let digits = bytes.hexadecimal
    var parts: [Substring] = []
    var rest = digits[...]
    for length in [8, 4, 4, 4, 12] {
      parts.append(rest.prefix(length))
      rest = rest.dropFirst(length)
    }
    return "urn:uuid:" + parts.joined(separator: "-")
  }
}
