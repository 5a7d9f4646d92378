/// How one text has become another, by the words that differ.
public struct WordDifference: Hashable, Sendable {
  /// A stretch that both texts have, or that each has its own way.
  public struct Part: Hashable, Sendable {
    /// What stands in the first text.
    public let old: String
    /// What stands in the second; where both have it, the same.
    public let new: String
    /// Whether both have it.
    public let isSame: Bool
  }

  /// All of both texts, in order: the old sides of the parts are the first text, the new ones the second.
  public let parts: [Part]

  /// Whether the texts are the same.
  public var isSame: Bool { parts.allSatisfy(\.isSame) }

  /// Compares two texts, in bounded time.
  ///
  /// Texts of more than some 500 words are compared by lines first. Of their lines that differ, those
  /// that are still so many count as different as a whole.
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

  /// A stretch of words of both texts.
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

  /// Spaces between two words that differ are no more alike than those.
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

/// A text cut into words, runs of spaces, and single signs; no character is cut.
struct WordCut {
  /// All of it, in order.
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

  /// The words of each line, with the line break that ends it.
  var lines: [Range<Int>] {
    let breaks = words.indices.filter { words[$0].first?.isNewline == true }.map { $0 + 1 }
    let ends = breaks.last == words.count ? breaks : breaks + [words.count]
    return zip([0] + ends, ends).map { $0..<$1 }
  }

  /// The text of some words.
  func text(_ range: Range<Int>) -> String {
    guard let first = words[range].first, let last = words[range].last else { return "" }
    return String(first.base[first.startIndex..<last.endIndex])
  }

  /// Whether a word is but spaces.
  func isSpace(_ index: Int) -> Bool { words[index].first.map { Kind($0) == .space } ?? false }

  private enum Kind {
    case word, space, lineBreak, sign

    init(_ character: Character) {
      if let byte = character.asciiValue {
        // Nearly all text is ASCII, of which little need be asked. A line break may be two of it.
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
        // Where words are written without spaces, each character is one.
        let first = character.unicodeScalars.first?.value ?? 0
        self = (0x2E80..<0xA000).contains(first) || first >= 0x20000 ? .sign : .word
      } else {
        self = .sign
      }
    }

    /// Whether several of them are one word.
    var runsOn: Bool { self == .word || self == .space }
  }
}
