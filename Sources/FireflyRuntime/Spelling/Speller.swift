import FireflyApp
import FireflyClient
import FireflySpelling
import FireflyText
import Foundation

/// Checks the spelling with the dictionary of the user's language, off the main actor.
package actor Speller {
  /// Maximum number of cached results.
  private static let maximumKnown = 50_000

  private let environment: [String: String]
  private let personal: PersonalWords
  private var loaded: (language: String, dictionary: SpellingDictionary)?
  /// Cached results, because most words occur again and again.
  private var known: [String: Bool] = [:]

  /// Creates a speller, without loading a dictionary.
  ///
  /// - Parameters:
  ///   - environment: the environment, which names the language.
  ///   - words: the file of the user's own words.
  package init(environment: [String: String], words: URL) {
    self.environment = environment
    personal = PersonalWords(file: PrivateFile(url: words))
  }

  /// Runs a request.
  ///
  /// - Parameter language: the language in the configuration.
  /// - Returns: the result; nil if spelling is not checked.
  func answer(_ request: SpellingRequest, in language: Settings.Spelling) -> SpellingAction? {
    do throws(Missing) {
      return try dictionary(for: language).map { answer(request, $0) }
    } catch {
      return .missing(error.sentence)
    }
  }

  private func answer(
    _ request: SpellingRequest, _ dictionary: SpellingDictionary
  ) -> SpellingAction {
    switch request {
    case .check(let texts, let revision):
      var found: [MisspeltWord] = []
      for field in EditorField.allCases {
        guard let text = texts[field], !Task.isCancelled else { continue }
        found += misspelt(in: text, of: field, dictionary)
      }
      return .checked(found, revision: revision)
    case .suggest(let word):
      return .suggested(dictionary.suggestions(for: word.text), word)
    case .add(let word):
      dictionary.add(word)
      known[word] = true
      do {
        try personal.add(word)
        return .added(complaint: nil)
      } catch {
        return .added(
          complaint:
            "“\(word)” is accepted until you quit. It can't be saved: your words \(error.description)."
        )
      }
    }
  }

  private func misspelt(
    in text: String, of field: EditorField, _ dictionary: SpellingDictionary
  ) -> [MisspeltWord] {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let runs =
      field == .body
      ? MarkdownProse.runs(in: text)
      : lines.enumerated().map { .init(line: $0, range: 0..<$1.utf8.count) }
    return runs.flatMap { run in
      SpelledWords.words(in: lines[run.line], run.range).compactMap { word, bytes in
        knows(word, dictionary)
          ? nil : MisspeltWord(word, field: field, line: run.line, bytes: bytes)
      }
    }
  }

  private func knows(_ word: String, _ dictionary: SpellingDictionary) -> Bool {
    if let known = known[word] { return known }
    if known.count >= Self.maximumKnown { known = [:] }
    let answer = dictionary.knows(word)
    known[word] = answer
    return answer
  }

  // MARK: Loading

  private struct Missing: Error {
    let sentence: String
  }

  /// Returns the dictionary of a language, loaded on first use; nil if spelling is not checked.
  private func dictionary(
    for choice: Settings.Spelling
  ) throws(Missing) -> SpellingDictionary? {
    let wanted: String?
    switch choice {
    case .none: return nil
    case .automatic: wanted = DictionaryFiles.language(environment)
    case .named(let name): wanted = name
    }
    guard let wanted else {
      throw Missing(sentence: "Language unknown. Set spelling in the configuration, e.g. en_GB.")
    }
    if let loaded, loaded.language == wanted { return loaded.dictionary }
    guard SpellingDictionary.isAvailable else {
      throw Missing(
        sentence:
          "The spelling checker is not installed. On Debian: apt install libhunspell-1.7-0.")
    }
    let folders = DictionaryFiles.folders(environment)
    guard let files = DictionaryFiles(wanted, in: folders),
      let dictionary = SpellingDictionary(files)
    else {
      let language = wanted.prefix { $0 != "_" }
      throw Missing(
        sentence: "No dictionary for \(wanted). On Debian: apt search hunspell-\(language).")
    }
    for word in (try? personal.all()) ?? [] { dictionary.add(word) }
    known = [:]
    loaded = (wanted, dictionary)
    return dictionary
  }
}
