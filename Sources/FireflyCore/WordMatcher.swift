import Foundation

/// Finds words and phrases in texts, not as parts of other words, whatever their case and accents.
public struct WordMatcher: Hashable, Sendable {
  private let words: [(word: String, folded: [UInt8])]

  /// Creates a matcher; blank words match nothing.
  public init(_ words: [String]) {
    self.words = words.map { ($0, $0.allSatisfy(\.isWhitespace) ? [] : TextFolding.folded($0)) }
  }

  /// Whether it has no words.
  public var isEmpty: Bool { words.isEmpty }

  /// Returns the first word that one of some texts has; nil if none has any.
  public func first(in texts: [String]) -> String? {
    guard !words.isEmpty else { return nil }
    let texts = texts.map(TextFolding.folded)
    return words.first { word in texts.contains { Self.contains(word.folded, $0) } }?.word
  }

  /// Returns whether a text has a word, not only as a part of others; both are folded.
  private static func contains(_ word: [UInt8], _ text: [UInt8]) -> Bool {
    func isLetter(_ scalar: Unicode.Scalar?) -> Bool {
      scalar.map { Character($0).isLetter || Character($0).isNumber } ?? false
    }
    // Words of scripts without spaces stand within others.
    let letters = String(decoding: word, as: UTF8.self).unicodeScalars
    let (begins, ends) = (letters.first?.isUnspaced != true, letters.last?.isUnspaced != true)
    var start = 0
    while !word.isEmpty, let place = text.firstOffset(of: word, in: start..<text.count) {
      // A scalar has at most four bytes.
      let before = String(decoding: text[..<place].suffix(4), as: UTF8.self).unicodeScalars.last
      let after = String(decoding: text[(place + word.count)...].prefix(4), as: UTF8.self)
        .unicodeScalars.first
      if !(begins && isLetter(before)), !(ends && isLetter(after)) { return true }
      start = place + 1
    }
    return false
  }

  /// Whether two matchers have the same words.
  public static func == (one: WordMatcher, other: WordMatcher) -> Bool {
    one.words.map(\.word) == other.words.map(\.word)
  }

  /// Hashes the words.
  public func hash(into hasher: inout Hasher) { hasher.combine(words.map(\.word)) }
}

extension [UInt8] {
  /// Returns the first offset of other bytes in a range.
  public func firstOffset(of needle: [UInt8], in range: Range<Int>) -> Int? {
    guard let first = needle.first else { return range.lowerBound }
    return withUnsafeBytes { all in
      needle.withUnsafeBytes { needle in
        guard let base = all.baseAddress, let wanted = needle.baseAddress else { return nil }
        var offset = range.lowerBound
        while offset + needle.count <= range.upperBound,
          let found = memchr(base + offset, Int32(first), range.upperBound - offset)
        {
          offset = UnsafeRawPointer(found) - base
          guard offset + needle.count <= range.upperBound else { return nil }
          if memcmp(base + offset, wanted, needle.count) == 0 { return offset }
          offset += 1
        }
        return nil
      }
    }
  }
}
