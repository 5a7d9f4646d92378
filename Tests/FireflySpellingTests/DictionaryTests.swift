import FireflySpelling
import Foundation
import Testing

/// Dictionaries of our own: hunspell must be installed, its dictionaries need not be.
@Suite("Dictionaries") struct DictionaryTests {
  private let folder = FileManager.default.temporaryDirectory
    .appending(path: "firefly-dictionary-\(UUID().uuidString)")

  init() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  private func write(_ name: String, encoding: String, words: [String]) throws {
    let rules = "SET \(encoding)\nTRY esianrtolcdugmphbyfvkwz\n"
    try Data(rules.utf8).write(to: folder.appending(path: name + ".aff"))
    let text = "\(words.count)\n" + words.joined(separator: "\n") + "\n"
    let code: String.Encoding = encoding == "UTF-8" ? .utf8 : .isoLatin1
    try #require(text.data(using: code)).write(to: folder.appending(path: name + ".dic"))
  }

  private func load(_ name: String) throws -> SpellingDictionary {
    try #require(SpellingDictionary.isAvailable, "hunspell is not installed")
    let files = try #require(DictionaryFiles(name, in: [folder.path]))
    return try #require(SpellingDictionary(files))
  }

  @Test(arguments: ["UTF-8", "ISO8859-1"])
  func knowsItsWordsInWhateverEncodingItIs(encoding: String) throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try write("xx_XX", encoding: encoding, words: ["boat", "façade", "o'clock"])
    let dictionary = try load("xx_XX")
    for word in ["boat", "Boat", "façade", "o'clock", "o\u{2019}clock"] {
      #expect(dictionary.knows(word), "\(word)")
    }
    for word in ["baot", "facade"] { #expect(!dictionary.knows(word), "\(word)") }
    #expect(dictionary.suggestions(for: "baot") == ["boat"])
    #expect(dictionary.suggestions(for: "facade").contains("façade"))
  }

  @Test
  func takesWordsOfOtherScriptsForAnotherLanguages() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try write("xx_XX", encoding: "ISO8859-1", words: ["boat"])
    let dictionary = try load("xx_XX")
    #expect(dictionary.knows("лодка"))
    #expect(dictionary.suggestions(for: "лодка").isEmpty)
  }

  /// Takes words of scripts that it has none of for right, in whatever encoding it is.
  @Test(arguments: [("en_GB", "boat", "baot", "лодка"), ("ru_RU", "лодка", "лодкка", "baot")])
  func takesWordsOfScriptsThatItHasNoneOfForRight(
    name: String, known: String, wrong: String, foreign: String
  ) throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try write(name, encoding: "UTF-8", words: [known])
    let dictionary = try load(name)
    #expect(dictionary.knows(known) && !dictionary.knows(wrong))
    for word in [foreign, "σκάφος", "סירה", "קארב", "नाव", "ნავი"] {
      #expect(dictionary.knows(word))
    }
  }

  @Test
  func learnsWords() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try write("xx_XX", encoding: "ISO8859-1", words: ["boat"])
    let dictionary = try load("xx_XX")
    #expect(!dictionary.knows("Noor"))
    dictionary.add("Noor")
    #expect(dictionary.knows("Noor"))
  }

  @Test
  func survivesWordsOfAllLengths() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try write("xx_XX", encoding: "ISO8859-1", words: ["boat"])
    let dictionary = try load("xx_XX")
    for count in [1, 2, 50, 99, 100, 101, 254, 255, 256, 257, 10_000] {
      for letter in ["x", "é"] {
        let word = String(repeating: letter, count: count)
        #expect(dictionary.knows(word) == (word.utf8.count > 100), "\(count) times \(letter)")
        _ = dictionary.suggestions(for: word)
        dictionary.add(word)
      }
    }
  }

  @Test
  func anotherOneOfTheLanguageWillDoNoneOfAnotherLanguage() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    for name in ["xx_AA", "xx_XX", "yy"] { try write(name, encoding: "UTF-8", words: ["boat"]) }
    func found(_ name: String) -> String? { DictionaryFiles(name, in: [folder.path])?.name }
    #expect(found("xx_AA") == "xx_AA")
    #expect(found("xx-AA") == "xx_AA")
    #expect(found("xx_BB") == "xx_XX")
    #expect(found("xx") == "xx_XX")
    #expect(found("yy_ZZ") == "yy")
    #expect(found("zz") == nil)
    #expect(found("../xx_AA") == nil)
    #expect(found("") == nil)
  }

  @Test(
    arguments: [
      (["LANG": "en_GB.UTF-8"], "en_GB"), (["LANG": "de_DE@euro"], "de_DE"),
      (["LANG": "fr"], "fr"), (["LANG": "en_GB", "LC_ALL": "es_ES.UTF-8"], "es_ES"),
      (["LANG": "en_GB", "LC_ALL": ""], "en_GB"), (["LANG": "C.UTF-8"], nil),
      (["LANG": "POSIX"], nil), ([:], nil), (["LANG": "../../x"], nil),
    ] as [([String: String], String?)])
  func theLanguageIsThatOfTheSurroundings(environment: [String: String], language: String?) {
    #expect(DictionaryFiles.language(environment) == language)
  }
}
