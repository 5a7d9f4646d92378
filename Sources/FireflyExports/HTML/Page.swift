import FireflyCore
import FireflyText
import Foundation

/// One page of a site.
struct Page {
  /// A list of cards under a heading.
  struct Section {
    var heading: String
    var cards: [PageCard]
  }

  var title: String
  /// The title of the site; nil for none of its own.
  var site: String?
  /// The relative path from the page to the top of the site, such as `../`.
  var top: String
  /// The pages above it, the topmost first.
  var path: [PageCard] = []
  /// The post of the page; nil for a page with cards only.
  var post: Post?
  /// Where the links to posts in its text lead.
  var targets: [Int: MarkdownHTML.Target] = [:]
  /// The name of the post's picture.
  var picture: String?
  /// The names of the pictures that its text shows.
  var shown: [String] = []
  /// The sections below the post.
  var sections: [Section] = []
  /// The pages before and after it in their list.
  var neighbours = Neighbours()

  /// The cards before and after a card in its list; nil at its ends.
  struct Neighbours {
    var previous: PageCard?
    var next: PageCard?
  }

  /// The content security policy: no scripts, and nothing from other sites.
  private static let policy = """
    script-src 'none'; connect-src 'none'; object-src 'none'; frame-src 'none'; form-action 'none'; \
    base-uri 'none'
    """

  /// Bytes of a page that are in memory.
  private static let pieceSize = 1 << 20

  /// Passes the page on in pieces: all cards of a long list at once would take much memory.
  func write(_ write: (String) throws -> Void) rethrows {
    var html = start()
    for section in sections where !section.cards.isEmpty {
      html += "<section>\n<h2>\(section.heading)</h2>\n<ul class=\"cards\">\n"
      for card in section.cards {
        html += card.html(from: top)
        if html.utf8.count >= Self.pieceSize {
          try write(html)
          html = ""
        }
      }
      html += "</ul>\n</section>\n"
    }
    try write(html + end())
  }

  /// The page up to the text of its post.
  func start() -> String {
    let names = [title, site].compactMap(\.self).reduce(into: [String]()) { names, name in
      if !names.contains(name) { names.append(name) }
    }
    var html = """
      <!DOCTYPE html>
      <html>
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta http-equiv="Content-Security-Policy" content="\(Self.policy)">
      <meta name="referrer" content="no-referrer">
      <meta name="color-scheme" content="light dark">
      <meta name="generator" content="Firefly">
      <title>\(MarkdownHTML.escape(names.joined(separator: " – ")))</title>
      <link rel="stylesheet" href="\(top)style.css">
      <link rel="alternate" type="application/atom+xml" href="\(top)\(AtomFeed.file)">
      </head>
      <body>

      """
    if !path.isEmpty { html += pathHTML() }
    html += "<main>\n"
    if let post {
      html += articleHTML(post, targets, picture: picture, shown: shown)
    } else {
      html += headingHTML()
    }
    return html
  }

  /// The page behind its cards.
  func end() -> String {
    let feed = top.isEmpty ? "<p class=\"feed\"><a href=\"\(AtomFeed.file)\">Feed</a></p>\n" : ""
    return neighboursHTML() + feed + "</main>\n</body>\n</html>\n"
  }

  /// A reply of a thread on one page.
  struct Reply {
    var post: Post
    /// Levels below the post of the page; 1 for its replies.
    var level: Int
    /// The post that it answers, if that is a reply.
    var answered: PageCard?
    var targets: [Int: MarkdownHTML.Target]
    /// The name of its picture, and those that its text shows.
    var picture: String?
    var shown: [String] = []
  }

  func html(_ reply: Reply) -> String {
    articleHTML(reply.post, reply.targets, picture: reply.picture, shown: reply.shown, reply)
  }

  private func neighboursHTML() -> String {
    let links = [("prev", "←", neighbours.previous), ("next", "→", neighbours.next)].compactMap {
      relation, sign, card in
      card.map { card in
        """
        <a rel="\(relation)" href="\(MarkdownHTML.escape(card.address(from: top)))">\
        \(sign) <span dir="auto">\(MarkdownHTML.escape(card.title))</span></a>

        """
      }
    }
    if links.isEmpty { return "" }
    return "<nav class=\"neighbours\" aria-label=\"list\">\n\(links.joined())</nav>\n"
  }

