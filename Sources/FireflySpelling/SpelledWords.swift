/// Finds the words of a line that can be spell-checked.
package enum SpelledWords {
  /// Returns the words to check.
  ///
  /// Skips words with digits or with the symbols of paths, addresses and names, words in capitals
  /// or with inner capitals, single letters, and scripts that are written without spaces.
  /// - Parameters:
  ///   - line: a line of text.
  ///   - range: the range to search in bytes, at character boundaries.
  /// - Returns: the words and their byte ranges in the line.
  package static func words(in line: String, _ range: Range<Int>) -> [(String, Range<Int>)] {
    let bytes = line.utf8
    let start = bytes.index(bytes.startIndex, offsetBy: range.lowerBound)
    let end = bytes.index(bytes.startIndex, offsetBy: range.upperBound)
    var found: [(String, Range<Int>)] = []
    var offset = range.lowerBound
    for chunk in line[start..<end].split(separator: " ", omittingEmptySubsequences: false) {
      add(chunk, at: offset, to: &found)
      offset += chunk.utf8.count + 1
    }
    return found
  }

  /// Adds the words in the text between two spaces.
  private static func add(
    _ chunk: Substring, at start: Int, to found: inout [(String, Range<Int>)]
  ) {
    guard !chunk.utf8.contains(where: isForeign) else { return }
    var offset = start
    var word: (start: Int, text: String)?
    var dot = false
    var all: [(String, Range<Int>)] = []
    func close() {
      guard let (start, text) = word else { return }
      word = nil
      // An apostrophe at the end closes a quotation.
      let trimmed = text.reversed().drop { $0.isApostrophe }.reversed()
      all.append((String(trimmed), start..<start + String(trimmed).utf8.count))
    }
    for character in chunk {
      if character.isLetter || character.isApostrophe && word != nil {
        // A dot within a word: an address, a file name, an abbreviation.
        if dot { return }
        word = (word?.start ?? offset, (word?.text ?? "") + String(character))
      } else {
        dot = character == "." && word != nil
        close()
        if character != "." { dot = false }
      }
      offset += character.utf8.count
    }
    close()
    found += all.filter { isSpelled($0.0) }
  }

  /// Digits, and symbols in paths, addresses and names.
  private static func isForeign(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x2F, 0x5C, 0x40, 0x5F, 0x23, 0x24, 0x3D, 0x7C, 0x7E: true
    default: false
    }
  }

  private static func isSpelled(_ word: String) -> Bool {
    guard word.count > 1, !word.dropFirst().contains(where: \.isUppercase) else { return false }
    // Han, kana, Hangul, and the scripts of South East Asia don't separate words with spaces.
    return word.unicodeScalars.allSatisfy { scalar in
      switch scalar.value {
      case 0x0E00...0x0FFF, 0x1000...0x109F, 0x1100...0x11FF, 0x1780...0x17FF, 0x2E80...0xA4CF,
        0xAC00...0xD7FF, 0xF900...0xFAFF, 0xFF00...0xFFEF, 0x20000...:
        false
      default: true
      }
    }
  }
}

extension Character {
  fileprivate var isApostrophe: Bool { self == "'" || self == "\u{2019}" }
}
