import CSpelling

/// A hunspell dictionary.
///
/// Not thread-safe.
package final class SpellingDictionary {
  /// Maximum number of suggestions.
  package static let maximumSuggestions = 6

  /// Maximum length of a word in bytes; longer ones count as correct.
  static let maximumBytes = 100

  private let handle: OpaquePointer
  private let scripts: Set<Script>

  /// Loads a dictionary, in some tens of milliseconds.
  ///
  /// It is nil if hunspell is not installed or can't read the files.
  package init?(_ files: DictionaryFiles) {
    guard let handle = firefly_dictionary_open(files.rules, files.words) else { return nil }
    self.handle = handle
    scripts = Script.scripts(of: files.name)
  }

  deinit { firefly_dictionary_close(handle) }

  /// Whether hunspell is installed.
  package static var isAvailable: Bool { firefly_spelling_problem() == nil }

  /// Whether a word is in the dictionary, or in a script that the dictionary doesn't cover.
  package func knows(_ word: String) -> Bool {
    guard word.utf8.count <= Self.maximumBytes,
      word.unicodeScalars.compactMap(Script.init).allSatisfy(scripts.contains)
    else { return true }
    if firefly_dictionary_knows(handle, word) { return true }
    let plain = word.withPlainApostrophes
    return plain != word && firefly_dictionary_knows(handle, plain)
  }

  /// Returns suggestions, the most likely first; takes up to half a second.
  package func suggestions(for word: String) -> [String] {
    guard word.utf8.count <= Self.maximumBytes else { return [] }
    var found: [String] = []
    withUnsafeMutablePointer(to: &found) { found in
      firefly_dictionary_suggest(handle, word.withPlainApostrophes, found) { context, word in
        guard let context, let word else { return }
        context.assumingMemoryBound(to: [String].self).pointee.append(String(cString: word))
      }
    }
    return Array(found.prefix(Self.maximumSuggestions))
  }

  /// Adds a word to the loaded dictionary.
  package func add(_ word: String) {
    guard word.utf8.count <= Self.maximumBytes else { return }
    firefly_dictionary_add(handle, word)
  }
}

extension String {
  /// With plain apostrophes, which every dictionary uses.
  fileprivate var withPlainApostrophes: String {
    String(map { $0 == "\u{2019}" ? "'" : $0 })
  }
}
