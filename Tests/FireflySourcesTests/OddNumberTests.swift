import FireflyAPI
import FireflyCore
import FireflyForeign
import Foundation
import OddInputs
import Testing

@testable import FireflySources

/// Each number of what services send may be any other: nothing ends the program.
@Suite struct OddNumberTests {
  @Test(arguments: FeedFixtureTests.records) func feeds(_ record: FeedFixtureTests.Record) throws {
    for text in OddNumbers.variants(of: record.lines) {
      var record = record
      record.lines = text
      guard let feed = FeedDocument(Array(record.document.utf8), at: "http://e.example/") else {
        continue
      }
      try show(feed)
    }
  }

  @Test func feedsOfJSON() throws {
    let sample = #"""
      {"version":"https://jsonfeed.org/version/1.1","title":"F","items":[{"id":7,"title":"t",
      "content_html":"<p>w","date_published":"2025-11-03T10:31:24+01:00","tags":["a",5],
      "attachments":[{"url":"https://e.example/a.mp3","mime_type":"audio/mpeg","size_in_bytes":120,
      "duration_in_seconds":60}]}]}
      """#
    for text in OddNumbers.variants(of: sample, with: OddNumbers.json) {
      try FeedDocument(Array(text.utf8), at: "http://e.example/").map(show)
    }
  }

  @Test func entriesOfAService() throws {
    let sample = #"""
      {"items":[{"id":"tag:google.com,2005:reader/item/0006615e88253aa3","published":1795932000,"title":"t",
      "timestampUsec":"1796024188288730","enclosure":[{"href":"https://e.example/a.mp3","type":"audio/mpeg",
      "length":120}]}]}
      """#
    for text in OddNumbers.variants(of: sample, with: OddNumbers.json) {
      guard let items = try? ForeignJSON.decode(ReaderItems.self, from: Data(text.utf8)) else {
        continue
      }
      var document = FeedDocument()
      document.entries = items.items.elements.map(\.entry)
      try show(document)
    }
    let numbers = #"{"itemRefs":[{"id":1795908499225251},{"id":"7"}],"continuation":1000}"#
    for text in OddNumbers.variants(of: numbers, with: OddNumbers.json) {
      _ = try? ForeignJSON.decode(ReaderIDs.self, from: Data(text.utf8))
    }
  }

  /// The way of a feed to the screen: to the disk, and from there to posts.
  private func show(_ document: FeedDocument) throws {
    var feed = KeptFeed("http://e.example/")
    _ = feed.receive(document, at: 1_763_000_000)
    let kept = try #require(KeptFeed("http://e.example/", feed.contents))
    #expect(kept.rows.count == document.entries.count)
    for row in kept.rows {
      let entry = try #require(kept.entry(row))
      #expect(row.time == entry.time && entry.time.isFinite)
      let count = entry.commentCount ?? 0
      #expect((0...1 << 50).contains(count))
      if let date = entry.date { #expect(abs(date.timeIntervalSince1970) < 1e12) }
    }
  }

  @Test func files() throws {
    let samples: [(SourceKind, String)] = [
      (
        .hackerNews,
        #"{"id":1,"author":"a","title":"t","text":"x","points":12,"created_at_i":5,"children":[{"id":2,"author":"b","text":"y","parent_id":1,"story_id":1,"children":[]}]}"#
      ),
      (
        .hackerNews,
        #"{"hits":[{"objectID":"7","created_at_i":5,"points":3,"num_comments":4,"story_id":7,"parent_id":7,"comment_text":"x","author":"a"}]}"#
      ),
      (
        .lobsters,
        #"{"short_id":"a1","title":"t","score":5,"comment_count":3,"created_at":"2025-11-03T10:31:24.000-06:00","comments":[{"short_id":"b2","comment":"<p>c","score":4,"depth":1}]}"#
      ),
      (
        .lemmy,
        #"{"post_view":{"post":{"id":1,"name":"t","published":"2025-11-03T10:31:24Z"},"creator":{"id":4,"name":"a"},"counts":{"score":5,"comments":3}},"comments":[{"comment":{"id":2,"path":"0.2","content":"c"},"counts":{"score":3,"child_count":2}}]}"#
      ),
      (
        .mastodon,
        #"{"ancestors":[{"id":"1","content":"<p>a","replies_count":3,"favourites_count":4,"created_at":"2025-11-03T10:31:24.000Z","media_attachments":[{"type":"image","url":"https://e.example/1.png","meta":{"original":{"width":4,"height":5}}}],"poll":{"id":"5","votes_count":6,"voters_count":4,"own_votes":[0],"expires_at":"2025-11-03T10:31:24.000Z","options":[{"title":"a","votes_count":2},{"title":"b","votes_count":3}]}}],"descendants":[{"id":"2","in_reply_to_id":"1","content":"b"}]}"#
      ),
      (
        .discourse,
        #"{"id":5,"title":"t","posts_count":3,"like_count":4,"views":9,"post_stream":{"posts":[{"id":1,"post_number":1,"cooked":"<p>x","actions_summary":[{"id":2,"count":3}]},{"id":2,"post_number":2,"reply_to_post_number":1,"reply_count":7}],"stream":[1,2,3]}}"#
      ),
    ]
    for (kind, sample) in samples {
      var found = 0
      for text in OddNumbers.variants(of: sample, with: OddNumbers.json) {
        let file = try? SourceFile([Data(text.utf8)], of: kind, withPrivate: false)
        guard let items = file?.items else { continue }
        found += items.count
        for item in items { check(item.post.createdAt, item.post.childCount) }
      }
      #expect(found > 0, "\(kind)")
    }
  }

  private func check(_ date: Date?, _ count: Int?) {
    if let date { #expect(abs(date.timeIntervalSince1970) < 1e12) }
    if let count { #expect(count < Int.max / 2) }
  }

  @Test func postsOfPrograms() throws {
    let sample =
      #"{"posts":[{"id":7,"parent_id":3,"title":"t","child_count":2,"created_at":"2025-10-09T08:53:20Z","children":[{"id":8,"body":"x"}]}]}"#
    for text in OddNumbers.variants(of: sample, with: OddNumbers.json) {
      _ = try? ProgramPosts(Data(text.utf8))
    }
  }

  @Test func pages() {
    let sample = """
      <ol start="3"><li value="5">a<ul><li>b</ul></ol><table><tr><td colspan="2" rowspan="3">c<tr><td>d</table>
      <img src="/a.png" width="40" height="50">&#65;&#x41;<font size=3><h1 class=h2>t</h1><pre class="l4">x</pre>
      """
    for text in OddNumbers.variants(of: sample) {
      _ = HTMLText(text, habits: .init(base: "https://e.example/")).markdown
      _ = Article(html: "<article>\(text)\(text)", at: "https://e.example/")
    }
  }

  @Test(arguments: [
    "https://news.ycombinator.com/item?id=100", "https://lobste.rs/s/a1b2c3/words#c_d4e5f6",
    "https://lemmy.ml/post/5/7", "https://mastodon.social/@ada/115",
    "https://meta.discourse.org/t/x/5/7",
    "https://lore.kernel.org/git/1@x/",
  ])
  func links(_ sample: String) {
    for text in OddNumbers.variants(of: sample) { _ = SourceLink(text) }
  }
}
