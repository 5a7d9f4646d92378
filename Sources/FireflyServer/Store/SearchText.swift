import FireflyCore

/// Text as the word index takes it, and saved searches as it is asked.
enum SearchText {
  /// The most words of a saved search that count.
  static let maxWords = 32

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

  /// The question for FTS5: any of the words of the query's texts; nil if there are none.
  ///
  /// Words of a script without spaces are phrases of their characters. Everything is quoted, so that
  /// nothing in a saved search is syntax.
  static func question(of query: Post) -> String? {
    var words: [String] = []
    var seen: Set<String> = []
    for text in [query.title, query.summary, query.body] {
      for word in text.split(whereSeparator: { !$0.isLetter && !$0.isNumber }) {
        let word = word.lowercased()
        guard words.count < maxWords, word.utf8.count > 1, word.utf8.count < 200,
          !common.contains(word), seen.insert(word).inserted
        else { continue }
        words.append("\"\(indexable(word))\"")
      }
    }
    return words.isEmpty ? nil : words.joined(separator: " OR ")
  }

  /// The question for FTS5: all of some words; nil if there are none.
  ///
  /// A word with `*` behind it is the beginning of one, what stands in quotation marks a phrase. Everything
  /// is quoted, so that nothing is syntax.
  static func question(of words: String) -> String? {
    var terms: [String] = []
    // Quotation marks stand at every second place between the parts.
    for (index, part) in words.split(
      omittingEmptySubsequences: false, whereSeparator: quotationMarks.contains
    ).enumerated() {
      let isPhrase = index % 2 == 1
      for chunk in isPhrase ? [part] : part.split(whereSeparator: \.isWhitespace) {
        guard terms.count < maxWords else { break }
        let words = chunk.split { !$0.isLetter && !$0.isNumber }.map { indexable(String($0)) }
        guard !words.isEmpty else { continue }
        let isBeginning = !isPhrase && chunk.hasSuffix("*")
        terms.append("\"\(words.joined(separator: " "))\"" + (isBeginning ? "*" : ""))
      }
    }
    return terms.isEmpty ? nil : terms.joined(separator: " AND ")
  }

  private static let quotationMarks: Set<Character> = ["\"", "“", "”", "„", "«", "»"]

  private static func isUnspaced(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x3040...0x30FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0x20000...0x3FFFF:
      true
    default: false
    }
  }

  /// Words that say nothing about what a post is about.
  private static let common: Set<String> = [
    "about", "all", "an", "and", "any", "anything", "are", "as", "at", "be", "by", "for", "from",
    "has", "have", "how", "in", "is", "it", "its", "me", "my", "of", "on", "or", "posts", "some",
    "something", "that", "the", "their", "them", "there", "these", "they", "this", "to", "was",
    "what", "when", "where", "which", "who", "will", "with", "you", "your",
  ]
}
