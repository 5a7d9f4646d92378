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
    default: .word
    }
  }

  /// Whether it is part of a word.
  var isWord: Bool { self != .space && self != .punctuation }
}

extension Paragraph {
  /// Returns the end of the next word; nil if there is none.
  func endOfWord(after offset: Int) -> Int? {
    var place = offset
    var kind: WordKind?
    while place < count {
      let next = WordKind(cluster(at: place))
      if let kind, next != kind { return place }
      if next.isWord { kind = next }
      place = self.offset(after: place)
    }
    return kind == nil ? nil : place
  }

  /// Returns the beginning of the word before an offset; nil if there is none.
  func startOfWord(before offset: Int) -> Int? {
    var place = offset
    var kind: WordKind?
    while place > 0 {
      let before = self.offset(before: place)
      let next = WordKind(cluster(at: before))
      if let kind, next != kind { return place }
      if next.isWord { kind = next }
      place = before
    }
    return kind == nil ? nil : place
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
