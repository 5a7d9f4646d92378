import FireflyCore
import Foundation

/// The words of a saved search, for marking them in its results.
///
/// Servers search by stems, each in its own way; here words that differ only in their endings are
/// equal.
struct MatchedWords {
  private var words: Set<String> = []
  private var beginnings: [String] = []
  /// Texts to find inside of words, for scripts without spaces.
  private var parts: [String] = []

  /// Creates the words of a saved search; nil for other posts and lists, and without words.
  init?(_ query: Post?) {
    guard let query, query.isSearch else { return nil }
    let field = query.summary.contains(where: Self.isWord) ? query.summary : query.title
    for chunk in field.split(whereSeparator: \.isWhitespace) {
      let found = chunk.split { !Self.isWord($0) }.map(SearchForm.folded)
      for (index, word) in found.enumerated() {
        if Self.isUnspaced(word) {
          parts.append(word)
        } else if index == found.count - 1, chunk.hasSuffix("*"), word.count > 1 {
          beginnings.append(word)
        } else {
          words.insert(Self.stem(word))
        }
      }
    }
    if words.isEmpty, beginnings.isEmpty, parts.isEmpty { return nil }
  }

  /// Number of characters of a body that are searched, and of those behind a match that are shown.
  private static let (searched, behind) = (20_000, 200)

  /// Returns the sentence of a post's body that has most of the words.
  ///
  /// - Parameter columns: the columns of the summary that are drawn.
  /// - Returns: the sentence, with the word in its first columns; nil if the title or what is drawn of the
  ///   summary has a word, nothing has, or a warning hides the body.
  func sentence(of post: Post, columns: Int) -> String? {
    // A very narrow terminal has none.
    let columns = max(0, columns)
    guard !post.isWarned, ranges(in: post.title).isEmpty,
      ranges(in: String(post.summary.prefix(columns))).isEmpty
    else { return nil }
    let body = PostText.withoutMarks(String(post.body.prefix(Self.searched)))
    guard let match = best(of: body) else { return nil }
    return MatchedSentence.sentence(
      around: match, in: body, before: max(0, columns - body[match].count - 4), after: Self.behind)
  }

  /// Returns the first match of the sentence with most different words.
  private func best(of text: String) -> Range<String.Index>? {
    var best: (match: Range<String.Index>, count: Int)?
    var (start, found) = (Optional<Range<String.Index>>.none, Set<String>())
    var (place, matches) = (text.startIndex, ranges(in: text)[...])
    while let match = matches.popFirst() {
      // A new sentence begins between the last match and this one.
      while place < match.lowerBound, start != nil {
        if MatchedSentence.isEnd(place, of: text) { (start, found) = (nil, []) }
        place = text.index(after: place)
      }
      place = match.upperBound
      let first = start ?? match
      start = first
      found.insert(Self.stem(SearchForm.folded(text[match])))
      if found.count > best?.count ?? 0 { best = (first, found.count) }
    }
    return best?.match
  }

  /// Returns the matches in a text, in order.
  func ranges(in text: String) -> [Range<String.Index>] {
    var ranges: [Range<String.Index>] = []
    for word in text.split(whereSeparator: { !Self.isWord($0) }) {
      let folded = SearchForm.folded(word)
      if words.contains(Self.stem(folded)) || beginnings.contains(where: folded.hasPrefix) {
        ranges.append(word.startIndex..<word.endIndex)
        continue
      }
      for part in parts {
        var start = word.startIndex
        while let range = word.range(of: part, range: start..<word.endIndex) {
          ranges.append(range)
          start = range.upperBound
        }
      }
    }
    guard parts.count > 1 else { return ranges }
    // Of overlapping matches, the first.
    var last = text.startIndex
    return ranges.sorted { $0.lowerBound < $1.lowerBound }.filter { range in
      guard range.lowerBound >= last else { return false }
      last = range.upperBound
      return true
    }
  }

  private static func isWord(_ character: Character) -> Bool {
    character.isLetter || character.isNumber
  }

  private static func isUnspaced(_ word: String) -> Bool {
    word.unicodeScalars.contains(where: \.isUnspaced)
  }

  /// Returns the word without its ending.
  private static func stem(_ word: String) -> String {
    let ending = endings.first { word.hasSuffix($0) && word.utf8.count >= $0.utf8.count + 3 }
    return ending.map { String(word.dropLast($0.count)) } ?? word
  }

  private static let endings = ["ings", "ing", "ied", "ies", "ed", "es", "ly", "s", "e", "y"]
}
