import FireflyPrograms
import Foundation
import OwnThreads
import TerminalHarness
import Testing

/// What a terminal sends that is not UTF-8 arrives as it was typed, or a sentence says that it didn't.
@Suite(.ownThreads, .enabled(if: hasCharacterSets, "the package locales is not installed"))
struct CharacterSetTests {
  private static let cases: [(locale: String, characterSet: String, bytes: [UInt8], text: String)] =
    [
      ("de_DE", "ISO-8859-1", [0x47, 0x72, 0xFC, 0xDF, 0x65], "Grüße"),
      ("ja_JP", "EUC-JP", [0xC6, 0xFC, 0xCB, 0xDC, 0x21], "日本!"),
      ("ru_RU", "KOI8-R", [0xCD, 0xC9, 0xD2], "мир"),
    ]

  /// A home with a locale that the system doesn't have, and the variables to use it.
  private func home(
    _ locale: String, _ characterSet: String
  ) throws -> (home: FireflyHome, environment: [String: String]) {
    let home = try FireflyHome()
    let name = "\(locale).\(characterSet)"
    let process = ChildProgram()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/localedef")
    process.arguments = [
      "--no-archive", "-c", "-i", locale, "-f", characterSet, "\(home.path)/\(name)",
    ]
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    return (home, ["LOCPATH": home.path, "LANG": name, "LC_ALL": name])
  }

  /// The bytes that a program has written to its terminal.
  private func written(by session: FireflySession) -> [UInt8] {
    Array(session.terminal.output.map(\.bytes).joined())
  }

  @Test(arguments: 0..<3) func lettersAreThoseOfTheTerminal(number: Int) throws {
    let (locale, characterSet, bytes, text) = Self.cases[number]
    let (home, environment) = try home(locale, characterSet)
    let session = try FireflySession.start(
      home: home, environment: environment, size: TerminalSize(columns: 80, rows: 24))
    try session.terminal.wait(for: "welcome to firefly")
    try session.terminal.send("n")
    try session.terminal.waitForRest()
    try session.terminal.send(bytes: bytes)
    try session.terminal.send("<c-s>")
    // The new post is the first one of the list.
    try session.terminal.wait(for: "1 of 51+")
    #expect(try home.run(["posts", "--limit", "1"]).output.contains(text))
  }

  @Test func lineModeReadsThem() throws {
    let (locale, characterSet, bytes, text) = Self.cases[0]
    let (home, environment) = try home(locale, characterSet)
    let session = try FireflySession.start(["--accessible"], home: home, environment: environment)
    try session.terminal.wait(for: "? for commands")
    try session.terminal.send("n<enter>")
    try session.terminal.wait(for: "Title")
    try session.terminal.send(bytes: bytes + [0x0D])
    try session.terminal.send("<enter>.<enter>s<enter>")
    try session.terminal.wait(for: "Saved")
    #expect(try home.run(["posts", "--limit", "1"]).output.contains(text))
    try session.terminal.waitForRest()
    // What the terminal gets is in its character set, too.
    #expect(written(by: session).contains(bytes))
    #expect(!written(by: session).contains(Array(text.utf8)))
  }

  /// The terminal of a command gets its character set; other letters become similar ones, a pipe gets UTF-8.
  @Test func commandsWriteThem() throws {
    let (locale, characterSet, bytes, text) = Self.cases[0]
    let (home, environment) = try home(locale, characterSet)
    let post = try home.run(
      ["post", "--title", "\(text) “a” → b… 日本", "--body", "-"], input: "words",
      environment: environment)
    #expect(post.status == 0, "\(post.error)")
    #expect(
      try home.run(["posts", "--limit", "1"], environment: environment).output.contains(text))
    let session = try FireflySession.start(
      ["posts", "--limit", "1"], home: home, environment: environment, moves: true, resumes: true)
    #expect(try session.terminal.waitForExit() == .code(0))
    #expect(
      written(by: session).contains(bytes + Array(" \"a\" > b~ ????".utf8)))
  }

  @Test func argumentsAndInputAreRead() throws {
    let (locale, characterSet, _, _) = Self.cases[0]
    let (home, environment) = try home(locale, characterSet)
    let script = """
      title=$(printf 'T\\374tel'); file=$(printf 'gr\\374n.md'); printf 'M\\374ll' >"$file"
      printf 'Gr\\374\\337e' | "$FIREFLY" post --title "$title" --body -
      "$FIREFLY" post --title file --body "$file"
      """
    let result = try home.shell(script, environment: environment)
    #expect(result.status == 0, "\(result.error)")
    let posts = try home.run(["posts", "--limit", "2", "--json"]).output
    for text in ["Tütel", "Grüße", "Müll"] { #expect(posts.contains(text), "\(posts)") }
  }

  @Test func bytesThatAreNoLettersAreReported() throws {
    let session = try FireflySession.start()
    try session.terminal.wait(for: "welcome to firefly")
    try session.terminal.send("n")
    try session.terminal.waitForRest()
    try session.terminal.send(bytes: [0x47, 0x72, 0xFC, 0xDF, 0x65])
    try session.terminal.wait(for: "A letter can't be read (�)")
    // The place is marked.
    try session.terminal.wait(for: "Gr��e")
    let lines = try FireflySession.start(["--accessible"])
    try lines.terminal.wait(for: "? for commands")
    try lines.terminal.send(bytes: [0x47, 0xFC, 0x0D])
    try lines.terminal.wait(for: "bytes that are no letters in UTF-8")
  }
}

private let hasCharacterSets = FileManager.default.fileExists(
  atPath: "/usr/share/i18n/charmaps/ISO-8859-1.gz")
