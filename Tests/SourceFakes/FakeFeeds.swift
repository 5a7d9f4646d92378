/// A site with three feeds of the usual kinds, comments, and a page that names one of them.
package enum FakeFeeds {
  /// Begins to listen.
  /// - Throws: `HTTPListenError`.
  package static func start() async throws -> FakeService {
    let service = try await FakeService()
    service.answer("/", withPage: page)
    service.answer("/blog.xml", with: blog(at: service.address), type: rss, etag: "\"blog-1\"")
    service.answer("/comments.xml", with: comments, type: rss)
    service.answer("/atom.xml", with: atom, type: "application/atom+xml; charset=utf-8")
    service.answer("/feed.json", with: json, type: "application/feed+json")
    service.answer("/none", with: "<p>Nothing.</p>", type: "text/html")
    return service
  }

  /// Adds an entry to the blog.
  package static func addEntry(to service: FakeService, title: String = "High tide") {
    let entry = """
      <item><title>\(title)</title><guid>\(title)</guid><pubDate>Wed, 25 Nov 2026 09:00:00 GMT</pubDate></item>
      """
    let text = blog(at: service.address).replacingOccurrences(
      of: "<item><title>A light", with: entry + "<item><title>A light")
    service.answer("/blog.xml", with: text, type: rss, etag: "\"\(title)\"")
  }

  private static let rss = "application/rss+xml; charset=utf-8"

  private static let page = """
    <html><head><title>The harbour</title><link rel="alternate" type="application/rss+xml" title="Comments"
    href="/comments.xml"><link rel="alternate" type="application/rss+xml" href="blog.xml"></head><body>Hello.</body></html>
    """

  private static func blog(at address: String) -> String {
    """
    <?xml version="1.0" encoding="utf-8"?>
    <rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/"
    xmlns:wfw="http://wellformedweb.org/CommentAPI/" xmlns:slash="http://purl.org/rss/1.0/modules/slash/"
    xmlns:dc="http://purl.org/dc/elements/1.1/"><channel><title>Harbour notes</title><link>/</link>
    <description>What happens at the quay.</description>
    <item><title>A lighthouse</title><link>/light</link><guid isPermaLink="false">1</guid>
    <pubDate>Tue, 24 Nov 2026 09:00:00 GMT</pubDate><dc:creator>Grace</dc:creator><description>Short.</description>
    <content:encoded><![CDATA[<p>It is <b>new</b>, see <a href="/plan">the plan</a>.</p>]]></content:encoded>
    <slash:comments>2</slash:comments><wfw:commentRss>\(address)/comments.xml</wfw:commentRss></item>
    <item><title>Which knot?</title><link>/knot</link><guid>knot</guid>
    <pubDate>Mon, 23 Nov 2026 09:00:00 +0100</pubDate><description>I tie&nbsp;shoes.</description>
    <enclosure url="/knot.mp3" type="audio/mpeg" length="12345678"/></item>
    <item><title>Elsewhere</title><link>https://news.ycombinator.com/item?id=100</link>
    <pubDate>Sun, 22 Nov 2026 09:00:00 GMT</pubDate></item>
    </channel></rss>
    """
  }

  private static let comments = """
    <rss version="2.0"><channel><title>Comments</title>
    <item><title>By: linus</title><guid>c2</guid><author>linus</author>
    <pubDate>Tue, 24 Nov 2026 11:00:00 GMT</pubDate><description>It blinks all night.</description></item>
    <item><title>By: ada</title><guid>c1</guid><author>ada</author>
    <pubDate>Tue, 24 Nov 2026 10:00:00 GMT</pubDate><description>How bright is it?</description></item>
    </channel></rss>
    """

  private static let atom = """
    <feed xmlns="http://www.w3.org/2005/Atom" xml:base="https://knots.example/blog/"><title>Knots</title>
    <link href="/"/><entry><id>a1</id><title>Bowline</title><link href="bowline"/>
    <updated>2026-11-25T10:00:00Z</updated><author><name>Mei</name></author><content type="xhtml">
    <div xmlns="http://www.w3.org/1999/xhtml"><p>Around the <em>tree</em>.</p></div></content></entry></feed>
    """

  private static let json = """
    {"version":"https://jsonfeed.org/version/1.1","title":"Short notes","items":[{"id":7,
    "url":"https://notes.example/7","content_text":"A note without a title.","date_published":"2026-11-21T10:00:00Z"}]}
    """
}
