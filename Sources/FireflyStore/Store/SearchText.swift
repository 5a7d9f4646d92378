import FireflyCore

/// Converts posts to text for the full-text index, and searches to its query syntax.
enum SearchText {
  /// Maximum number of terms in a search; others are ignored.
  static let maximumTerms = 32
  /// Maximum number of words in all terms together, and of bytes in one word.
  private static let maximumWords = 64
  private static let maximumWordBytes = 200

  /// Folds a text, and puts spaces around every character of scripts in which words stand within others (Chinese,
  /// Japanese, Korean), every cluster of others (Thai, Khmer), and every emoji, so that each becomes a word.
  ///
  /// Its results must never change: removing a text from the index repeats what was added.
  static func indexable(_ text: some StringProtocol) -> String {
    let text = SearchForm.folded(text)
    let scalars = text.unicodeScalars
    // All of these scripts have three bytes for a letter, or four; © and ® begin with C2.
    guard text.utf8.contains(where: { $0 >= 0xE0 || $0 == 0xC2 }),
      scalars.contains(where: { $0.isUnspaced || $0.isPictograph || WordCluster.part($0) != nil })
    else { return text }
    // One by one: `append(contentsOf:)` copies the whole text each time.
    var spaced = String.UnicodeScalarView()
    // Whether the scalar before belongs to a cluster, and stacks the next letter.
    var (isInCluster, isStacking) = (false, false)
    for scalar in scalars {
      let part = WordCluster.part(scalar)
      if scalar.isUnspaced || scalar.isPictograph {
        spaced.append(" ")
        spaced.append(scalar.isUnspaced ? scalar : WordCluster.letter(forPictograph: scalar))
        spaced.append(" ")
      } else if part == .letter, !isStacking {
        spaced.append(" ")
        spaced.append(scalar)
      } else if part == .letter {
        spaced.append(scalar)
      } else if part != nil {
        spaced.append(WordCluster.letter(for: scalar))
      } else {
        if isInCluster { spaced.append(" ") }
        spaced.append(scalar)
      }
      (isInCluster, isStacking) = (part != nil, isInCluster && part == .stacker)
    }
    return String(spaced)
  }

  /// Returns the FTS5 expression that matches all of some words; nil if there are none.
  ///
  /// A word followed by `*` is a prefix; text in quotation marks is a phrase. All words are quoted,
  /// so that none is syntax. Redundant terms are dropped.
  static func matchExpression(for words: String) -> String? {
    let terms = terms(of: words)
    return terms.isEmpty ? nil : terms.map(\.text).joined(separator: " AND ")
  }

  /// Returns the terms of a search, all of which a post must contain.
  static func terms(of words: String) -> [Term] {
    var terms: [Term] = []
    var room = maximumWords
    // Every second part was in quotation marks.
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

  /// A term: one or more consecutive words.
  struct Term {
    let words: [String]
    /// Whether the last word is a prefix.
    let isBeginning: Bool

    /// Creates a term from a part of a search; nil if it has no words.
    fileprivate init?(_ chunk: Substring, isPhrase: Bool, maximumWords: Int) {
      words = Array(
        chunk.split { !$0.isLetter && !$0.isNumber && $0 != softHyphen && !isPictograph($0) }
          .flatMap { indexable($0).split(separator: " ").map(String.init) }
          .filter { $0.utf8.count <= maximumWordBytes }
          .prefix(maximumWords))
      guard let last = words.last else { return nil }
      isBeginning = !isPhrase && chunk.hasSuffix("*") && Self.canBegin(last)
    }

    /// The term in FTS5 syntax.
    fileprivate var text: String {
      "\"\(words.joined(separator: " "))\"" + (isBeginning ? "*" : "")
    }

    /// Whether every post with the other term also has this one.
    fileprivate func isImplied(by other: Term) -> Bool {
      if words == other.words { return isBeginning || !other.isBeginning }
      guard isBeginning, other.isBeginning, words.count == 1, other.words.count == 1 else {
        return false
      }
      return other.words[0].hasPrefix(words[0])
    }

    /// Whether a prefix is long enough to search for.
    ///
    /// Two letters are enough. Characters of scripts without spaces, and Korean syllables, are whole words.
    private static func canBegin(_ text: String) -> Bool { text.count > 1 }
  }

  private static func isPictograph(_ character: Character) -> Bool {
    character.unicodeScalars.contains(where: \.isPictograph)
  }

  /// Part of a word, for its hyphenation.
  private static let softHyphen: Character = "\u{AD}"
  private static let quotationMarks: Set<Character> = ["\"", "“", "”", "„", "«", "»"]
}