  private func pathHTML() -> String {
    // Of a long path, only the beginning and the end are shown.
    let shown = path.count <= 8 ? path : path.prefix(2) + path.suffix(5)
    let steps = shown.enumerated().map { index, card in
      (path.count > shown.count && index == 2 ? "<li>…</li>\n" : "") + """
        <li><a href="\(MarkdownHTML.escape(card.address(from: top)))" dir="auto">\
        \(MarkdownHTML.escape(card.title))</a></li>

        """
    }
    return "<nav aria-label=\"path\">\n<ol>\n\(steps.joined())</ol>\n</nav>\n"
  }

  private func headingHTML() -> String { "<h1>\(MarkdownHTML.escape(title))</h1>\n" }

  /// Returns the addresses of pictures on a page, by those in bodies.
  static func addresses(of pictures: [String], from top: String) -> [String: String] {
    Dictionary(pictures.map { (BodyPicture.address(of: $0), "\(top)pictures/\($0)") }) { first, _ in
      first
    }
  }

  private func articleHTML(
    _ post: Post, _ targets: [Int: MarkdownHTML.Target], picture: String?, shown: [String],
    _ reply: Reply? = nil
  ) -> String {
    // A post without a title begins with its text, which is the title of the window.
    let isUntitled = ForeignText.cleanLine(post.title).isEmpty && !post.body.isEmpty
    let title = reply == nil ? self.title : PageCard.title(of: post)
    var html = "<article>\n"
    if let reply {
      html =
        "<article class=\"reply\" id=\"\(PageCard.anchor(of: post.id))\" style=\"--level: \(reply.level)\">\n"
    }
    let level = reply == nil ? 1 : 2
    let name = isUntitled ? Self.name(of: post, isReply: reply != nil) : title
    html += """
      <h\(level)\(isUntitled ? " class=\"unseen\"" : "") dir="auto">\(MarkdownHTML.escape(name))</h\(level)>

      """
    let summary = ForeignText.clean(post.summary)
    if !summary.isEmpty, !isUntitled {
      html += "<p class=\"summary\" dir=\"auto\">\(MarkdownHTML.escape(summary))</p>\n"
    }
    if let picture, !shown.contains(picture) {
      html += """
        <figure><img src="\(top)pictures/\(picture)" alt="\(MarkdownHTML.escape(title))"></figure>

        """
    } else if picture == nil, let url = post.imageURL, MarkdownHTML.isOpenable(url) {
      html += "<p><a href=\"\(MarkdownHTML.escape(url))\">picture</a></p>\n"
    }
    if !post.body.isEmpty {
      let body = MarkdownHTML.render(
        post.body, linking: targets, showing: Self.addresses(of: shown, from: top), below: level)
      html += "<div class=\"body\" dir=\"auto\">\n\(body)</div>\n"
    }
    let place = post.locationTag.map { MarkdownHTML.escape(ForeignText.cleanLine($0)) }
    let words = [
      PageCard.byline(post.authorName.map { ForeignText.cleanLine($0) }, post.createdAt),
      place ?? "", post.isAIGenerated ? "written by AI" : "",
      reply.map { Self.links(of: $0) } ?? "",
    ]
    let byline = words.filter { !$0.isEmpty }.joined(separator: " · ")
    return html + "<p class=\"byline\">\(byline)</p>\n</article>\n"
  }

  /// The heading of an untitled post, for people who listen and who go from heading to heading: its
  /// text would be read twice.
  private static func name(of post: Post, isReply: Bool) -> String {
    let author = post.authorName.map { ForeignText.cleanLine($0) } ?? ""
    return (isReply ? "Reply" : "Post") + (author.isEmpty ? "" : " by \(author)")
  }

  /// Links to a reply, and to what it answers.
  private static func links(of reply: Reply) -> String {
    let above = reply.answered.map { card in
      let name = card.author.flatMap { $0.isEmpty ? nil : $0 } ?? "above"
      return """
        <a href="#\(PageCard.anchor(of: card.id))">↑ <span dir="auto">\(MarkdownHTML.escape(name))</span></a> ·\u{20}
        """
    }
    return "\(above ?? "")<a href=\"#\(PageCard.anchor(of: reply.post.id))\">#\(reply.post.id)</a>"
  }
}
