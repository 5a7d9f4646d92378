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
  /// Whether it is named as a whole article, not as a part of one.
  let isWhole: Bool
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
  /// Bytes of the paragraphs in it, without links.
  var prose = 0
  /// The text of a heading; its beginning.
  var words = ""

  init(_ name: String, _ attributes: HTMLAttributes, parent: Int, isInCode: Bool) {
    self.parent = parent
    let kind = Self.kind(of: name)
    let names = PageNames(class: attributes["class"] ?? "", id: attributes["id"] ?? "")
    isMarked =
      name == "article" || name == "main" || attributes["itemprop"] == "articleBody"
      || attributes["role"] == "main" || attributes["role"] == "article"
    isWhole = name == "article" || attributes["role"] == "article" || names.isWhole
    // Names of what is in code are its colours.
    let isBlock = kind != .inline && !["html", "body", "article", "main", "pre"].contains(name)
    weight = (names.isLikely || isMarked ? 25 : 0) - (names.isUnlikely ? 25 : 0)
    isUnlikely = isBlock && !isMarked && !isInCode && names.isUnlikely && !names.isLikely
    // Other pages within a page are mostly advertisements.
    let isPlayer = name == "iframe" && Self.isPlayer(attributes["src"] ?? attributes["data-src"])
    self.kind = Self.isHidden(attributes) ? .dropped : isPlayer ? .inline : kind
  }

  /// Bytes of a paragraph that counts.
  private static let paragraphLetters = 25

  /// Whether it has a paragraph of its own, and not just links.
  var isProse: Bool {
    (kind == .container || kind == .paragraph) && ownLetters >= Self.paragraphLetters
      && 2 * ownLinkLetters <= ownLetters
  }

  /// Bytes of its own paragraph, without links.
  var ownProse: Int { isProse ? ownLetters - ownLinkLetters : 0 }

  /// Letters outside of links.
  var text: Int { letters - linkLetters }

  /// The share of its text in links, 0…1.
  var linkDensity: Double { letters == 0 ? 0 : Double(linkLetters) / Double(letters) }

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
