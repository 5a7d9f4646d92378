import FireflyAPI
import FireflyCore
import Foundation
import Logging
import SourceFakes
import Testing

@testable import FireflySources

/// Mailing lists of public-inbox, from a service on this machine; the mails are read by a closure here.
@Suite(.endsServices) struct PublicInboxTests {
  private func client(
    _ service: FakeService, at link: SourceLink? = nil,
    posts: @escaping @Sendable (Data, MailReader.Page) throws(APIError) -> [SourceItem] = {
      _, _ throws(APIError) in Self.items
    }
  ) throws -> any PostsClient {
    let source = try #require(try SourceAddress.named("inbox:lists.example/knots"))
    return SourceClient(
      source, server: try ServerAddress(service.address), reader: reader,
      userAgent: "Firefly/1.2.3", storage: MemoryFile().source,
      tools: SourceTools(mail: MailReader(posts: posts)), at: link,
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
  }

  /// The mails of the fake's thread.
  private static var items: [SourceItem] {
    FakePublicInbox.thread.enumerated().map { index, mail in
      SourceItem(
        post: Post(
          id: 0, title: index == 0 ? mail.subject : "", body: mail.text, authorName: mail.author),
        key: mail.id, above: mail.above.isEmpty ? nil : mail.above.count - 1)
    }
  }

  @Test func listsThreadsSearchesAndAuthors() async throws {
    let service = try await FakePublicInbox.start()
    let client = try client(service)
    let mails = try await client.front()
    #expect(mails.map(\.title) == ["A lighthouse", "Which knot?"])
    #expect(mails[0].byline == "grace" && mails[0].summary.contains("It is new."))
    #expect(
      try await client.page(mails[0].id) == "https://lists.example/knots/20251009.1@host.example/")
    let replies = try await client.children(mails[0].id, 1).posts
    #expect(replies.map(\.body) == ["> It is new.\n\nHow bright is it?"])
    #expect(service.requests.last == "/20251009.1@host.example/t.mbox.gz")
    let hit = try #require(try await client.searchWords("night").first)
    #expect(try await client.post(hit.id, true).ancestors?.map(\.title) == ["", "A lighthouse"])
    let people = try await client.recentUsers().posts
    #expect(people.map(\.title).contains("grace"))
    _ = try await client.children(people[0].id, 1)
    #expect(service.requests.last?.hasPrefix("/?q=f%3A%22") == true)
  }

