import FireflyCore
import Foundation

// Copies of stories have the line of their facts as summary. Earlier versions wrote into it what a copy has itself, too.
extension PostSource {
  /// The names of the services whose stories have such a line.
  package static let listing = ["discourse", "hn", "lemmy", "lobsters", "reddit"]

  /// Returns the line of a copied story without what the copy has itself: its author, and the number of its replies.
  ///
  /// What a user wrote or edited must not come here.
  /// - Parameters:
  ///   - line: the line, such as `example.org · 5 points · ada · 2 replies`.
  ///   - authors: the names of its author.
  ///   - hasReplies: whether replies were copied with it.
  /// - Returns: `example.org · 5 points`.
  package static func shortened(
    _ line: String, by authors: [String?], hasReplies: Bool
  ) -> String {
    var parts = line.components(separatedBy: " · ")
    let names = Set(authors.compactMap { $0?.lowercased() })
    // The name stands behind the value; a site before it may have the same name.
    let start = parts.firstIndex(where: isValue).map { $0 + 1 } ?? 0
    if let author = parts[start...].firstIndex(where: { names.contains($0.lowercased()) }) {
      parts.remove(at: author)
    }
    if hasReplies, let replies = parts.lastIndex(where: { isNumber(of: ["reply", "replies"], $0) })
    {
      parts.remove(at: replies)
    }
    return parts.joined(separator: " · ")
  }

  private static func isValue(_ part: String) -> Bool {
    isNumber(of: ["point", "points", "like", "likes"], part)
  }

  /// Whether a part of a line is a number of some things.
  private static func isNumber(of nouns: Set<String>, _ part: String) -> Bool {
    let words = part.split(separator: " ")
    return words.count == 2 && Int(words[0]) != nil && nouns.contains(String(words[1]))
  }
}
