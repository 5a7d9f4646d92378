import Foundation

/// Finds words and phrases in texts, not as parts of other words, whatever their case and accents.
///
/// `*` stands for any letters, so that `light*` finds lighthouse, and `storm*tide` both words in this order. It reads
/// a text once for each word.
public struct WordMatcher: Hashable, Sendable {
  /// A word with its parts between `*`, folded; no parts match nothing.
  private let words: [(word: String, parts: [[UInt8]])]

  /// Creates a matcher; words without a letter or sign match nothing: blank ones, `*`, accents alone.
  public init(_ words: [String]) {
    self.words = words.map { word in
      let parts = word.split(separator: "*", omittingEmptySubsequences: false)
        .map { TextFolding.folded(String($0)) }
      let isBlank = parts.allSatisfy {
        String(decoding: $0, as: UTF8.self).allSatisfy(\.isWhitespace)
      }
      return (word, isBlank ? [] : parts)
    }
  }

  /// Whether it has no words.
  public var isEmpty: Bool { words.isEmpty }

  /// Returns the first word that one of some texts has; nil if none has any.
  public func first(in texts: [String]) -> String? {
    guard !words.isEmpty else { return nil }
    let texts = texts.map(TextFolding.folded)
    return words.first { word in texts.contains { Self.contains(word.parts, $0) } }?.word
  }

  /// Returns whether a text has the parts of a word in their order, all folded.
  private static func contains(_ parts: [[UInt8]], _ text: [UInt8]) -> Bool {
    var start = 0
    for (index, part) in parts.enumerated() where !part.isEmpty {
      let place = place(
        of: part, in: text, from: start, begins: index == 0, ends: index == parts.count - 1)
      guard let place else { return false }
      start = place + part.count
    }
    return !parts.isEmpty
  }

  /// Returns the offset of a part of a word that does not only stand within others, where it begins or ends one.
  private static func place(
    of word: [UInt8], in text: [UInt8], from first: Int, begins: Bool, ends: Bool
  ) -> Int? {
    func isLetter(_ scalar: Unicode.Scalar?) -> Bool {
      scalar.map { Character($0).isLetter || Character($0).isNumber } ?? false
    }
    // Words of scripts without spaces stand within others.
    let letters = String(decoding: word, as: UTF8.self).unicodeScalars
    let begins = begins && letters.first?.isUnspaced != true
    let ends = ends && letters.last?.isUnspaced != true
    var start = first
    while !word.isEmpty, let place = text.firstOffset(of: word, in: start..<text.count) {
      // A scalar has at most four bytes.
      let before = String(decoding: text[..<place].suffix(4), as: UTF8.self).unicodeScalars.last
      let after = String(decoding: text[(place + word.count)...].prefix(4), as: UTF8.self)
        .unicodeScalars.first
      if !(begins && isLetter(before)), !(ends && isLetter(after)) { return place }
      start = place + 1
    }
    return nil
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
