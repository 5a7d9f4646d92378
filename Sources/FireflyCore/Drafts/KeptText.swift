/// How the text that a server kept differs from the one that was sent.
public struct KeptText: Hashable, Sendable {
  /// The names of fields that were sent empty, and still have their old text.
  public private(set) var refilled: [String] = []
  /// The names of fields with another text than the one that was sent.
  public private(set) var changed: [String] = []

  /// Compares two texts; nil if they differ in white space only.
  ///
  /// - Parameters:
  ///   - kept: the text that the server has now.
  ///   - sent: the text that was sent, cleaned as received texts are.
  public init?(_ kept: PostText, insteadOf sent: PostText) {
    func words(_ text: String) -> [Substring] { text.split(whereSeparator: \.isWhitespace) }
    for (name, field) in PostText.fields {
      let (wanted, there) = (words(sent[keyPath: field]), words(kept[keyPath: field]))
      guard wanted != there else { continue }
      if wanted.isEmpty { refilled.append(name) } else { changed.append(name) }
    }
    if refilled.isEmpty, changed.isEmpty { return nil }
  }

  /// What happened, as a sentence for the user.
  public var sentence: String {
    func list(_ names: [String]) -> String {
      names.dropLast().joined(separator: ", ") + (names.count > 1 ? " and " : "")
        + (names.last ?? "")
    }
    let sentences = [
      refilled.isEmpty
        ? nil : "This server kept the old \(list(refilled)): it ignores empty fields.",
      changed.isEmpty ? nil : "This server changed the \(list(changed)) that you sent.",
    ]
    return sentences.compactMap(\.self).joined(separator: " ")
  }
}

extension PostText {
  /// The fields, with their names in sentences.
  fileprivate static var fields: [(String, KeyPath<PostText, String>)] {
    [("title", \.title), ("summary", \.summary), ("body", \.body)]
  }
}
