/// The words of an element's class and ID.
struct PageNames {
  /// Whether a name is usual for articles.
  private(set) var isLikely = false
  /// Whether a name is usual for what stands beside articles.
  private(set) var isUnlikely = false
  /// Whether the class is that of whole articles.
  private(set) var isWhole = false

  private static let likely: Set<String> = [
    "article", "body", "content", "contents", "entry", "hentry", "main", "post", "story", "prose",
    "markdown",
    "readme",
  ]
  /// Classes of whole articles; an ID may also be that of a part.
  private static let whole: Set<String> = ["article", "entry", "hentry", "post", "story"]
  /// Words of a phrase, which names no part: `content-with-sidebar`, or the heading `sharing-with-a-friend`.
  private static let joining: Set<String> = ["a", "has", "no", "of", "the", "with", "without"]
  /// Words that count at the end of a name: before others they mean styles.
  private static let likelyLast: Set<String> = ["blog", "column", "page", "text"]
  private static let unlikely: Set<String> = [
    "ad", "ads", "advert", "banner", "bio", "breadcrumb", "breadcrumbs", "byline", "comment",
    "comments",
    "community", "cookie", "cookies", "consent", "disqus", "footer", "gdpr", "gutter", "linenos",
    "lineno",
    "login", "masthead", "menu", "meta", "modal", "nav", "navbar", "navigation", "newsletter",
    "outbrain",
    "pager", "pagination", "popup", "print", "promo", "recommended", "related", "remark",
    "replies", "rss", "share", "sharing", "shoutbox", "sidebar", "signup", "skip", "skyscraper",
    "social",
    "sponsor", "sponsored", "subscribe", "subscription", "tags", "taboola", "teaser", "toc",
    "toolbar",
    "widget", "widgets",
  ]
  /// Parts of longer words.
  private static let unlikelyParts = [
    "sidebar", "comment", "newsletter", "breadcrumb", "advert", "sponsor", "paginat", "relatedpost",
  ]

  init(class: String, id: String) {
    for name in Self.names(in: `class`) { add(Self.words(of: name), isClass: true) }
    for name in Self.names(in: id) { add(Self.words(of: name), isClass: false) }
  }

  private static func names(in text: String) -> [Substring.UTF8View] {
    text[...].utf8.prefix(500).split(separator: UInt8(ascii: " "))
  }

  /// Adds the words of a name; the last that means something decides.
  private mutating func add(_ words: [String], isClass: Bool) {
    if words.contains(where: Self.joining.contains) { return }
    if isClass, words.count == 1, Self.whole.contains(words[0]) { isWhole = true }
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
