import FireflyCore
import Foundation

extension Post {
  /// The address of the page that the post is about: of a source's story, or of a post whose body is one
  /// link; nil for others.
  package var pageAddress: String? {
    guard template == .post else { return nil }
    if let link = facts.link { return link }
    // The copy of a story begins with its link.
    var words = body.hasPrefix("<") ? body.prefix { !$0.isNewline } : body[...]
    // An entry without a title begins with its text, and ends with its link.
    if feedID != nil, title.isEmpty, let end = body.lastIndex(where: \.isNewline) {
      words = body[body.index(after: end)...]
    }
    guard words.utf8.count <= 4_096 else { return nil }
    var text = words.trimmingCharacters(in: .whitespacesAndNewlines)[...]
    if text.hasPrefix("<"), text.hasSuffix(">") {
      text = text.dropFirst().dropLast()
    } else if text.hasPrefix("["), text.hasSuffix(")"), let start = text.firstRange(of: "](") {
      text = text[start.upperBound...].dropLast()
    }
    let isAddress = text.hasPrefix("https://") || text.hasPrefix("http://")
    let isOne = !text.contains { $0.isWhitespace || "<>()[]".contains($0) }
    return isAddress && isOne ? String(text) : nil
  }
}
