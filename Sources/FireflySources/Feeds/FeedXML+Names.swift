extension FeedXML {
  /// The elements that are an entry.
  static let entries: Set<String> = ["item", "entry"]
  /// The elements that begin a feed.
  static let roots: Set<String> = ["rss", "rdf:rdf", "feed", "channel"]
  /// The elements that say what a file is.
  static let descriptions: Set<String> = ["media:description", "media:text", "media:title"]
  /// The elements that have others.
  static let containers: Set<String> = [
    "rss", "rdf:rdf", "channel", "feed", "item", "entry", "author", "contributor", "image",
    "source", "media:group", "media:content", "items", "textinput",
  ]

  /// The usual prefixes of namespaces, by a part of their names; none for those of RSS and Atom.
  private static let prefixes: [(part: String, prefix: String)] = [
    ("purl.org/rss/1.0/modules/content", "content"), ("purl.org/rss/1.0/modules/slash", "slash"),
    ("purl.org/rss/1.0/modules/", "other"), ("purl.org/dc/elements", "dc"),
    ("purl.org/dc/terms", "dcterms"), ("search.yahoo.com/mrss", "media"),
    ("itunes.com/dtds", "itunes"), ("wellformedweb.org/commentapi", "wfw"),
    ("purl.org/syndication/thread", "thr"), ("feedburner", "feedburner"),
    ("22-rdf-syntax-ns", "rdf"), ("1999/xhtml", "xhtml"), ("2005/atom", ""),
    ("purl.org/atom/ns", ""), ("purl.org/rss/1.0", ""), ("netscape.com/rdf/simple", ""),
    ("backend.userland.com", ""), ("blogs.law.harvard.edu", ""),
  ]

  /// Returns the usual prefix of a namespace; nil for one that is unknown.
  static func prefix(of namespace: String) -> String? {
    let namespace = namespace.lowercased()
    return prefixes.first { namespace.contains($0.part) }?.prefix
  }

  /// Returns attributes in which those with the element's own prefix, or with one of RSS or Atom, also
  /// have their names without it: `atom:type`.
  static func own(
    _ attributes: [String: String], of name: String, _ namespaces: [String: String]
  ) -> [String: String] {
    var result = attributes
    let prefix = name.prefix { $0 != ":" }
    for (key, value) in attributes {
      let parts = key.split(separator: ":", maxSplits: 1)
      guard parts.count == 2, parts[0] != "xmlns", result[String(parts[1])] == nil,
        name.hasPrefix("\(parts[0]):") && parts[0] == prefix
          || !Self.name(key, namespaces).contains(":")
      else { continue }
      result[String(parts[1])] = value
    }
    return result
  }

  /// Returns the name of an element in lower case, with the usual prefix of its namespace.
  ///
  /// - Parameters:
  ///   - name: its name in the document.
  ///   - namespaces: the usual prefixes of namespaces by those of the document.
  static func name(_ name: String, _ namespaces: [String: String]) -> String {
    let parts = name.lowercased().split(separator: ":", maxSplits: 1)
    let local = String(parts.last ?? "")
    let prefix = parts.count == 2 ? String(parts[0]) : ""
    let known = namespaces[prefix] ?? (["rss", "atom"].contains(prefix) ? "" : prefix)
    return known.isEmpty ? local : "\(known):\(local)"
  }
}
