/// A comparison of two texts by words.
public struct WordDifference: Hashable, Sendable {
  /// A common or differing stretch of the texts.
  public struct Part: Hashable, Sendable {
    /// The text of the first side.
    public let old: String
    /// The text of the second side; the same if the part is common.
    public let new: String
    /// Whether the sides are equal.
    public let isSame: Bool
  }

  /// The complete texts, in order: the old sides join to the first text, the new sides to the
  /// second.
  public let parts: [Part]

  /// Whether the texts are equal.
  public var isSame: Bool { parts.allSatisfy(\.isSame) }

  /// Compares two texts, in bounded time.
  ///
  /// Compares texts of more than some 500 words by lines first. If even the differing lines have
  /// more words than that, they count as completely different.
  public init(from old: String, to new: String) {
    let (first, second) = (WordCut(old), WordCut(new))
    var numbers: [Substring: Int] = [:]
    func number(_ word: Substring) -> Int {
      if let known = numbers[word] { return known }
      numbers[word] = numbers.count
      return numbers.count - 1
    }
    let (oldWords, newWords) = (first.words.map(number), second.words.map(number))
    var pairs: [SequenceMatch.Pair] = []
    var (i, j) = (0, 0)
    func compare(upTo oldEnd: Int, _ newEnd: Int) {
      pairs += SequenceMatch.pairs(oldWords[i..<oldEnd], newWords[j..<newEnd])
      (i, j) = (oldEnd, newEnd)
    }
    if max(oldWords.count, newWords.count) > SequenceMatch.maximumCount {
      let (oldLines, newLines) = (first.lines, second.lines)
      let same = SequenceMatch.pairs(
        oldLines.map { oldWords[$0] }[...], newLines.map { newWords[$0] }[...])
      for line in same {
        compare(upTo: oldLines[line.old].lowerBound, newLines[line.new].lowerBound)
        compare(upTo: oldLines[line.old].upperBound, newLines[line.new].upperBound)
      }
    }
    compare(upTo: oldWords.count, newWords.count)
    parts = Self.runs(first, second, pairs).map { run in
      Part(old: first.text(run.old), new: second.text(run.new), isSame: run.isSame)
    }
  }

  /// A stretch of words in both texts.
  private struct Run {
    var old: Range<Int>
    var new: Range<Int>
    var isSame: Bool
  }

  private static func runs(
    _ old: WordCut, _ new: WordCut, _ matches: [SequenceMatch.Pair]
  ) -> [Run] {
    var runs: [Run] = []
    func append(_ run: Run) {
      guard !run.old.isEmpty || !run.new.isEmpty else { return }
      guard var last = runs.last, last.isSame == run.isSame else { return runs.append(run) }
      last.old = last.old.lowerBound..<run.old.upperBound
      last.new = last.new.lowerBound..<run.new.upperBound
      runs[runs.count - 1] = last
    }
    var (i, j) = (0, 0)
    for match in matches + [.init(old: old.words.count, new: new.words.count)] {
      append(Run(old: i..<match.old, new: j..<match.new, isSame: false))
      (i, j) = (match.old, match.new)
      guard i < old.words.count else { break }
      append(Run(old: i..<i + 1, new: j..<j + 1, isSame: true))
      (i, j) = (i + 1, j + 1)
    }
    return joined(runs, old)
  }

  /// Joins differing words across the spaces between them.
  private static func joined(_ runs: [Run], _ old: WordCut) -> [Run] {
    var joined: [Run] = []
    for (index, run) in runs.enumerated() {
      let isBetween =
        run.isSame && run.old.count == 1 && old.isSpace(run.old.lowerBound)
        && index > 0 && index + 1 < runs.count
      guard let last = joined.last, isBetween || !run.isSame && !last.isSame else {
        joined.append(run)
        continue
      }
      joined[joined.count - 1].old = last.old.lowerBound..<run.old.upperBound
      joined[joined.count - 1].new = last.new.lowerBound..<run.new.upperBound
    }
    return joined
  }
}

/// A text split into words, runs of spaces, and single symbols; never within a character.
struct WordCut {
  /// All parts, in order.
  private(set) var words: [Substring] = []

  init(_ text: String) {
    var start = text.startIndex
    var kind: Kind?
    for index in text.indices {
      let next = Kind(text[index])
      if let kind, kind != next || !next.runsOn {
        words.append(text[start..<index])
        start = index
      }
      kind = next
    }
    if kind != nil { words.append(text[start...]) }
  }

  /// The words of each line, including its line break.
  var lines: [Range<Int>] {
    let breaks = words.indices.filter { words[$0].first?.isNewline == true }.map { $0 + 1 }
    let ends = breaks.last == words.count ? breaks : breaks + [words.count]
    return zip([0] + ends, ends).map { $0..<$1 }
  }

  /// Returns the text of some words.
  func text(_ range: Range<Int>) -> String {
    guard let first = words[range].first, let last = words[range].last else { return "" }
    return String(first.base[first.startIndex..<last.endIndex])
  }

  /// Whether a word consists of spaces.
  func isSpace(_ index: Int) -> Bool { words[index].first.map { Kind($0) == .space } ?? false }

  private enum Kind {
    case word, space, lineBreak, sign

    init(_ character: Character) {
      if let byte = character.asciiValue {
        // A fast path for ASCII, which nearly all text is. A line break may be two bytes.
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: self = .word
        case 0x09, 0x20: self = .space
        case 0x0A...0x0D: self = .lineBreak
        default: self = .sign
        }
      } else if character.isNewline {
        self = .lineBreak
      } else if character.isWhitespace {
        self = .space
      } else if character.isLetter || character.isNumber {
        // In scripts without spaces, each character is a word.
        let first = character.unicodeScalars.first?.value ?? 0
        self = (0x2E80..<0xA000).contains(first) || first >= 0x20000 ? .sign : .word
      } else {
        self = .sign
      }
    }

    /// Whether consecutive characters of this kind form one word.
    var runsOn: Bool { self == .word || self == .space }
  }
}
