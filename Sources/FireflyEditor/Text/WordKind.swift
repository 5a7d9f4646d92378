/// The classification of characters for motions by words.
enum WordKind: Hashable {
  /// White space.
  case space
  /// Symbols outside of words.
  case punctuation
  /// Letters, numbers and similar.
  case word
  /// Han, and the two kinds of kana: written without spaces, so a change of script separates words.
  case han, hiragana, katakana
  /// Thai, Lao, Khmer and Myanmar: written without spaces between words.
  case southeastAsian

  init(_ character: Character) {
    guard let scalar = character.unicodeScalars.first else {
      self = .space
      return
    }
    self =
      switch scalar.value {
      case 0x30...0x39, 0x41...0x5A, 0x5F, 0x61...0x7A: .word
      case ..<0x21, 0xA0: .space
      case ..<0x80: .punctuation
      case 0x30A0, 0x30FB: .punctuation
      case 0x3041...0x309F: .hiragana
      case 0x30A0...0x30FF, 0x31F0...0x31FF, 0xFF66...0xFF9F: .katakana
      case 0x3005, 0x3007, 0x3400...0x9FFF, 0xF900...0xFAFF, 0x20000...0x3FFFD: .han
      default: Self.kind(beyondASCII: scalar)
      }
  }

  private static func kind(beyondASCII scalar: Unicode.Scalar) -> WordKind {
    switch scalar.properties.generalCategory {
    case .spaceSeparator, .lineSeparator, .paragraphSeparator, .control, .format: .space
    case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation,
      .initialPunctuation, .finalPunctuation, .otherPunctuation, .mathSymbol, .currencySymbol,
      .modifierSymbol:
      // An apostrophe is part of a word.
      scalar == "\u{2019}" ? .word : .punctuation
    default: scalar.isSoutheastAsian ? .southeastAsian : .word
    }
  }

  /// Whether it is part of a word.
  var isWord: Bool { self != .space && self != .punctuation }
  /// Whether its words are written without spaces, so that the signs between them are steps.
  fileprivate var hasNoSpaces: Bool { isWord && self != .word }
  /// Maximum number of characters of a step: Chinese words have two on average.
  fileprivate var step: Int { self == .han ? 2 : Int.max }
}

/// A motion over the characters of a paragraph: over spaces and signs and the word behind them.
private struct WordStep {
  /// The kind of the word; nil before it.
  private var kind: WordKind?
  /// Number of characters of the word that were passed.
  private var length = 0
  /// Whether the last character was a sign.
  private var isInSigns = false
  /// Whether the motion begins at a word without spaces, which the signs follow.
  private let isAtUnspaced: Bool

  /// Begins a motion beside a character, away from it; nil at an end of the paragraph.
  init(begunBeside kind: WordKind?) { isAtUnspaced = kind?.hasNoSpaces == true }

  /// Whether something was passed at which the motion may end.
  var isOver: Bool { kind != nil || isInSigns && isAtUnspaced }

  /// Passes a character; returns false if the motion stops before it.
  mutating func pass(_ next: WordKind) -> Bool {
    if let kind {
      length += 1
      return next == kind && length <= kind.step
    }
    // Signs beside a word without spaces are a step of their own.
    if isInSigns, next != .punctuation, isAtUnspaced || next.hasNoSpaces { return false }
    isInSigns = next == .punctuation
    if next.isWord { (kind, length) = (next, 1) }
    return true
  }
}

extension Paragraph {
  /// Returns the end of the next word, or of the signs before it, where words have no spaces; nil if
  /// there is none.
  func endOfWord(after offset: Int) -> Int? {
    var place = offset
    var step = WordStep(begunBeside: offset > 0 ? kind(before: offset) : nil)
    while place < count {
      guard step.pass(WordKind(cluster(at: place))) else { return place }
      place = self.offset(after: place)
    }
    return step.isOver ? place : nil
  }

  /// Returns the beginning of the word before an offset, or of the signs behind it, where words have
  /// no spaces; nil if there is none.
  func startOfWord(before offset: Int) -> Int? {
    var place = offset
    var step = WordStep(begunBeside: offset < count ? WordKind(cluster(at: offset)) : nil)
    while place > 0 {
      let before = self.offset(before: place)
      guard step.pass(WordKind(cluster(at: before))) else { return place }
      place = before
    }
    return step.isOver ? place : nil
  }

  private func kind(before offset: Int) -> WordKind {
    WordKind(cluster(at: self.offset(before: offset)))
  }

  /// Returns the run of characters of one kind at an offset, or before it at the end of the text.
  func run(around offset: Int) -> Range<Int> {
    guard count > 0 else { return 0..<0 }
    let inside = offset < count ? offset : self.offset(before: offset)
    let kind = WordKind(cluster(at: inside))
    var (start, end) = (inside, self.offset(after: inside))
    while start > 0 {
      let before = self.offset(before: start)
      guard WordKind(cluster(at: before)) == kind else { break }
      start = before
    }
    while end < count, WordKind(cluster(at: end)) == kind { end = self.offset(after: end) }
    return start..<end
  }
}
