import FireflyAPI
import FireflyCore
import Foundation
import SourceFakes
import Testing

@testable import FireflySources

/// What services write otherwise than they should.
@Suite(.endsServices) struct ReaderForeignTests {
  @Test(
    arguments: [
      ("1795908499225251", "1795908499225251"),
      ("tag:google.com,2005:reader/item/0006615e88253aa3", "1795908499225251"),
      // Signed and not: they must meet.
      ("-6", "18446744073709551610"), ("18446744073709551610", "18446744073709551610"),
      ("tag:google.com,2005:reader/item/fffffffffffffffa", "18446744073709551610"),
      ("9223372036854775808", "9223372036854775808"),
      // Longer than any number, as The Old Reader has them.
      ("tag:google.com,2005:reader/item/5d0cfa30041d4348e9001cd2", "5d0cfa30041d4348e9001cd2"),
      ("5d0cfa30041d4348e9001cd2", "5d0cfa30041d4348e9001cd2"),
    ])
  func allFormsOfANameMeet(_ text: String, _ usual: String) throws {
    #expect(ReaderEntryID(text)?.text == usual)
    let json = try JSONDecoder().decode([ReaderEntryID].self, from: Data("[\"\(text)\"]".utf8))
    #expect(json.first?.text == usual)
    #expect(ReaderEntryID(ReaderEntryID.sent(usual))?.text == usual)
  }

  @Test(arguments: ["1795908499225251", "-6", "18446744073709551610"])
  func numbersMayBeNoTexts(_ number: String) throws {
    let ids = try JSONDecoder().decode([ReaderEntryID].self, from: Data("[\(number)]".utf8))
    #expect(ids.first?.text == ReaderEntryID(number)?.text)
  }

