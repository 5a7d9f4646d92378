import FireflyCore
import Foundation

/// Splits a post that exceeds the server's limits: the rest of its body goes into children.
struct LongPost {
  /// The post with the first part.
  private(set) var post: Post
  /// The other parts, in order.
  private(set) var children: [Post] = []

  init(_ whole: Post) {
    post = whole
    let limits = PostLimits.embedded
    // A title or summary that is too long is also put into the body.
    for (path, limit) in [(\Post.summary, limits.summary), (\Post.title, limits.title)] {
      let text = whole[keyPath: path]
      guard text.utf8.count > limit else { continue }
      post[keyPath: path] = String(Self.beginning(of: text[...], limit - "…".utf8.count)) + "…"
      post.body = text + (post.body.isEmpty ? "" : "\n\n" + post.body)
    }
    if post.timezone.utf8.count > PostLimits.name { post.timezone = "" }
    post.locationTag = post.locationTag.map { String(Self.beginning(of: $0[...], PostLimits.name)) }
    guard post.body.utf8.count > limits.body else { return }
    var rest = post.body[...]
    post.body = Self.removeFirstPart(&rest, limits.body)
    while !rest.isEmpty {
      let number = " (\(children.count + 2))"
      children.append(
        Post(
          id: 0, userID: post.userID, parentID: post.parentID,
          title: String(Self.beginning(of: post.title[...], limits.title - number.utf8.count))
            + number,
          body: Self.removeFirstPart(&rest, limits.body), createdAt: post.createdAt,
          timezone: post.timezone, isAIGenerated: post.isAIGenerated))
    }
  }

  /// Removes and returns the first part of a text, which ends with a paragraph, a line or a word,
  /// if one ends in its second half.
  private static func removeFirstPart(_ rest: inout Substring, _ limit: Int) -> String {
    var part = beginning(of: rest, limit)
    if part.endIndex < rest.endIndex {
      let half = part.utf8.index(part.startIndex, offsetBy: part.utf8.count / 2)
      let ends = ["\n\n", "\n", " "].compactMap { end in
        part.range(of: end, options: .backwards)?.upperBound
      }
      if let end = ends.first(where: { $0 > half }) { part = part[..<end] }
    }
    rest = rest[part.endIndex...]
    return String(part)
  }

  /// Returns as many characters as fit into a number of bytes; if the first character doesn't fit,
  /// its first scalars.
  private static func beginning(of text: Substring, _ limit: Int) -> Substring {
    if text.utf8.count <= limit { return text }
    var (end, bytes) = (text.startIndex, 0)
    func extend(to next: Substring.Index) -> Bool {
      bytes += text[end..<next].utf8.count
      if bytes <= limit { end = next }
      return bytes <= limit
    }
    while extend(to: text.index(after: end)) {}
    if end > text.startIndex { return text[..<end] }
    bytes = 0
    while extend(to: text.unicodeScalars.index(after: end)) {}
    return text[..<end]
  }
}
