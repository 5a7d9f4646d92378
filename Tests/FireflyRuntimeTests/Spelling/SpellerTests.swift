import FireflyApp
import Foundation
import Testing

@testable import FireflyRuntime

/// The dictionary, with one of our own; hunspell must be installed.
@Suite("The speller") struct SpellerTests {
  private let home = FileManager.default.temporaryDirectory
    .appending(path: "firefly-speller-\(UUID().uuidString)")

  private var words: URL { home.appending(path: "data/words.txt") }

  init() throws {
    let folder = home.appending(path: "hunspell")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data("SET UTF-8\nTRY abotsil\n".utf8).write(to: folder.appending(path: "xx_XX.aff"))
    try Data("3\na\nboat\nsails\n".utf8).write(to: folder.appending(path: "xx_XX.dic"))
  }

  private func speller(language: String = "xx_XX.UTF-8") -> Speller {
    Speller(
      environment: ["LANG": language, "XDG_DATA_HOME": home.path, "HOME": "/nowhere"],
      words: words)
  }

  private func check(
    _ texts: [EditorField: String], _ speller: Speller, in language: Settings.Spelling = .automatic
  ) async -> SpellingAction? {
    await speller.answer(.check(texts, revision: 7), in: language)
  }

  @Test
  func findsWhatIsMisspeltInEveryFieldButNotInCodeAndLinks() async {
    defer { try? FileManager.default.removeItem(at: home) }
    let speller = speller()
    let texts: [EditorField: String] = [
      .title: "a `baot`", .summary: "sails", .body: "a `baot`\n\nboat [sials](http://xyz.example)",
    ]
    let expected = [
      MisspeltWord("baot", field: .title, line: 0, bytes: 3..<7),
      MisspeltWord("sials", field: .body, line: 2, bytes: 6..<11),
    ]
    #expect(await check(texts, speller) == .checked(expected, revision: 7))
    #expect(await check(texts, speller, in: .named("xx")) == .checked(expected, revision: 7))
    #expect(await check(texts, speller, in: .none) == nil)
    guard
      case .suggested(let words, _)? = await speller.answer(.suggest(expected[0]), in: .automatic)
    else {
      Issue.record("no words")
      return
    }
    #expect(words.first == "boat")
  }

  @Test
  func aWordThatWasAddedIsRightInTheNextRunToo() async throws {
    defer { try? FileManager.default.removeItem(at: home) }
    for (run, isKnown) in [(speller(), false), (speller(), true)] {
      let expected = isKnown ? [] : [MisspeltWord("Noor", field: .title, line: 0, bytes: 0..<4)]
      #expect(await check([.title: "Noor"], run) == .checked(expected, revision: 7))
      #expect(await run.answer(.add("Noor"), in: .automatic) == .added(complaint: nil))
      #expect(await check([.title: "Noor"], run) == .checked([], revision: 7))
    }
    #expect(try String(contentsOf: words, encoding: .utf8) == "Noor\n")
    let mode = try FileManager.default.attributesOfItem(atPath: words.path)[.posixPermissions]
    #expect(mode as? Int == 0o600)
  }

  @Test
  func wordsInAnotherCharacterSetStayAsTheyAre() async throws {
    defer { try? FileManager.default.removeItem(at: home) }
    try FileManager.default.createDirectory(
      at: words.deletingLastPathComponent(), withIntermediateDirectories: true)
    let bytes = Data("Caf\u{E9}\n".unicodeScalars.map { UInt8($0.value) })
    try bytes.write(to: words)
    guard case .added(let complaint?)? = await speller().answer(.add("Noor"), in: .automatic) else {
      Issue.record("nothing is said")
      return
    }
    #expect(complaint.contains("is not UTF-8 text"))
    #expect(try Data(contentsOf: words) == bytes)
  }

  @Test
  func whereTheWordsCantBeKeptItSaysSoAndTheWordIsRightAllTheSame() async throws {
    defer { try? FileManager.default.removeItem(at: home) }
    try Data("x".utf8).write(to: home.appending(path: "data"))
    let speller = speller()
    guard case .added(let complaint?)? = await speller.answer(.add("Noor"), in: .automatic) else {
      Issue.record("nothing is said")
      return
    }
    #expect(complaint.hasPrefix("“Noor” is accepted until you quit"))
    #expect(await check([.title: "Noor"], speller) == .checked([], revision: 7))
  }

  @Test(arguments: ["zz_ZZ.UTF-8", "C.UTF-8", ""])
  func withoutADictionaryItSaysWhy(language: String) async {
    defer { try? FileManager.default.removeItem(at: home) }
    guard case .missing(let sentence)? = await check([.title: "x"], speller(language: language))
    else {
      Issue.record("nothing is said")
      return
    }
    #expect(sentence.hasSuffix("."))
  }
}
