import FireflyCore

/// Text as the word index takes it, and searches as it is asked.
enum SearchText {
  /// The most terms of a search that count.
  static let maximumTerms = 32
  /// The most words of all terms together, and bytes of one word.
  private static let maximumWords = 64
  private static let maximumWordBytes = 200

  /// The text with every character of a script without spaces (Chinese, Japanese) made a word.
  ///
  /// Deterministic for good: deleting from the index repeats what was put in.
  static func indexable(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isUnspaced) else { return text }
    var spaced = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if isUnspaced(scalar) {
        spaced.append(contentsOf: [" ", scalar, " "])
      } else {
        spaced.append(scalar)
      }
    }
    return String(spaced)
  }

  /// The question for FTS5 that a saved search asks; nil if it has no words.
  ///
  /// Its words are in the summary, the field called “Words to search for”. A search without a summary, such
  /// as an imported one, has only its title.
  static func matchExpression(for query: Post) -> String? {
    matchExpression(for: query.summary) ?? matchExpression(for: query.title)
  }

  /// The question for FTS5: all of some words; nil if there are none.
  ///
  /// A word with `*` behind it is the beginning of one, what stands in quotation marks a phrase. Everything
  /// is quoted, so that nothing is syntax. What is asked twice is asked once.
  static func matchExpression(for words: String) -> String? {
    let terms = terms(of: words)
    return terms.isEmpty ? nil : terms.map(\.text).joined(separator: " AND ")
  }

  /// What a post must have to be found by some words: all of these.
  static func terms(of words: String) -> [Term] {
    var terms: [Term] = []
    var room = maximumWords
    // Quotation marks stand at every second place between the parts.
    for (index, part) in words.split(
      omittingEmptySubsequences: false, whereSeparator: quotationMarks.contains
    ).enumerated() {
      let isPhrase = index % 2 == 1
      for chunk in isPhrase ? [part] : part.split(whereSeparator: \.isWhitespace) {
        guard terms.count < maximumTerms,
          let term = Term(chunk, isPhrase: isPhrase, maximumWords: room)
        else { continue }
        if !terms.contains(where: term.isImplied(by:)) {
          terms.removeAll { $0.isImplied(by: term) }
          terms.append(term)
          room -= term.words.count
        }
      }
    }
    return terms
  }

  /// What a post must have: words in a row.
  struct Term {
    let words: [String]
    /// Whether the last word is the beginning of one.
    let isBeginning: Bool

    /// The term of a part of a search; nil if there is no word in it.
    fileprivate init?(_ chunk: Substring, isPhrase: Bool, maximumWords: Int) {
      words = Array(
        chunk.split { !$0.isLetter && !$0.isNumber }
          .flatMap { indexable($0.lowercased()).split(separator: " ").map(String.init) }
          .filter { $0.utf8.count <= maximumWordBytes }
          .prefix(maximumWords))
      guard let last = words.last else { return nil }
      isBeginning = !isPhrase && chunk.hasSuffix("*") && Self.canBegin(last)
    }

    /// The term as FTS5 takes it.
    fileprivate var text: String {
      "\"\(words.joined(separator: " "))\"" + (isBeginning ? "*" : "")
    }

    /// Whether every post that has another term has this one, too.
    fileprivate func isImplied(by other: Term) -> Bool {
      if words == other.words { return isBeginning || !other.isBeginning }
      guard isBeginning, other.isBeginning, words.count == 1, other.words.count == 1 else {
        return false
      }
      return other.words[0].hasPrefix(words[0])
    }

    /// Whether words that begin with a text are few enough to be looked for.
    ///
    /// Two letters do, or one syllable of Korean. A character of a script without spaces is a whole word.
    private static func canBegin(_ text: String) -> Bool {
      text.count > 1 || text.unicodeScalars.contains { (0xAC00...0xD7A3).contains($0.value) }
    }
  }

  private static let quotationMarks: Set<Character> = ["\"", "“", "”", "„", "«", "»"]

  private static func isUnspaced(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x3040...0x30FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0x20000...0x3FFFF:
      true
    default: false
    }
  }
}