  @Test func aMailOpensByItsAddressAndItsPathIsKnown() async throws {
    let service = try await FakePublicInbox.start()
    let link = try #require(SourceLink("https://lists.example/knots/20251009.3@host.example/T/"))
    let client = try client(service, at: link)
    let post = try await client.post(try #require(link.post), true)
    #expect(post.body == "It blinks all night." && post.ancestors?.count == 2)
    #expect(service.requests == ["/20251009.3@host.example/t.mbox.gz"])
  }

  /// IDs of mails that mean something in addresses.
  private static let oddNames = [
    "a/b@host.example", "100%25@host.example", "a?b#c@host.example", "x+y=z@host.example",
    "two words@host.example", "größe@host.example", "a@b@host.example", "no-at-sign-20251009",
    "\"quoted\"@[10.0.0.1]", "&amp;@host.example", "20251009../..@host.example",
  ]

  @Test(arguments: oddNames) func oddNamesOfMailsAreFound(_ name: String) async throws {
    let service = try await FakePublicInbox.start()
    let mail = FakePublicInbox.Mail(name, by: "ada", "Odd", "Words.")
    FakePublicInbox.publish([(nil, [mail])], on: service)
    FakePublicInbox.publish([mail], at: name, on: service)
    let client = try client(service) { _, _ throws(APIError) in
      [SourceItem(post: Post(id: 0, title: "Odd", body: "All words."), key: name)]
    }
    let post = try #require(try await client.front().first)
    #expect(post.title == "Odd")
    #expect(try await client.post(post.id, true).title == "Odd")
    #expect(try await client.version(post.id).post.body == "All words.")
    let page = try #require(try await client.page(post.id))
    #expect(page == "https://lists.example/knots/\(FakePublicInbox.path(of: name))/")
    // The page of a mail leads to it, if it has an ID that can be told from other pages.
    if let link = SourceLink(page.replacing("lists.example", with: "lore.kernel.org")) {
      #expect(link.target == .named(PublicInbox.prefix + name))
    } else {
      #expect(!name.contains("@"))
    }
  }

  /// The pages of a list: the time until which each is, and its mails with their times.
  private static func mail(_ number: Int, _ second: Int) -> FakePublicInbox.Mail {
    var mail = FakePublicInbox.Mail("\(number).20251009@host.example", by: "ada", "\(number)", "x")
    mail.time = "2025-10-09T08:53:\(second < 10 ? "0" : "")\(second)Z"
    return mail
  }

  @Test func listGoesOnBeyondItsFirstPage() async throws {
    let service = try await FakePublicInbox.start()
    let mails = [50, 40, 30, 30, 30, 30, 20, 10].enumerated().map {
      Self.mail($0.offset, $0.element)
    }
    let stamp = "202510090853"
    FakePublicInbox.publish(
      [
        (nil, Array(mails[0..<3])), (stamp + "30", Array(mails[2..<5])),
        // More came in that second than a page has.
        (stamp + "29", Array(mails[6..<8])), (stamp + "10", [mails[7]]), (stamp + "09", []),
      ], on: service)
    let client = try client(service)
    let first = try await client.recentPosts("post", .everyone, nil, 4).posts
    #expect(first.map(\.title) == ["0", "1", "2", "3", "4"])
    let more = try await client.recentPosts("post", .everyone, first.last?.id, 4).posts
    #expect(more.map(\.title) == ["6", "7"])
    #expect(try await client.recentPosts("post", .everyone, more.last?.id, 4).posts.isEmpty)
  }

  /// The dates of a thread are those of its authors' clocks; the list goes on from its own times.
  @Test func threadThatWasReadChangesNoTimes() async throws {
    let service = try await FakePublicInbox.start()
    let mails = [Self.mail(1, 20), Self.mail(2, 10)]
    FakePublicInbox.publish(
      [
        (nil, [mails[0]]), ("20251009085320", mails), ("20251009085310", [mails[1]]),
        ("20251009085309", []),
      ], on: service)
    FakePublicInbox.publish([mails[0]], at: mails[0].id, on: service)
    let client = try client(service) { _, _ throws(APIError) in
      let post = Post(id: 0, title: "1", createdAt: Date(timeIntervalSince1970: 0))
      return [SourceItem(post: post, key: mails[0].id)]
    }
    let first = try #require(try await client.recentPosts("post", .everyone, nil, 1).posts.first)
    _ = try await client.version(first.id)
    let next = try await client.recentPosts("post", .everyone, first.id, 1).posts
    #expect(next.map(\.title) == ["2"])
  }

  @Test func archiveThatFindsNothingIsEmpty() async throws {
    let service = try await FakePublicInbox.start()
    service.trouble("/?q=", .status(404))
    #expect(try await client(service).searchWords("nothing").isEmpty)
  }

  @Test func troubleIsSaid() async throws {
    let service = try await FakePublicInbox.start()
    let gone = try #require(SourceLink("https://lists.example/knots/20251010.5@host.example/"))
    await #expect(throws: APIError.status(404, message: nil)) {
      try await client(service, at: gone).post(gone.post ?? 0, true)
    }
    let known = try #require(SourceLink("https://lists.example/knots/20251009.1@host.example/"))
    for error in [APIError.tooLarge(limit: 1), .unreadable(reason: "x")] {
      await #expect(throws: error) {
        try await client(service, at: known, posts: { _, _ throws(APIError) in throw error })
          .post(known.post ?? 0, true)
      }
    }
    await #expect(throws: APIError.status(404, message: nil)) {
      try await client(service, at: known, posts: { _, _ throws(APIError) in [] })
        .post(known.post ?? 0, true)
    }
    service.answer("/new.atom", withPage: "<html><body>no archive</body></html>")
    await #expect {
      try await client(service).front()
    } throws: {
      ($0 as? APIError)?.sentence.contains("does not answer like") == true
    }
  }

  private static func entry(_ name: String, _ more: String = "<title>t</title>") -> String {
    "<entry><link href=\"https://lists.example/knots/\(name)/\"/>\(more)</entry>"
  }

  /// Feeds of mails with what they should not have in them: a mail that has its address is there once.
  @Test(arguments: [
    ("", []), (entry("1@x"), ["t"]), (entry("1@x") + entry("2@x"), ["t", "t"]),
    (entry("1@x") + entry("1@x", "<title>again</title>"), ["t"]),
    ("<entry/>" + entry("1@x"), ["t"]), ("text <b>bold</b>" + entry("1@x"), ["t"]),
    ("<entry><title>no address</title></entry>" + entry("1@x"), ["t"]),
    ("<entry><link href=\"https://lists.example/\"/></entry>" + entry("1@x"), ["t"]),
    (entry("1%40x"), ["t"]), (entry("a+b=c@x"), ["t"]), (entry("1@x", ""), [""]),
    (entry("1@x", "<title>[PATCH 1/2] a &lt;b&gt; &amp; c</title>"), ["[PATCH 1/2] a <b> & c"]),
    (entry("1@x", "<title>two\nlines</title>"), ["two lines"]),
    (entry("1@x", "<title>\u{1B}[31mred\u{202E}</title>"), ["red"]),
    (entry("1@x", "<title>👩‍👩‍👧 שלום</title>"), ["👩‍👩‍👧 שלום"]),
    (entry("1@x", "<title>t</title><updated>yesterday</updated>"), ["t"]),
    (entry("1@x", "<title>t</title><author/>"), ["t"]),
    (entry("1@x", "<title>t</title><content type=\"xhtml\"><div><pre>a\n```\n<script>x"), ["t"]),
    (entry("1@x", "<title>t</title><thr:in-reply-to ref=\"x\" href=\"nonsense\"/>"), ["t"]),
    (
      entry("1@x", "<title>t</title><thr:in-reply-to href=\"https://lists.example/knots/1@x/\"/>"),
      ["t"]
    ),
    ("<entry><title>open" + entry("1@x"), ["t"]), (entry("1@x").dropLast(9).description, ["t"]),
    (entry(String(repeating: "a", count: 900) + "@x"), ["t"]),
  ])
  func oddListsOfMails(_ entries: String, _ titles: [String]) async throws {
    let service = try await FakePublicInbox.start()
    service.answer(
      "/new.atom",
      with: """
        <?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom"
        xmlns:thr="http://purl.org/syndication/thread/1.0"><title>knots</title>\(entries)</feed>
        """, type: "application/atom+xml")
    let mails = try await client(service).front()
    #expect(mails.map(\.title) == titles)
    #expect(mails.allSatisfy { !$0.body.contains("\u{1B}") && !$0.body.contains("<script") })
  }

  @Test(
    arguments: [
      (
        "https://lore.kernel.org/git/20250101.1@host/", "inbox:lore.kernel.org/git",
        "20250101.1@host"
      ),
      ("https://lore.kernel.org/git/x@y/T/#u", "inbox:lore.kernel.org/git", "x@y"),
      ("https://lore.kernel.org/git/x@y/t/#mabc", "inbox:lore.kernel.org/git", "x@y"),
      ("https://lists.example/knots/x@y/T/", "inbox:lists.example/knots", "x@y"),
      ("https://lists.example/knots/x@y/t.mbox.gz", "inbox:lists.example/knots", "x@y"),
      ("https://lists.example/u/x@y/T/", "inbox:lists.example/u", "x@y"),
      ("https://lists.example/p/x@y/t.mbox.gz", "inbox:lists.example/p", "x@y"),
      ("https://lore.kernel.org/git/x@y/raw", "inbox:lore.kernel.org/git", "x@y"),
      ("https://lore.kernel.org/git/x@y/t.mbox.gz", "inbox:lore.kernel.org/git", "x@y"),
      ("https://lore.kernel.org/r/x%40y", "inbox:lore.kernel.org/all", "x@y"),
      ("https://lore.kernel.org/all/x+z=1@y/", "inbox:lore.kernel.org/all", "x+z=1@y"),
      ("https://lore.kernel.org/git/a%2Fb%3Fc@y/t/", "inbox:lore.kernel.org/git", "a/b?c@y"),
      ("https://lore.kernel.org/git/a%20b%25@y/", "inbox:lore.kernel.org/git", "a b%@y"),
      ("https://lore.kernel.org/git/", "inbox:lore.kernel.org/git", nil),
      ("https://lore.kernel.org/git/?q=s:x", "inbox:lore.kernel.org/git", nil),
      (
        "https://public-inbox.org/meta/20250101130529.GA1@dcvr.example/",
        "inbox:public-inbox.org/meta", "20250101130529.GA1@dcvr.example"
      ),
      (
        "http://lists.example:8080/a/b/20250101130529.GA1@dcvr.example/T",
        "inbox:http://lists.example:8080/a/b", "20250101130529.GA1@dcvr.example"
      ),
    ] as [(String, String, String?)])
  func addressesOfMails(_ address: String, _ source: String, _ name: String?) throws {
    let link = try #require(SourceLink(address))
    #expect("\(link.source)" == source)
    #expect(link.target == name.map { .named(PublicInbox.prefix + $0) } ?? .front)
    #expect(link.isThread == (name != nil))
  }

  /// Pages of other sites that look a little like mails.
  @Test(arguments: [
    "https://lore.kernel.org/", "https://lore.kernel.org/manifest.js.gz",
    "https://example.org/20250101130529.GA1@dcvr.example/",
    "https://example.org/people/ada.linden@example.org",
    "https://cdn.example.org/npm/typescript@5.4.2/t", "https://example.org/x/protobuf@v1.36.5",
    "https://example.org/photos/12345678@N00/", "https://example.org/a/20250101.1@host.example/b",
    "https://example.org/a/@20250101.example.org", "https://example.org/a/20250101.1@",
    "https://example.org/a/2025010130529@b@c.example/",
  ])
  func otherPagesAreNoMails(_ address: String) {
    #expect(SourceLink(address)?.source.kind != .inbox)
  }
}
