import FireflyForeign

/// An element of a page, as far as the search for its article needs it.
struct PageElement {
  /// What an element is for, by its name.
  enum Kind {
    /// Scripts, forms' fields, navigation: never part of an article. Not `head`: the parser leaves elements
    /// that it doesn't know in there.
    case dropped
    /// May be an article, or contain one.
    case container
    /// A paragraph, or something that its parent consists of.
    case paragraph
    case list
    case heading
    case inline
  }

  let kind: Kind
  /// The index of its parent; -1 for the first.
  let parent: Int
  /// What its names say: positive for an article, negative for what stands beside it.
  let weight: Int
  /// Whether it is marked as an article, or as a page's main part.
  let isMarked: Bool
  /// Whether its names say that it is no part of an article.
  let isUnlikely: Bool
  /// Bytes of its text, without those of other blocks in it; a run of spaces counts as one.
  var ownLetters = 0
  /// The same in links.
  var ownLinkLetters = 0
  /// Commas of its text.
  var ownCommas = 0
  /// Bytes of its text, with those of all elements in it.
  var letters = 0
  /// The same in links.
  var linkLetters = 0
  /// The text of a heading; its beginning.
  var words = ""

  init(_ name: String, _ attributes: HTMLAttributes, parent: Int, isInCode: Bool) {
    self.parent = parent
    let kind = Self.kind(of: name)
    let names = PageNames([attributes["class"] ?? "", attributes["id"] ?? ""])
    isMarked =
      name == "article" || name == "main" || attributes["itemprop"] == "articleBody"
      || attributes["role"] == "main" || attributes["role"] == "article"
    // Names of what is in code are its colours.
    let isBlock = kind != .inline && !["html", "body", "article", "main", "pre"].contains(name)
    weight = (names.isLikely || isMarked ? 25 : 0) - (names.isUnlikely ? 25 : 0)
    isUnlikely = isBlock && !isMarked && !isInCode && names.isUnlikely && !names.isLikely
    // Other pages within a page are mostly advertisements.
    let isPlayer = name == "iframe" && Self.isPlayer(attributes["src"] ?? attributes["data-src"])
    self.kind = Self.isHidden(attributes) ? .dropped : isPlayer ? .inline : kind
  }

  /// What its name alone is worth as a candidate.
  static func initialScore(of kind: Kind) -> Double {
    switch kind {
    case .container: 5
    case .list, .heading: -3
    case .dropped, .inline, .paragraph: 0
    }
  }

  private static func kind(of name: String) -> Kind {
    switch name {
    case "script", "style", "template", "noscript", "iframe", "object", "embed", "svg", "canvas",
      "button", "input", "select", "textarea", "dialog", "nav", "aside", "footer", "title":
      .dropped
    case "html", "body", "div", "section", "article", "main", "td", "center", "form", "header":
      .container
    case "p", "pre", "blockquote", "li", "dd", "dt", "figure", "figcaption", "details", "address":
      .paragraph
    case "ul", "ol", "dl", "table", "tbody", "thead", "tr", "th", "caption", "menu": .list
    case "h1", "h2", "h3", "h4", "h5", "h6": .heading
    default: .inline
    }
  }

  /// Parts of the addresses of films and sounds that pages show in place.
  private static let players = [
    "youtube.com/embed", "youtube-nocookie.com/embed", "player.vimeo.com", "dailymotion.com/embed",
    "/videos/embed/", "archive.org/embed", "soundcloud.com/player", "bandcamp.com/embed",
    "open.spotify.com/embed", "embed.ted.com", "player.twitch.tv", "media.ccc.de",
  ]

  private static func isPlayer(_ address: String?) -> Bool {
    guard let address = address?.prefix(WebAddress.maximumLength) else { return false }
    return players.contains { address.contains($0) }
  }

  private static let foreignRoles: Set<String> = [
    "navigation", "complementary", "banner", "contentinfo", "menu", "menubar", "search", "dialog",
    "alertdialog", "toolbar",
  ]

  private static func isHidden(_ attributes: HTMLAttributes) -> Bool {
    if attributes["hidden"] != nil || attributes["aria-hidden"] == "true" { return true }
    if let role = attributes["role"], foreignRoles.contains(role) { return true }
    let style = (attributes["style"] ?? "").prefix(400).filter { $0 != " " }.lowercased()
    return style.contains("display:none") || style.contains("visibility:hidden")
  }
}

/// The words of an element's class and ID.
struct PageNames {
  /// Whether a name is usual for articles.
  private(set) var isLikely = false
  /// Whether a name is usual for what stands beside articles.
  private(set) var isUnlikely = false

  private static let likely: Set<String> = [
    "article", "body", "content", "contents", "entry", "hentry", "main", "post", "story", "prose",
    "markdown",
    "readme",
  ]
  /// Words that count at the end of a name: before others they mean styles.
  private static let likelyLast: Set<String> = ["blog", "column", "page", "text"]
  private static let unlikely: Set<String> = [
    "ad", "ads", "advert", "banner", "bio", "breadcrumb", "breadcrumbs", "byline", "comment",
    "comments",
    "community", "cookie", "cookies", "consent", "disqus", "footer", "gdpr", "gutter", "linenos",
    "lineno",
    "login", "masthead", "menu", "meta", "modal", "nav", "navbar", "navigation", "newsletter",
    "outbrain",
    "pager", "pagination", "paywall", "popup", "print", "promo", "recommended", "related", "remark",
    "replies", "rss", "share", "sharing", "shoutbox", "sidebar", "signup", "skip", "skyscraper",
    "social",
    "sponsor", "sponsored", "subscribe", "subscription", "tags", "taboola", "teaser", "toc",
    "toolbar",
    "widget", "widgets",
  ]
  /// Parts of longer words.
  private static let unlikelyParts = [
    "sidebar", "comment", "newsletter", "breadcrumb", "advert", "sponsor", "paginat",
  ]

  init(_ texts: [String]) {
    for text in texts {
      for name in text.utf8.prefix(500).split(separator: UInt8(ascii: " ")) { add(name) }
    }
  }

  /// Adds a name; the last of its words that means something decides.
  private mutating func add(_ name: some Sequence<UInt8>) {
    let words = Self.words(of: name)
    for (place, word) in words.enumerated().reversed() {
      if Self.likely.contains(word) || word.hasSuffix("content") || word.hasSuffix("article")
        || place == words.count - 1 && Self.likelyLast.contains(word)
      {
        return isLikely = true
      }
      if Self.unlikely.contains(word) || Self.unlikelyParts.contains(where: word.contains) {
        return isUnlikely = true
      }
    }
  }

  /// Returns the words of a name: `post-Meta_shareBar` has post, meta, share and bar.
  private static func words(of name: some Sequence<UInt8>) -> [String] {
    var words: [String] = []
    var word = ""
    var before: UInt8 = 0
    for byte in name {
      let isLetter = (byte | 0x20) &- 0x61 < 26
      let beginsWord = byte &- 0x41 < 26 && before &- 0x61 < 26
      if !isLetter || beginsWord, !word.isEmpty {
        words.append(word)
        word = ""
      }
      if isLetter { word.unicodeScalars.append(Unicode.Scalar(byte | 0x20)) }
      before = byte
    }
    return word.isEmpty ? words : words + [word]
  }
}
