/// A part of a text in which two versions differ, between the marks of `Comparison.both`.
public struct Collision: Hashable, Sendable {
  /// What stays of it.
  public enum Choice: Sendable {
    /// The user's version.
    case mine
    /// That of the server.
    case theirs
    /// Both, the user's first.
    case both
  }

  /// The field.
  public let field: PostField
  /// The user's version.
  public let mine: String
  /// The version on the server.
  public let theirs: String
  private let before: String
  private let after: String
  /// What separates the marks from the text.
  private let space: Character

  /// Finds the first one; nil if there is none.
  public init?(in words: PostText) {
    let fields: [(PostField, String, Character)] = [
      (.title, words.title, " "), (.summary, words.summary, " "), (.body, words.body, "\n"),
    ]
    for (field, text, space) in fields {
      guard let start = Self.place(of: Comparison.start, in: text[...], space),
        let middle = Self.place(of: Comparison.middle, in: text[start.upperBound...], space),
        let end = Self.place(of: Comparison.end, in: text[middle.upperBound...], space)
      else { continue }
      func inner(_ text: Substring) -> String {
        let rest = text.first == space ? text.dropFirst() : text
        return String(rest.last == space ? rest.dropLast() : rest)
      }
      (self.field, self.space) = (field, space)
      mine = inner(text[start.upperBound..<middle.lowerBound])
      theirs = inner(text[middle.upperBound..<end.lowerBound])
      (before, after) = (String(text[..<start.lowerBound]), String(text[end.upperBound...]))
      return
    }
    return nil
  }

  /// Returns the text of the field with one of the versions, or both, in place of the marks.
  public func resolved(_ choice: Choice) -> String {
    let kept =
      switch choice {
      case .mine: mine
      case .theirs: theirs
      case .both: [mine, theirs].filter { !$0.isEmpty }.joined(separator: String(space))
      }
    // Nothing leaves no empty line.
    return kept.isEmpty && (before.isEmpty || before.last == space) && after.first == space
      ? before + after.dropFirst() : before + kept + after
  }

  /// Returns where a mark stands alone: between separators, or at an end.
  private static func place(
    of mark: String, in text: Substring, _ space: Character
  ) -> Range<String.Index>? {
    var rest = text
    while let found = rest.firstRange(of: mark) {
      let isStart =
        found.lowerBound == text.startIndex
        || text[text.index(before: found.lowerBound)] == space
      let isEnd = found.upperBound == text.endIndex || text[found.upperBound] == space
      if isStart, isEnd { return found }
      rest = rest[found.upperBound...]
    }
    return nil
  }
}
