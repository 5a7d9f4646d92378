import FireflyCore
import Foundation
import SeededRandom
import Testing

@testable import FireflySources

/// Damaged feeds: none crashes, and none loses an entry whose tags are whole.
///
/// The variable `FIREFLY_FUZZ` is the number of inputs; 100 by default.
@Suite struct FeedFuzzTests {
  private static let count =
    ProcessInfo.processInfo.environment["FIREFLY_FUZZ"].flatMap { Int($0) } ?? 100

  private static let pieces = [
    "<", ">", "&", "&amp;", "&#0;", "&#x110000;", "]]>", "<![CDATA[", "-->", "<b>", "</b>",
    "</title>",
    "<p", "\"", "'", "\u{0}", "\u{202E}", "é", "{", "}", "&nbsp;", "</", "<br/>", "xmlns=\"\"",
    "\u{1B}[2J",
  ]

  @Test func damagedFeedsAreRead() {
    var random = SplitMix(seed: 41)
    let records = FeedFixtureTests.records
    for _ in 0..<Self.count {
      var bytes = Array(records[Int.random(in: records.indices, using: &random)].document.utf8)
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        let place = Int.random(in: 0...bytes.count, using: &random)
        let end = min(bytes.count, place + Int.random(in: 0...12, using: &random))
        switch Int.random(in: 0..<4, using: &random) {
        case 0: bytes.removeSubrange(place..<end)
        case 1: bytes.insert(contentsOf: bytes[place..<end], at: place)
        case 2:
          bytes.insert(
            contentsOf: Self.pieces[Int.random(in: Self.pieces.indices, using: &random)].utf8,
            at: place)
        default: if place < bytes.count { bytes[place] = UInt8.random(in: 0...255, using: &random) }
        }
      }
      guard let feed = FeedDocument(bytes, at: "http://e.example/") else { continue }
      for entry in feed.entries {
        #expect(!entry.key.isEmpty)
        #expect(
          ForeignText.clean(entry.text) == entry.text, "\(String(decoding: bytes, as: UTF8.self))")
        #expect(ForeignText.cleanLine(entry.title) == entry.title)
        #expect(entry.link.map { $0.hasPrefix("http") } ?? true)
        #expect(entry.picture.map { $0.hasPrefix("http") } ?? true)
      }
    }
  }

  /// What stands in a text harms no other entry, unless it opens what hides the rest.
  @Test func noEntryIsLost() throws {
    var random = SplitMix(seed: 42)
    let harmless = Self.pieces.filter { !["<![CDATA[", "\"", "'", "<p", "</"].contains($0) }
    for _ in 0..<Self.count {
      let count = Int.random(in: 1...8, using: &random)
      let items = (0..<count).map { index in
        let words = (0..<Int.random(in: 0...6, using: &random)).map { _ in
          harmless[Int.random(in: harmless.indices, using: &random)]
        }
        return
          "<item><guid>\(index)</guid><description>\(words.joined(separator: " "))</description></item>"
      }
      let text = "<rss><channel>\(items.joined())</channel></rss>"
      let feed = try #require(FeedDocument(Array(text.utf8), at: "http://e.example/"))
      #expect(feed.entries.map(\.key) == (0..<count).map(String.init), "\(text)")
    }
  }
}
