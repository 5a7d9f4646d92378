import FireflyClient
import FireflyCore
import Foundation

/// The user's own words: a text file with one word per line.
struct PersonalWords: Sendable {
  /// Maximum bytes of the file.
  private static let maximumBytes = 1 << 20

  let file: PrivateFile

  /// Returns all words.
  func all() throws(SystemProblem) -> [String] {
    Self.words(in: try file.read(maximumBytes: Self.maximumBytes))
  }

  /// Adds a word, unless it is in the file.
  ///
  /// - Throws: `SystemProblem`, also for a file in another character set: its letters would be lost.
  func add(_ word: String) throws(SystemProblem) {
    if let data = try file.read(maximumBytes: Self.maximumBytes),
      String(validating: data, as: UTF8.self) == nil
    {
      throw SystemProblem("\(file.url.path) is not UTF-8 text")
    }
    let file = JSONFile(
      file, maximumBytes: Self.maximumBytes, loss: "", report: { _ in },
      decode: { Self.words(in: $0) }, encode: { Data($0.map { $0 + "\n" }.joined().utf8) })
    try file.update { words in
      let known = words ?? []
      words = known.contains(word) ? nil : known + [word]
    }
  }

  private static func words(in data: Data?) -> [String] {
    String(decoding: data ?? Data(), as: UTF8.self).split(whereSeparator: \.isNewline)
      .map { ForeignText.cleanLine(String($0), limit: 100) }.filter { !$0.isEmpty }
  }
}
