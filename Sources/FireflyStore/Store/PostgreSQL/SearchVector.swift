import FireflyCore

/// Converts posts and searches to PostgreSQL's full-text types, with the same words as SQLite's
/// index.
enum SearchVector {
  /// Limits of PostgreSQL: the highest position, the number of positions of a word, the bytes of a
  /// word.
  private static let maximumPosition = 16_383
  private static let maximumPositions = 255
  private static let maximumWordBytes = 1_000
  /// Positions skipped between two texts, so that no phrase matches across them.
  private static let gap = 8

  /// The forms of words so far: of the second, Thai, Lao, Khmer and Myanmar are split into clusters; of the third,
  /// Korean is split into syllables, and emoji are words; of the fourth, also signs that are emoji or text.
  ///
  /// A vector has a word for each form up to its own, which no text has. So an earlier version doesn't
  /// take it for one of the time before.
  static let form = 4

  private static func word(of form: Int) -> String { "' \(form)'" }

  /// Returns the condition that the words of a post were written before a form; by default, before this
  /// version.
  static func isOld(_ words: String, form: Int = form) -> String {
    "NOT (\(words) @@ '\(word(of: form).replacing("'", with: "''"))'::tsquery)"
  }

  /// Returns the `tsvector` of a post, with weights: A for the title, B for the summary, C for the
  /// body.
  /// - Throws: an error of the tokenizer if there is no memory.
  static func text(of post: Post) throws -> String {
    var positions: [String: [String]] = [:]
    var position = 1
    let texts = try SearchTokens.words(
      of: [post.title, post.summary, post.body].map(SearchText.indexable))
    for (words, weight) in zip(texts, ["A", "B", "C"]) {
      for word in words {
        if word.utf8.count <= maximumWordBytes,
          positions[word, default: []].count < maximumPositions
        {
          positions[word, default: []].append("\(min(position, maximumPosition))\(weight)")
        }
        position += 1
      }
      position += gap
    }
    let words = positions.map { "\(quoted($0.key)):\($0.value.joined(separator: ","))" }
    return ((1...form).map(word) + words).joined(separator: " ")
  }

  /// Returns the `tsquery` of a saved search; nil if it has no words.
  /// - Throws: an error of the tokenizer if there is no memory.
  static func tsquery(for query: Post) throws -> String? {
    try tsquery(for: query.summary) ?? tsquery(for: query.title)
  }

  /// Returns the `tsquery` that matches all of some words; nil if there are none.
  /// - Throws: an error of the tokenizer if there is no memory.
  static func tsquery(for words: String) throws -> String? {
    let terms = SearchText.terms(of: words)
    let tokens = try SearchTokens.words(of: terms.map { $0.words.joined(separator: " ") })
    let parts = zip(terms, tokens).compactMap { term, tokens -> String? in
      guard !tokens.isEmpty else { return nil }
      return "(" + tokens.map(quoted).joined(separator: " <-> ") + (term.isBeginning ? ":*)" : ")")
    }
    return parts.isEmpty ? nil : parts.joined(separator: " & ")
  }

  private static func quoted(_ word: String) -> String {
    "'" + word.replacing("\\", with: "\\\\").replacing("'", with: "''") + "'"
  }
}
