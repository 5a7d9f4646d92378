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
  func add(_ word: String) throws(SystemProblem) {
    try file.update(maximumBytes: Self.maximumBytes) { data in
      let words = Self.words(in: data)
      guard !words.contains(word) else { return nil }
      return Data((words + [word]).map { $0 + "\n" }.joined().utf8)
    }
  }

  private static func words(in data: Data?) -> [String] {
    String(decoding: data ?? Data(), as: UTF8.self).split(whereSeparator: \.isNewline)
      .map { ForeignText.cleanLine(String($0), limit: 100) }.filter { !$0.isEmpty }
  }
}
