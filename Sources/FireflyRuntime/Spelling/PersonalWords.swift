import FireflyCore
import Foundation

/// The user's own words: a text file with one word per line.
struct PersonalWords: Sendable {
  /// Maximum bytes of the file.
  private static let maximumBytes = 1 << 20

  /// The file.
  let file: PrivateFile

  /// Returns all words.
  ///
  /// - Throws: `SystemProblem`.
  func all() throws(SystemProblem) -> [String] {
    let data = try file.read(maximumBytes: Self.maximumBytes) ?? Data()
    return String(decoding: data, as: UTF8.self).split(whereSeparator: \.isNewline)
      .map { ForeignText.cleanLine(String($0), limit: 100) }.filter { !$0.isEmpty }
  }

  /// Adds a word, unless it is in the file.
  ///
  /// - Throws: `SystemProblem`.
  func add(_ word: String) throws(SystemProblem) {
    var words = try all()
    guard !words.contains(word) else { return }
    words.append(word)
    try file.replace(with: Data(words.map { $0 + "\n" }.joined().utf8))
  }
}
