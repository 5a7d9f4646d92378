import FireflyAPI
import Testing

@testable import FireflySources

/// Addresses of pages, and the names of sources.
@Suite struct SourceLinkTests {
  @Test(arguments: [
    ("https://news.ycombinator.com/item?id=12", "hn", SourceLink.Target.post(12)),
    ("https://news.ycombinator.com/item?id=12#34", "hn", .post(34)),
    ("http://www.news.ycombinator.com/user?id=grace", "hn", .user("grace")),
    ("https://news.ycombinator.com/", "hn", .front),
    ("https://news.ycombinator.com/newest", "hn", .front),
    ("https://lobste.rs/s/10/a_lighthouse", "lobsters", .post(72)),
    ("https://lobste.rs/s/10#c_11", "lobsters", .reply(75, in: 72)),
    ("https://lobste.rs/~grace", "lobsters", .user("grace")),
    ("https://lobste.rs/~grace/stories", "lobsters", .user("grace")),
    ("https://lobste.rs", "lobsters", .front),
    ("https://lobste.rs/t/rust", "lobsters:t/rust", .front),
    ("https://lemmy.example/c/rust", "lemmy:lemmy.example/c/rust", .front),
    ("https://lemmy.example/c/rust@far.example", "lemmy:lemmy.example/c/rust@far.example", .front),
    ("https://m.example/tags/swift", "mastodon:m.example/tags/swift", .front),
    ("https://lobste.rs/page/2", "lobsters", .front),
    ("https://forum.example/c/help/7", "discourse:forum.example/c/help/7", .front),
    ("https://forum.example/tag/tea", "discourse:forum.example/tag/tea", .front),
    ("https://forum.example/c/help/lost/8", "discourse:forum.example/c/help/lost/8", .front),
    ("https://lemmy.example/post/7", "lemmy:lemmy.example", .post(14)),
    ("https://lemmy.example/post/7/8", "lemmy:lemmy.example", .reply(17, in: 14)),
    ("https://lemmy.example:8443/comment/8", "lemmy:lemmy.example:8443", .post(17)),
    ("https://lemmy.example/u/ada@far.example", "lemmy:lemmy.example", .user("ada@far.example")),
    (
      "https://m.example/@ada/115000000000000001", "mastodon:m.example",
      .named("status/115000000000000001")
    ),
    ("https://m.example/users/ada/statuses/12", "mastodon:m.example", .post(12)),
    ("https://m.example/@ada/posts/12/", "mastodon:m.example", .post(12)),
    ("https://m.example/@ada/12/embed", "mastodon:m.example", .post(12)),
    ("https://m.example/web/@ada/12", "mastodon:m.example", .post(12)),
    ("https://m.example/@ada/statuses/01HB", "mastodon:m.example", .named("status/01HB")),
    ("https://m.example/@ada@far.example", "mastodon:m.example", .user("ada@far.example")),
    ("https://m.example/@ada/media", "mastodon:m.example", .user("ada")),
    ("https://m.example/@ada/tagged/light", "mastodon:m.example", .user("ada")),
    ("https://m.example/users/ada", "mastodon:m.example", .user("ada")),
    (
      "https://forum.example/t/a-lighthouse/12/3", "discourse:forum.example",
      .named("place/12/3")
    ),
    ("https://forum.example/t/12/3?u=ada", "discourse:forum.example", .named("place/12/3")),
    ("https://forum.example/t/a-lighthouse/12/", "discourse:forum.example", .post(24)),
    ("https://forum.example/t/a-lighthouse/12/1", "discourse:forum.example", .post(24)),
    ("https://forum.example/n/a-lighthouse/12", "discourse:forum.example", .post(24)),
    ("https://forum.example/p/34", "discourse:forum.example", .post(69)),
    ("https://lobste.rs/c/11", "lobsters", .post(75)),
    ("https://forum.example/t/12", "discourse:forum.example", .post(24)),
    ("https://forum.example/u/ada/summary", "discourse:forum.example", .user("ada")),
  ])
  func pagesAreRecognised(_ address: String, _ source: String, _ target: SourceLink.Target) throws {
    let link = try #require(SourceLink(address))
    #expect("\(link.source)" == source)
    #expect(link.target == target)
  }

  /// Lemmy and Discourse have the same addresses for users.
  @Test func aUserMayBeElsewhere() throws {
    let other = try #require(SourceLink("https://forum.example:8443/u/ada")?.alternative)
    #expect("\(other.source)" == "discourse:forum.example:8443" && other.target == .user("ada"))
    for address in [
      "https://l.example/u/ada@far.example", "https://l.example/post/1", "https://m.example/@ada",
    ] {
      #expect(try #require(SourceLink(address)).alternative == nil)
    }
  }

  @Test(arguments: [
    "", "x", "ftp://news.ycombinator.com/item?id=1", "https://example.org",
    "https://example.org/a/b",
    "https://news.ycombinator.com/item?id=", "https://news.ycombinator.com/item?id=-1",
    "https://news.ycombinator.com/item?id=99999999999999999999", "https://lobste.rs/s/ABC",
    "https://lemmy.example/post/x", "https://forum.example/t/x", "https://m.example/@",
    "https://ada:secret@lemmy.example/post/1", "https:///post/1", "https://m.example/@a/b%20c",
  ])
  func othersAreNot(_ address: String) { #expect(SourceLink(address) == nil) }

  @Test func namesOfSources() throws {
    for kind in SourceKind.allCases {
      let source = try #require(try SourceAddress.named(kind.serverName))
      #expect(try SourceAddress.named("\(source)") == source && source.kind == kind)
    }
    #expect(try SourceAddress.named("hn:")?.id == "source:hn")
    #expect(try SourceAddress.named("hn") == SourceAddress.named("hn:"))
    #expect(try SourceAddress.named("LEMMY:Lemmy.Example/")?.id == "source:lemmy:lemmy.example")
    #expect(try SourceAddress.named("discourse:https://a.org/forum/")?.instance == "a.org/forum")
    #expect(try SourceAddress.named("mastodon:http://127.0.0.1:80")?.name == "127.0.0.1")
    for (text, place, base) in [
      ("lemmy:a.org/c/x", "c/x", "https://a.org"), ("mastodon:a.org/@ada", "@ada", "https://a.org"),
      ("discourse:a.org/forum/c/help/7", "c/help/7", "https://a.org/forum"),
      ("discourse:http://a.org/tag/x", "tag/x", "http://a.org"),
      ("lobsters:t/x", "t/x", "https://lobste.rs"),
    ] {
      let source = try #require(try SourceAddress.named(text))
      #expect(source.part == place && "\(source)" == text && source.name.hasSuffix("/" + place))
      #expect(try source.server([:]).description == base)
    }
    for text in ["lemmy:a.org/c", "lemmy:a.org/x/y", "discourse:a.org/c", "mastodon:a.org/@"] {
      #expect(try SourceAddress.named(text)?.part == nil)
    }
    // These are addresses of servers.
    for text in ["localhost:8080", "https://example.org", "lemmy:8080", "lemmy", "hnx"] {
      #expect(try SourceAddress.named(text) == nil)
    }
    for text in ["hn:8080x", "lemmy:", "mastodon:ftp://a.org", "discourse:https://"] {
      #expect(throws: APIError.self) { try SourceAddress.named(text) }
    }
  }
}