  @Test(arguments: [
    "", " ", "tag:google.com,2005:reader/item/", "a b", "é", String(repeating: "1", count: 200),
  ])
  func otherNamesAreNone(_ text: String) { #expect(ReaderEntryID(text) == nil) }

  private static func ids(_ ids: String...) -> String {
    #"{"itemRefs":[\#(ids.joined(separator: ","))]}"#
  }

  private func posts(unread: String, items: String, _ files: ReaderFiles = ReaderFiles())
    async throws
    -> [Post]
  {
    let fake = try await FakeReader()
    fake.follow("feed/1", "Harbour notes")
    fake.trouble("GET /reader/api/0/stream/items/ids", .answered(unread))
    fake.trouble("POST /reader/api/0/stream/items/contents", .answered(items))
    return try await files.client(fake).front()
  }

  /// Damaged names are left out, the others are read; an entry without any field is one, too.
  @Test func entriesMayLackAllFields() async throws {
    let posts = try await posts(
      unread: Self.ids("null", "{}", #"{"id":1}"#, #"{"id":"2"}"#, #"{"id":[3]}"#, #"{"id":"1"}"#),
      items:
        #"{"items":[null,{},7,{"id":"1"},{"id":2,"title":null,"published":"x","canonical":{},"alternate":null,"origin":[],"summary":"y","enclosure":{"href":7}}]}"#
    )
    #expect(posts.count == 2 && posts.allSatisfy { $0.title == "untitled" })
  }

  @Test func oddFieldsAreReadAsFarAsTheyCan() async throws {
    let posts = try await posts(
      unread: Self.ids(#"{"id":"1"}"#),
      items: #"""
        {"items":[{"id":"tag:google.com,2005:reader/item/0000000000000001","title":"Salt ＆ sea ＜b＞ &amp; <i>more</i>",
        "author":"Ada ＆ Ben","published":"1795900001","canonical":[{"href":"javascript:x"},{"href":"https://a.example/1"}],
        "origin":{"streamId":"feed/1"},"content":{"content":"<p>Words <a href='/more'>here</a></p>"},
        "enclosure":[{"href":"https://a.example/1.mp3","type":"audio/mpeg","length":"12345678"},{"href":"https://a.example/1.png","type":"image/png"}]}]}
        """#)
    let post = try #require(posts.first)
    #expect(post.title == "Salt & sea <b> & more" && post.byline == "Ada & Ben")
    #expect(post.facts.link == "https://a.example/1")
    #expect(post.createdAt == Date(timeIntervalSince1970: 1_795_900_001))
    #expect(post.body.contains("[here](https://a.example/more)"))
    #expect(post.facts.recordings.map(\.address) == ["https://a.example/1.mp3"])
    #expect(post.imageURL == "https://a.example/1.png")
  }

  /// Times that are none, and far ones.
  @Test(arguments: ["9223372036854775807", "9223372036854775808", "-1", "0", "1e300", "\"\""])
  func oddTimesAreNone(_ time: String) async throws {
    let posts = try await posts(
      unread: Self.ids(#"{"id":"1"}"#), items: #"{"items":[{"id":"1","published":\#(time)}]}"#)
    let date = try #require(posts.first?.createdAt)
    #expect(abs(date.timeIntervalSinceNow) < 600)
  }

  /// More than was asked for, and the same twice.
  @Test func tenTimesTooMuchIsCut() async throws {
    let ids = (1...30).flatMap { [#"{"id":"\#($0)"}"#, #"{"id":"\#($0)"}"#] }
    let items = (0..<1_000).map { #"{"id":"\#($0 % 500)","origin":{"streamId":"feed/1"}}"# }
    let files = ReaderFiles()
    let posts = try await posts(
      unread: #"{"itemRefs":[\#(ids.joined(separator: ","))]}"#,
      items: #"{"items":[\#(items.joined(separator: ","))]}"#, files)
    #expect(posts.count == 30 && Set(posts.map(\.id)).count == 30 && files.told?.count == 30)
  }

  /// A list that names its first page again and again has an end.
  @Test func aListWithoutAnEndEnds() async throws {
    let fake = try await FakeReader()
    fake.trouble(
      "GET /reader/api/0/stream/items/ids",
      .answered(#"{"itemRefs":[{"id":"1"}],"continuation":7}"#), times: 50)
    let files = ReaderFiles()
    _ = try? await files.client(fake).front()
    #expect(fake.calls.count { $0.hasSuffix("ids") } == 4)
  }

  /// An entry that the service names but does not have is asked for once.
  @Test func whatIsMissingIsAskedForOnce() async throws {
    for habits in ReaderTests.habits {
      let fake = try await FakeReader(habits)
      fake.add(FakeReader.Entry(1))
      let files = ReaderFiles()
      fake.trouble("POST /reader/api/0/stream/items/contents", .answered(#"{"items":[]}"#))
      #expect(try await files.client(fake).front().isEmpty)
      fake.server.forget()
      #expect(try await files.client(fake).front().isEmpty)
      #expect(!fake.calls.contains { $0.hasSuffix("contents") })
      #expect(files.told?.count == 1)
    }
  }

  @Test func feedsMayLackAllFields() async throws {
    let fake = try await FakeReader()
    fake.trouble(
      "GET /reader/api/0/subscription/list",
      .answered(
        #"{"subscriptions":[null,{},{"id":7},{"id":"feed/1"},{"id":"feed/1","title":"Twice"},{"id":"feed/2","title":"Salt ＆ sea\nmore","categories":[{"id":"user/1005921515/label/Sea"},{"id":"user/-/label/More"}],"url":null}]}"#
      ))
    let client = try ReaderFiles().client(fake)
    let rows = try await client.list(.users) { _ in }.posts
    #expect(rows.map(\.title) == ["Sea", "feed/1"])
    let feeds = try await client.list(.children(of: rows[0].id)) { _ in }.posts
    #expect(feeds.map(\.title) == ["Salt & sea more"])
  }

  /// The names of The Old Reader's entries are no numbers.
  @Test func namesThatAreNoNumbersMeet() async throws {
    let fake = try await FakeReader.start(.oldReader)
    let files = ReaderFiles()
    let client = try files.client(fake)
    let posts = try await client.front()
    #expect(posts.map(\.title) == ["Bowline", "Which knot?", "A lighthouse"])
    try client.markRead([posts[0].id], true)
    _ = try await client.mark(posts[1].id, .star, true)
    await client.settle()
    #expect(fake.unread == [11, 12] && fake.starred == [10, 12] && files.kept?.unsent == 0)
    fake.unread = [12, 21]
    #expect(try await files.client(fake).front().map(\.title) == ["Bowline", "Which knot?"])
  }
}
