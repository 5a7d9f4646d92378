import FireflyCore
import FireflyStore
import FireflyText
import FireflyTransfer

extension WebSite {
  /// Keeps only the posts that are new enough.
  mutating func trimNewest() {
    newest.sort { ($0.date, $0.id) > ($1.date, $1.id) }
    newest = Array(newest.prefix(AtomFeed.maxEntries))
  }

  mutating func writeFeed(_ snapshot: any StoreSnapshot) async throws {
    trimNewest()
    let ids = newest.map(\.id)
    let sources = try await snapshot.sources(of: ids)
    var posts: [Int: Post] = [:]
    for post in try await snapshot.shownPosts(ids) { posts[post.id] = post }
    var top: String?
    if let first { top = try await snapshot.shownPosts([first]).first.map(PageCard.title) }
    let address = options.address ?? ""
    var feed = AtomFeed(
      title: options.title ?? top ?? "All posts", name: "\(identity) \(first ?? 0)",
      address: address)
    for post in ids.compactMap({ posts[$0] }) {
      let shown = try await copyPictures(in: post.body)
      var html = MarkdownHTML.render(
        post.body, linking: try await targets(of: post, from: address, snapshot),
        showing: Page.addresses(of: shown, from: address))
      if let picture = try await copyPicture(at: post.imageURL), !shown.contains(picture) {
        let source = MarkdownHTML.escape("\(address)pictures/\(picture)")
        html = "<p><img src=\"\(source)\" alt=\"\"></p>\n" + html
      }
      let source = sources[post.id]?.source
      let name = source.flatMap { $0.name == PostSource.file ? nil : "\($0.name) \($0.key)" }
      feed.entries.append(
        AtomFeed.Entry(
          card: try await card(of: post, snapshot), name: name ?? "\(identity) post \(post.id)",
          html: html))
    }
    try folder.write(Array(feed.xml().utf8), to: AtomFeed.file)
  }
}
