import FireflyCore
import FireflyForeign
import FireflyText
import Foundation

// Entries of feeds, and their comments.
extension SourceNode {
  init(_ entry: FeedEntry, id: Int, name: String) {
    self.init(id: id)
    // The name that a kept copy has.
    key = entry.link ?? entry.key
    title = entry.title
    if title.isEmpty, entry.text.isEmpty {
      // It is only a link, or nothing.
      title = entry.link?.components(separatedBy: "://").last?.line ?? "untitled"
    }
    let text = entry.textBesideTitle
    // A title that is only the cut beginning of the text says nothing of its own.
    if entry.titleIsCutText { title = "" }
    let tags = (entry.tags ?? []).map { "#" + $0.replacing(" ", with: "-") }
    let parts = [text, tags.joined(separator: " ")].filter { !$0.isEmpty }
    self.text = .markdown(parts.joined(separator: "\n\n"))
    (facts.link, facts.recordings) = (entry.link, entry.recordings ?? [])
    (picture, facts.pictureWords) = (entry.picture, entry.pictureWords)
    authorName = entry.author ?? name
    createdAt = entry.date ?? Date(timeIntervalSince1970: entry.arrivedAt)
    arrivedAt = Date(timeIntervalSince1970: entry.arrivedAt)
    // How many there are is known when they are loaded.
    childCount = entry.comments == nil ? 0 : entry.commentCount ?? 1
    let isByFeed = authorName == name
    if title.isEmpty {
      facts.value = isByFeed ? nil : name
    } else {
      (facts.place, facts.author) = isByFeed ? (nil, name) : (name, nil)
      facts.replies = entry.commentCount
      facts.opening = MarkdownOpening.words(of: FeedEntry.withoutAddresses(text), limit: 200)
    }
  }

  init(comment entry: FeedEntry, id: Int) {
    self.init(id: id)
    key = entry.key
    // The title of a comment names its author, or says something of its own.
    let name = Self.author(inTitle: entry.title)
    let isOwn = entry.author == nil && name == nil && !entry.text.hasPrefix(entry.title)
    let words = [isOwn ? entry.title : "", entry.text].filter { !$0.isEmpty }
    text = .markdown(words.isEmpty ? entry.title : words.joined(separator: "\n\n"))
    author = entry.author ?? name
    createdAt = entry.date
  }

  /// Returns the name in the title of a comment, such as `By: ada` or `By Ada`; nil for other titles.
  private static func author(inTitle title: String) -> String? {
    let start = ["By: ", "By "].first(where: title.hasPrefix)
    guard let start, case let name = title.dropFirst(start.count), (1...100).contains(name.count),
      start == "By: " || name.first?.isUppercase == true
    else { return nil }
    return String(name)
  }
}

extension FeedEntry {
  /// The text without what is said beside it: a first heading that is the title again, and lines that have only a label
  /// and the address of its page, or the number of its comments.
  fileprivate var textBesideTitle: String {
    let text = Self.lines(of: text) { words in
      if let link, words.last?.contains(link) == true, Self.isAddress(words) { return false }
      return commentCount.map { words.suffix(2) == ["Comments:", "\($0)"] && words.count < 4 }
        != true
    }
    guard text.hasPrefix("#"), !title.isEmpty else { return text }
    let line = text.prefix { !$0.isNewline }
    guard Self.letters(line) == Self.letters(title[...]) else { return text }
    return String(text[line.endIndex...].drop { $0.isNewline })
  }

  /// Returns a text without the lines that have only an address, or a label and an address or a zero: there is
  /// nothing to read.
  fileprivate static func withoutAddresses(_ text: String) -> String {
    lines(of: text) { !isAddress($0) && !isZero($0) }
  }

  /// Whether words are a label and a zero, such as `Points: 0`.
  private static func isZero(_ words: [Substring]) -> Bool {
    (2...labelWords).contains(words.count) && words.last == "0"
      && words[words.count - 2].hasSuffix(":")
  }

  /// Maximum words of a label before an address.
  private static let labelWords = 4

  private static func isAddress(_ words: [Substring]) -> Bool {
    guard let last = words.last, words.count <= labelWords + 1,
      words.count == 1 || words[words.count - 2].hasSuffix(":")
    else { return false }
    return ["<http", "http", "[http"].contains { last.hasPrefix($0) && last.contains("://") }
  }

  /// Returns the lines of a text whose words fulfil a condition.
  private static func lines(of text: String, _ isKept: ([Substring]) -> Bool) -> String {
    text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .filter { isKept($0.split(separator: " ")) }.joined(separator: "\n")
      .trimmingCharacters(in: .newlines)
  }

  /// Whether the title is the beginning of the text, cut with an ellipsis.
  fileprivate var titleIsCutText: Bool {
    guard title.hasSuffix("…") || title.hasSuffix("...") else { return false }
    let start = Self.letters(title[...])
    let words = MarkdownOpening.words(of: text, limit: title.count + 200)
    return start.count >= 12 && Self.letters(words[...]).hasPrefix(start)
  }

  private static func letters(_ text: Substring) -> String {
    text.filter { $0.isLetter || $0.isNumber }.lowercased()
  }
}
