import Foundation

/// The form in which words are searched, so that a reader finds them without typing what the author
/// typed.
///
/// Case, accents of Latin and Greek letters, the points of Hebrew and Arabic, ligatures, widths and
/// composition make no difference; nor do ß and ss, ς and σ, ё and е. Marks that make another letter,
/// such as those of Thai, Hindi and Japanese, stay.
public enum SearchForm {
  /// Returns a text in this form, with spaces for symbols other than emoji.
  ///
  /// The result must not change without another migration: both full-text indexes have it.
  public static func folded(_ text: some StringProtocol) -> String {
    var (bytes, rest) = ([UInt8](), Substring(text).utf8)
    bytes.reserveCapacity(rest.count)
    // Short runs, such as ü, repeat, and Foundation is slow.
    var known: [String: String] = [:]
    while !rest.isEmpty {
      let plain = rest.prefix { $0 < 0x80 }
      for byte in plain {
        bytes.append((UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte)
      }
      let run = rest[plain.endIndex...].prefix { $0 >= 0x80 }
      rest = rest[run.endIndex...]
      guard !run.isEmpty else { break }
      let letters = String(Substring(run))
      let folded = known[letters] ?? foldedRun(letters)
      if run.count <= 32, known.count < 4_096 { known[letters] = folded }
      bytes.append(contentsOf: folded.utf8)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns scalars that aren't ASCII in this form.
  private static func foldedRun(_ run: String) -> String {
    let words = String(String.UnicodeScalarView(run.unicodeScalars.lazy.compactMap(wordPart)))
    var folded = String.UnicodeScalarView()
    var base: UInt32 = 0
    var rest = words.unicodeScalars[...]
    while !rest.isEmpty {
      // An emoji stays: the letters of ™ would belong to the word before it.
      let word = rest.prefix { !$0.isPictograph }
      for scalar in String(word).decomposedStringWithCompatibilityMapping.unicodeScalars {
        for letter in scalar.properties.lowercaseMapping.unicodeScalars
        where !isDropped(letter, after: base) {
          if letter.properties.canonicalCombiningClass == .notReordered { base = letter.value }
          if let letters = spelling[letter] {
            // `append(contentsOf:)` would copy the whole text.
            for letter in letters.unicodeScalars { folded.append(letter) }
          } else {
            folded.append(letter)
          }
        }
      }
      rest = rest[word.endIndex...]
      guard let sign = rest.popFirst() else { break }
      folded.append(sign)
      base = sign.value
    }
    return String(folded).precomposedStringWithCanonicalMapping
  }

  /// Letters that are also written with others: for search, find, filters and mutes.
  ///
  /// They must not change without another migration.
  package static let spelling: [Unicode.Scalar: String] = [
    "ß": "ss", "ς": "σ", "æ": "ae", "œ": "oe", "ø": "o", "đ": "d", "ð": "d", "ł": "l", "þ": "th",
    "ı": "i",
  ]

  /// Returns a scalar of a word, or an emoji; a space for others, nil for a soft hyphen.
  private static func wordPart(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .decimalNumber, .letterNumber, .otherNumber, .nonspacingMark, .spacingMark, .enclosingMark,
      .privateUse:
      scalar
    default: scalar.isPictograph ? scalar : scalar == "\u{AD}" ? nil : " "
    }
  }

  /// Whether a mark makes no difference after a letter.
  private static func isDropped(_ scalar: Unicode.Scalar, after base: UInt32) -> Bool {
    switch scalar.value {
    // Latin and Greek letters are below U+0400; the other is е, for ё.
    case 0x300...0x36F: base < 0x400 || base == 0x435
    case 0x591...0x5C7, 0x640, 0x64B...0x65F, 0x670, 0xFE00...0xFE0F: true
    default: false
    }
  }
}
