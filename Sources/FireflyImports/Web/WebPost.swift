/// Texts that posts of several services share.
enum WebPost {
  /// Returns a text with a link above it.
  static func body(link: String?, text: String?) -> String {
    let link = link.flatMap { link in
      let isPlain = link.hasPrefix("http://") || link.hasPrefix("https://")
      let isSafe = !link.contains { $0.isWhitespace || $0 == "<" || $0 == ">" }
      return isPlain && isSafe ? "<\(link)>" : nil
    }
    return [link, text].compactMap(\.self).filter { !$0.isEmpty }.joined(separator: "\n\n")
  }
}
