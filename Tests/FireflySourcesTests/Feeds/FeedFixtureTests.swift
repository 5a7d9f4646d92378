import FireflyCore
import Foundation
import Testing

@testable import FireflySources

/// What is read from feeds of all kinds: a record of `feedFixtures` each.
@Suite struct FeedFixtureTests {
  /// A feed, and what is expected of it.
  struct Record: CustomTestStringConvertible, Sendable {
    var testDescription = ""
    var kind = ""
    var lines = ""
    var expected: [(key: String, value: String)] = []

    /// The whole document.
    var document: String {
      let namespaces = """
        xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/" \
        xmlns:wfw="http://wellformedweb.org/CommentAPI/" xmlns:slash="http://purl.org/rss/1.0/modules/slash/" \
        xmlns:media="http://search.yahoo.com/mrss/" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd" \
        xmlns:thr="http://purl.org/syndication/thread/1.0" xmlns:atom="http://www.w3.org/2005/Atom" \
        xmlns:feedburner="http://rssnamespace.org/feedburner/ext/1.0"
        """
      switch kind {
      case "rss":
        return """
          <?xml version="1.0"?><rss version="2.0" \(namespaces)><channel><title>F</title><item>\(lines)</item>
          <item><title>Z</title></item></channel></rss>
          """
      case "rdf":
        return """
          <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/" \
          \(namespaces)><channel rdf:about="x"><title>F</title><items><rdf:Seq/></items></channel>
          <item rdf:about="http://e.example/item">\(lines)</item></rdf:RDF>
          """
      case "atom":
        return """
          <?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom" \(namespaces)><title>F</title>
          <entry>\(lines)</entry><entry><id>z</id><title>Z</title></entry></feed>
          """
      case "json":
        return #"{"version":"https://jsonfeed.org/version/1","items":[{\#(lines)},{"id":"z"}]}"#
      default: return lines
      }
    }
  }

  static let records: [Record] = {
    feedFixtures.split(separator: "\n## ").map { block in
      var lines = block.split(separator: "\n", omittingEmptySubsequences: false)
      var record = Record(testDescription: String(lines.removeFirst()))
      record.kind = String(lines.removeFirst())
      let body = lines.prefix { !$0.hasPrefix("> ") }
      record.lines = body.joined(separator: "\n").replacing("␀", with: "\0")
        .replacing("␁", with: "\u{1}")
      for line in lines.dropFirst(body.count) where line.hasPrefix("> ") {
        let parts = line.dropFirst(2).split(
          separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let value = parts[1].hasPrefix(" ") ? parts[1].dropFirst() : parts[1]
        record.expected.append((String(parts[0]), String(value)))
      }
      return record
    }
  }()

  @Test func moreThan175FeedsAreRecorded() { #expect(Self.records.count > 175) }

  @Test(arguments: records)
  func feedsAreReadAsExpected(_ record: Record) throws {
    let feed = try #require(
      FeedDocument(Array(record.document.utf8), at: "http://e.example/dir/feed"))
    let entry = feed.entries.first
    for (key, value) in record.expected {
      let found: String? =
        switch key {
        case "count": "\(feed.entries.count)"
        case "feed.title": feed.title
        case "feed.site": feed.site
        case "feed.about": feed.about
        case "feed.picture": feed.picture
        case "title": entry?.title
        case "text": entry?.text.replacing("\n", with: "⏎")
        case "link": entry?.link
        case "key": entry?.key
        case "author": entry?.author
        case "picture": entry?.picture
        case "picture.words": entry?.pictureWords
        case "comments": entry?.comments
        case "discussion": entry?.discussion
        case "replies": entry?.commentCount.map(String.init)
        case "answers": entry?.answers
        case "tags": entry?.tags?.joined(separator: ", ")
        case "date": entry?.date.map(WireDate.iso)
        default: "no such key"
        }
      #expect((found ?? "") == value, "\(key)")
    }
    #expect(feed.entries.allSatisfy { !$0.key.isEmpty })
  }

  @Test(arguments: [
    "", "x", "<html><body>x</body></html>", "<opml><body/></opml>", "{}", "[]", "null", "<?xml?>",
    "<svg/>", #"{"items":5}"#, "<", "<!DOCTYPE", "&",
  ])
  func otherDocumentsAreNoFeeds(_ text: String) {
    #expect(FeedDocument(Array(text.utf8), at: "http://e.example/") == nil)
  }

  @Test(arguments: [
    ("iso-8859-1", "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>", ""),
    ("windows-1252", "", "text/xml; charset=windows-1252"), ("utf-16", "", ""),
    ("utf-8", "<?xml version='1.0' encoding='utf-8'?>", "text/xml"),
    ("utf-8", "", "application/rss+xml; charset=\"utf-8\""),
    ("iso-8859-1", "<?xml encoding='us-ascii'?>", ""),
  ])
  func charactersOfOtherSets(_ charset: String, _ beginning: String, _ type: String) throws {
    let text = beginning + "<rss><channel><item><title>café</title></item></channel></rss>"
    let encodings: [String: String.Encoding] = [
      "iso-8859-1": .isoLatin1, "windows-1252": .windowsCP1252, "utf-16": .utf16, "utf-8": .utf8,
    ]
    let encoding = try #require(encodings[charset])
    let bytes = Array(try #require(text.data(using: encoding)))
    let feed = try #require(
      FeedDocument(bytes, contentType: type, at: "http://e.example/"))
    #expect(feed.entries.map(\.title) == ["café"])
  }

  @Test func aLongFeedIsCut() throws {
    let items = String(
      repeating: "<item><title>A</title><description>x</description></item>", count: 1)
    let many = (0..<3_000).map { items.replacing(">A<", with: ">\($0)<") }.joined()
    let feed = try #require(
      FeedDocument(Array("<rss><channel>\(many)</channel></rss>".utf8), at: "http://e.example/"))
    #expect(feed.entries.count == FeedDocument.maximumEntries)
    #expect(feed.entries[0].title == "0")
  }

