import Foundation
import Synchronization

/// Folds texts so that differences of case, accents and width disappear: `Éclair` and `eclair`,
/// `Straße` and `STRASSE`, `ｆｕｌｌ` and `full`.
///
/// Works character by character, independent of language. Results are cached, because Unicode
/// lookups are a hundred times slower.
public struct TextFolding: Sendable {
  // Kana and Han have neither case nor accents: が is another letter than か.
  private static let uncased: ClosedRange<UInt32> = 0x3040...0x9FFF
  private static let voicingMarks: [ClosedRange<UInt32>] = [0x3099...0x309A, 0xFF9E...0xFF9F]
  /// For what is drawn: it is folded again for each frame.
  private static let shared = Mutex(TextFolding())

  /// The cache for characters before kana: up to 7 bytes of UTF-8, and their number plus 1 in the
  /// highest byte; 0 if unknown.
  private var common: [UInt64] = []
  private var rare: [Unicode.Scalar: [UInt8]] = [:]

  /// Creates a folding with an empty cache.
  public init() {}

  /// Appends the folded UTF-8 of a text.
  public mutating func fold(_ text: String, into bytes: inout [UInt8]) {
    if Self.foldPlain(text, into: &bytes) { return }
    let start = bytes.count
    for scalar in text.unicodeScalars {
      if scalar.isASCII {
        let byte = UInt8(truncatingIfNeeded: scalar.value)
        bytes.append((0x41...0x5A).contains(byte) ? byte | 0x20 : byte)
      } else if scalar.value < Self.uncased.lowerBound {
        appendCommon(scalar, to: &bytes)
      } else if Self.voicingMarks.contains(where: { $0.contains(scalar.value) }) {
        // Belongs to the previous letter, like the composed form.
        let whole = text.precomposedStringWithCompatibilityMapping
        if !whole.unicodeScalars.elementsEqual(text.unicodeScalars) {
          bytes.removeSubrange(start...)
          return fold(whole, into: &bytes)
        }
        bytes += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
      } else if Self.uncased.contains(scalar.value) {
        bytes += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
      } else {
        let folded = rare[scalar] ?? Self.folded(scalar)
        rare[scalar] = folded
        bytes += folded
      }
    }
  }

  /// Returns the folded UTF-8 of a text.
  public static func folded(_ text: String) -> [UInt8] {
    var bytes: [UInt8] = []
    shared.withLock { $0.fold(text, into: &bytes) }
    return bytes
  }

  /// Returns the first match of a text in another one.
  public static func range(of text: String, in other: String) -> Range<String.Index>? {
    shared.withLock { $0.range(of: text, in: other) }
  }

  private mutating func range(of text: String, in other: String) -> Range<String.Index>? {
    var (needle, bytes): ([UInt8], [UInt8]) = ([], [])
    fold(text, into: &needle)
    fold(other, into: &bytes)
    guard !needle.isEmpty, bytes.firstOffset(of: needle, in: bytes.indices) != nil else {
      return nil
    }
    // Again, to know where each character begins.
    bytes = []
    var starts: [(offset: Int, index: String.Index)] = []
    for index in other.indices {
      starts.append((bytes.count, index))
      fold(String(other[index]), into: &bytes)
    }
    guard let offset = bytes.firstOffset(of: needle, in: bytes.indices),
      let start = starts.last(where: { $0.offset <= offset })
    else { return nil }
    let end = starts.first { $0.offset >= offset + needle.count && $0.index > start.index }
    return start.index..<(end?.index ?? other.endIndex)
  }

  /// Folds an ASCII text; returns false for others.
  private static func foldPlain(_ text: String, into bytes: inout [UInt8]) -> Bool {
    text.utf8.withContiguousStorageIfAvailable { utf8 in
      guard utf8.allSatisfy({ $0 < 0x80 }) else { return false }
      bytes.append(contentsOf: utf8)
      for index in (bytes.count - utf8.count)..<bytes.count {
        let byte = bytes[index]
        if byte &- 0x41 < 26 { bytes[index] = byte | 0x20 }
      }
      return true
    } ?? false
  }

  private mutating func appendCommon(_ scalar: Unicode.Scalar, to bytes: inout [UInt8]) {
    if common.isEmpty { common = Array(repeating: 0, count: Int(Self.uncased.lowerBound)) }
    var packed = common[Int(scalar.value)]
    if packed == 0 {
      let folded = Self.folded(scalar).prefix(7)
      for byte in folded.reversed() { packed = packed << 8 | UInt64(byte) }
      packed |= UInt64(folded.count + 1) << 56
      common[Int(scalar.value)] = packed
    }
    for _ in 1..<(packed >> 56) {
      bytes.append(UInt8(truncatingIfNeeded: packed))
      packed >>= 8
    }
  }

  private static func folded(_ scalar: Unicode.Scalar) -> [UInt8] {
    // Via upper case, where ß is SS, and ς equals σ.
    let lower = withoutMarks(String(Character(scalar))).lowercased()
    return withoutMarks(lower.uppercased().lowercased()).unicodeScalars.flatMap {
      Array((SearchForm.spelling[$0] ?? String($0)).utf8)
    }
  }

  /// Removes accents, points and format characters.
  private static func withoutMarks(_ text: String) -> String {
    var kept = String.UnicodeScalarView()
    // Compatible forms, such as ligatures and full width, are written in several ways, too.
    for scalar in text.decomposedStringWithCompatibilityMapping.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .nonspacingMark, .enclosingMark, .format: continue
      default: if !scalar.properties.isEmojiModifier { kept.append(scalar) }
      }
    }
    return String(kept)
  }
}
