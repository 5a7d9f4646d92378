/// A post as it has become on the server, beside what one has made of it.
public struct Comparison: Hashable, Sendable {
  /// As it is on the server.
  public let theirs: Draft.Base
  /// As one has it.
  public let mine: Draft.Words
  /// How one's own title differs from the server's; so with the others.
  public let title: WordDifference
  /// How the summaries differ.
  public let summary: WordDifference
  /// How the bodies differ.
  public let body: WordDifference

  /// What both began with; nil where that is not known.
  private let base: Draft.Words?

  /// Compares the two; for long texts not on the main actor.
  ///
  /// - `base`: what both began with; nil where that is not known.
  public init(theirs: Draft.Base, mine: Draft.Words, base: Draft.Words? = nil) {
    self.theirs = theirs
    self.mine = mine
    self.base = base
    title = WordDifference(from: theirs.words.title, to: mine.title)
    summary = WordDifference(from: theirs.words.summary, to: mine.summary)
    body = WordDifference(from: theirs.words.body, to: mine.body)
  }

  private static let start = "<<<<<<< yours"
  private static let middle = "======="
  private static let end = ">>>>>>> on the server"

  /// What the marks of `both` are, for whoever meets them in a text.
  public static let notes = [
    "The post has changed on the server since you began. Where the two differ, both stand",
    "here, between “\(start)” and “\(end)”: keep one, or some of each.",
  ]

  /// Both in one: what they share once, and where they differ both, between marks.
  ///
  /// Of a text that only one of the two has changed, that one is taken.
  public var both: Draft.Words {
    Draft.Words(
      title: changedAlone(\.title) ?? Self.inLine(title, theirs.words.title, mine.title),
      summary: changedAlone(\.summary) ?? Self.inLine(summary, theirs.words.summary, mine.summary),
      body: changedAlone(\.body) ?? Self.inLines(body))
  }

  private func changedAlone(_ text: KeyPath<Draft.Words, String>) -> String? {
    guard let base else { return nil }
    if base[keyPath: text] == theirs.words[keyPath: text] { return mine[keyPath: text] }
    return base[keyPath: text] == mine[keyPath: text] ? theirs.words[keyPath: text] : nil
  }

  /// Whether marks of `both` stand in some words still.
  public static func hasMarks(_ words: Draft.Words) -> Bool {
    [words.title, words.summary].contains { $0.contains(start) || $0.contains(end) }
      || words.body.split(whereSeparator: \.isNewline).contains { $0 == start || $0 == end }
  }

  private static func inLine(
    _ difference: WordDifference, _ theirs: String, _ mine: String
  ) -> String {
    difference.isSame ? mine : [start, mine, middle, theirs, end].joined(separator: " ")
  }

  private static func inLines(_ difference: WordDifference) -> String {
    var lines: [String] = []
    var open: (mine: [String], theirs: [String]) = ([], [])
    func close() {
      guard !open.mine.isEmpty || !open.theirs.isEmpty else { return }
      lines += [start] + open.mine + [middle] + open.theirs + [end]
      open = ([], [])
    }
    for block in difference.blocks {
      if block.isSame {
        close()
        lines.append(block.new)
      } else {
        // A side that has nothing there has no empty line either.
        if !block.new.isEmpty { open.mine.append(block.new) }
        if !block.old.isEmpty { open.theirs.append(block.old) }
      }
    }
    close()
    return lines.joined(separator: "\n")
  }
}
