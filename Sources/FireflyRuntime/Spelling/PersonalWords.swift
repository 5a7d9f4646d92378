import FireflyCore
import Foundation

/// The words that the user has said are right: a plain file, a word a line.
struct PersonalWords: Sendable {
  /// Bytes of the file at most.
  private static let maximumBytes = 1 << 20

  /// Where they are.
  let file: PrivateFile

  /// All of them.
  ///
  /// - Throws: `PrivateFile.Problem`.
  func all() throws(PrivateFile.Problem) -> [String] {
    let data = try file.read(maximumBytes: Self.maximumBytes) ?? Data()
    return String(decoding: data, as: UTF8.self).split(whereSeparator: \.isNewline)
      .map { ForeignText.cleanLine(String($0), limit: 100) }.filter { !$0.isEmpty }
  }

  /// Adds a word, unless it is there.
  ///
  /// - Throws: `PrivateFile.Problem`.
  func add(_ word: String) throws(PrivateFile.Problem) {
    var words = try all()
    guard !words.contains(word) else { return }
    words.append(word)
    try file.replace(with: Data(words.map { $0 + "\n" }.joined().utf8))
  }
}
