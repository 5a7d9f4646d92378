import FireflyCore
import Foundation

/// Words by which entries of feeds are found: anywhere, or in one field, such as `author: ada`.
struct FeedWords: Sendable {
  /// A field of entries that can be named before a word.
  private enum Field: String, CaseIterable {
    case author, address, category
  }

  private let anywhere: WordMatcher
  private let fields: [Field: WordMatcher]

  /// Creates a value.
  init(_ words: [String]) {
    var (anywhere, fields): ([String], [Field: [String]]) = ([], [:])
    for word in words {
      let parts = word.split(separator: ":", maxSplits: 1)
      let name = parts.first?.trimmingCharacters(in: .whitespaces).lowercased()
      if parts.count == 2, let field = name.flatMap(Field.init(rawValue:)) {
        fields[field, default: []].append(parts[1].trimmingCharacters(in: .whitespaces))
      } else {
        anywhere.append(word)
      }
    }
    (self.anywhere, self.fields) = (WordMatcher(anywhere), fields.mapValues(WordMatcher.init))
  }

  /// Returns the name of a field in a word, such as `autor: ada`, that no entry has; nil for other words.
  static func unknownField(of word: String) -> String? {
    let parts = word.split(separator: ":", maxSplits: 1)
    guard parts.count == 2, parts[1].first == " ", parts[0].allSatisfy(\.isLetter) else {
      return nil
    }
    return Field(rawValue: parts[0].lowercased()) == nil ? String(parts[0]) : nil
  }

  /// The names of the fields.
  static let fieldNames = Field.allCases.map(\.rawValue).joined(separator: ", ")

  /// Whether there are none.
  var isEmpty: Bool { anywhere.isEmpty && fields.isEmpty }

  /// Returns whether an entry has one of them.
  ///
  /// As with muted words, the beginning of a long text counts.
  func match(_ entry: FeedEntry) -> Bool {
    let tags = entry.tags ?? []
    if !anywhere.isEmpty {
      let texts = [entry.title, String(entry.text.prefix(2_000)), entry.author ?? ""] + tags
      if anywhere.first(in: texts) != nil { return true }
    }
    return fields.contains { field, words in
      let texts =
        switch field {
        case .author: [entry.author ?? ""]
        case .address: [entry.link, entry.discussion].compactMap(\.self)
        case .category: tags
        }
      return words.first(in: texts) != nil
    }
  }
}
