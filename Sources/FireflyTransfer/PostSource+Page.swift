extension PostSource {
  /// Returns the address of the post's page on the web; nil if it is unknown.
  ///
  /// - Parameter top: the source of the top post of its thread; nil if it is that post itself.
  package func page(below top: PostSource?) -> String? {
    if let page { return page }
    // Posts of most services are identified by their addresses.
    if key.hasPrefix("https://") || key.hasPrefix("http://") { return key }
    guard !key.isEmpty, key.utf8.allSatisfy(\.isPlain) else { return nil }
    switch name {
    case "hn": return "https://news.ycombinator.com/item?id=\(key)"
    case "lobsters": return "https://lobste.rs/\(top == nil ? "s" : "c")/\(key)"
    case "reddit":
      // A name tells the kind: `t3_` is a post, `t1_` a comment.
      let id = key.dropFirst(3)
      if key.hasPrefix("t3_") { return "https://www.reddit.com/comments/\(id)" }
      guard key.hasPrefix("t1_"), let top, top.name == name, top.key.hasPrefix("t3_") else {
        return nil
      }
      return "https://www.reddit.com/comments/\(top.key.dropFirst(3))/_/\(id)"
    default: return nil
    }
  }
}