  /// Each takes a moment; a quadratic scanner would take minutes.
  @Test(arguments: [
    "<", "<!--", "<![CDATA[", "<a ", "<a>", "</a>", "&", "<a b=\"", "<item>", "&#", "<!", "<?",
    "]]>",
    "<entry><content type=\"xhtml\">", "xmlns:a=\"b\" ",
  ])
  func longRunsOfAPieceAreRead(_ piece: String) {
    let count = 400_000 / piece.utf8.count
    let text = "<rss><channel>" + String(repeating: piece, count: count)
    #expect(FeedDocument(Array(text.utf8), at: "http://e.example/") != nil)
  }

  /// A character from U+0080 to U+009F is a letter of Windows-1252 that was decoded wrongly.
  @Test(arguments: 0x80..<0xA0 as Range<UInt32>)
  func noEntryIsLostToALetter(_ value: UInt32) throws {
    let letter = try #require(Unicode.Scalar(value))
    let forms = [
      "\(letter)", "&#\(value);", "&amp;#\(value);", "<![CDATA[\(letter)]]>",
      "<![CDATA[<b>&#x\(String(value, radix: 16));</b>]]>",
    ]
    for form in forms {
      let items = (1...3).map {
        "<item><guid>\($0)</guid><title>t\($0) \(form) end</title><description>words \(form)of \($0), more</description></item>"
      }
      let text =
        "<rss version=\"2.0\"><channel><title>D \(form)</title>\(items.joined())</channel></rss>"
      let feed = try #require(FeedDocument(Array(text.utf8), at: "http://e.example/"))
      #expect(feed.entries.map(\.key) == ["1", "2", "3"])
      for entry in feed.entries {
        #expect(entry.title.hasSuffix(" end") && entry.text.contains("of \(entry.key), more"))
        let shown = (entry.title + entry.text + feed.title).unicodeScalars
        #expect(!shown.contains { (0x80..<0xA0).contains($0.value) })
      }
    }
  }

  @Test func lettersOfWindowsAreShown() throws {
    let text =
      "<rss><channel><title>It&#146;s</title><item><guid>1</guid><title>&amp;#147;No&amp;#148; don\u{92}t</title></item></channel></rss>"
    let feed = try #require(FeedDocument(Array(text.utf8), at: "http://e.example/"))
    #expect(feed.title == "It’s" && feed.entries.map(\.title) == ["“No” don’t"])
  }

  /// An escape sequence that doesn't end hides the rest of its field only.
  @Test func anEscapeSequenceGoesNoFurtherThanItsField() throws {
    let item =
      "<item><guid>%</guid><title>t\u{1B}]0;x</title><description>&lt;p&gt;a\u{1B}]0;x&lt;/p&gt;&lt;p&gt;b&lt;/p&gt;</description><enclosure url=\"http://e.example/a%\u{1B}]0;.mp3\"/></item>"
    let items = ["1", "2"].map { item.replacing("%", with: $0) }.joined()
    let feed = try #require(
      FeedDocument(Array("<rss><channel>\(items)</channel></rss>".utf8), at: "http://e.example/"))
    #expect(feed.entries.map(\.key) == ["1", "2"] && feed.entries.map(\.title) == ["t", "t"])
    #expect(feed.entries.allSatisfy { $0.text.hasPrefix("a\n\nb") })
    let json =
      #"{"version":"https://jsonfeed.org/version/1.1","items":[{"id":"1","title":"a\u001b]0;x","content_text":"b"},{"id":"2","title":"c"}]}"#
    for text in [json, json.replacing("\\u001b", with: "\u{1B}"), json + "\0"] {
      let feed = try #require(FeedDocument(Array(text.utf8), at: "http://e.example/"))
      #expect(feed.entries.map(\.title) == ["a", "c"])
    }
  }
}
