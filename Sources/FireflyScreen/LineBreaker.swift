/// Breaks text into lines, with the same rules for reading and for editing.
///
/// It receives the pieces of a line in order, each a glyph or a cluster of glyphs, until one
/// doesn't fit. Lines break at spaces, after a hyphen inside a word, and between CJK characters
/// (not before a closing mark nor after an opening one), and between syllables of Lao. A word longer than a line
/// is split at the end of the line. All spaces at a break belong to the line before it.
///
/// The end of a line depends only on its own pieces and the first one that doesn't fit, not on
/// earlier lines: after a change, only the lines around it must be broken again.
public struct LineBreaker: Sendable {
  private let width: Int
  private var columns = 0
  private var count = 0
  /// Number of pieces before the last possible break; 0 if there is none.
  private var breakCount = 0
  /// The last bases of the last piece and of the one before it.
  private var last: UInt32 = 0x20
  private var before: UInt32 = 0x20

  /// Creates an empty line of at most `width` columns (at least 1).
  public init(width: Int) { self.width = max(1, width) }

  /// Adds the line's next glyph, like `add(first:last:width:)`.
  public mutating func add(_ glyph: Glyph) -> Int? {
    add(first: glyph.base, last: glyph.base, width: Int(glyph.width))
  }

  /// Adds the line's next piece, in which the line can't be broken.
  ///
  /// - Parameters:
  ///   - first: the first base of the piece.
  ///   - last: the last base of the piece.
  ///   - width: the width in columns.
  /// - Returns: nil if the piece fits. Otherwise the number of pieces in the line, at least one.
  ///   The remaining pieces begin the next line, which needs a new breaker.
  @inlinable
  public mutating func add(first: UInt32, last: UInt32, width: Int) -> Int? {
    first == 0x20 || first == 0x3000
      ? addSpace(first, width: width) : addWord(first, last, width: width)
  }

  @usableFromInline
  mutating func addSpace(_ base: UInt32, width: Int) -> Int? {
    if columns < self.width { columns += width }
    count += 1
    breakCount = count
    before = last
    last = base
    return nil
  }

  @usableFromInline
  mutating func addWord(_ first: UInt32, _ end: UInt32, width: Int) -> Int? {
    if count > 0, LineBreakRules.allowsBreak(from: before, after: last, to: first) {
      breakCount = count
    }
    if columns + width > self.width, count > 0 { return breakCount > 0 ? breakCount : count }
    columns += width
    count += 1
    before = last
    last = end
    return nil
  }
}

/// Rules for breaking a line other than at spaces.
enum LineBreakRules {
  /// Whether a line may be broken between two bases.
  ///
  /// - Parameters:
  ///   - before: the base before `base`; a space at the beginning of a line.
  ///   - base: the base before the break.
  ///   - next: the base after the break.
  static func allowsBreak(from before: UInt32, after base: UInt32, to next: UInt32) -> Bool {
    // A fast path for ASCII, where only the hyphen matters.
    if base < 0x80, next < 0x80, base != 0x2D { return false }
    if base == 0x2D { return isWordPart(before) && isWordPart(next) && !isDigit(next) }
    guard !opening.contains(base), !closing.contains(next) else { return false }
    return isIdeographic(base) || isIdeographic(next) || isBetweenLaoSyllables(base, next)
  }

  /// Whether a syllable of Lao surely ends between two bases: before a vowel that is written first, after a short one and
  /// after signs of repetition and ellipsis.
  private static func isBetweenLaoSyllables(_ base: UInt32, _ next: UInt32) -> Bool {
    let (letters, firstVowels): (ClosedRange<UInt32>, ClosedRange<UInt32>) = (
      0xE81...0xEDF, 0xEC0...0xEC4
    )
    guard letters.contains(base), letters.contains(next), !firstVowels.contains(base) else {
      return false
    }
    return firstVowels.contains(next)
      || [0xEAF, 0xEB0, 0xEC6].contains(base) && (0xE81...0xEAE).contains(next)
  }

  /// Whether its script allows a break between any two characters: Han, kana, Hangul.
  static func isIdeographic(_ base: UInt32) -> Bool {
    (0x2E80...0x9FFF).contains(base) || (0xAC00...0xD7A3).contains(base)
      || (0xF900...0xFAFF).contains(base) || (0xFF01...0xFF60).contains(base)
      || (0x20000...0x3FFFD).contains(base)
  }

  private static func isDigit(_ base: UInt32) -> Bool { base >= 0x30 && base <= 0x39 }

  /// Whether it can be part of a hyphenated word: neither a space nor ASCII punctuation.
  private static func isWordPart(_ base: UInt32) -> Bool {
    switch base {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    case ..<0xC0, 0x3000: false
    default: true
    }
  }

  /// Never at the beginning of a line: closing brackets, stops, small kana, the long-vowel mark.
  private static let closing = Set(
    "、。〉》」』】〕〗〟々ぁぃぅぇぉっゃゅょァィゥェォッャュョ・ーゝゞヽヾ｠！），．：；？｝!),.:;?]}’”…".unicodeScalars
      .map(\.value))

  /// Never at the end of a line: opening brackets.
  private static let opening = Set("〈《「『【〔〖（｛([{‘“".unicodeScalars.map(\.value))
}
