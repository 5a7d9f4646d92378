/// A post's current version on the server, beside the user's edited version.
public struct Comparison: Hashable, Sendable {
  /// The server's version.
  public let theirs: Draft.Base
  /// The user's version.
  public let mine: PostText
  /// The differences of the titles.
  public let title: WordDifference
  /// The differences of the summaries.
  public let summary: WordDifference
  /// The differences of the bodies.
  public let body: WordDifference

  /// The common ancestor of both versions; nil if unknown.
  private let base: PostText?
  /// The merged body, if both have changed it and the ancestor is known.
  private let bodyMerge: LineMerge?

  /// Compares the versions; for long texts, call it off the main actor.
  ///
  /// - Parameters:
  ///   - theirs: the server's version.
  ///   - mine: the user's version.
  ///   - base: the common ancestor; nil if unknown.
  public init(theirs: Draft.Base, mine: PostText, base: PostText? = nil) {
    self.theirs = theirs
    self.mine = mine
    self.base = base
    bodyMerge = base.map {
      LineMerge(base: $0.body, mine: mine.body, theirs: theirs.words.body)
    }
    title = WordDifference(from: theirs.words.title, to: mine.title)
    summary = WordDifference(from: theirs.words.summary, to: mine.summary)
    body = WordDifference(from: theirs.words.body, to: mine.body)
  }

  static let start = "<<<<<<< yours"
  static let middle = "======="
  static let end = ">>>>>>> on the server"

  /// Explains the conflict markers of `both` to the user.
  public static let notes = [
    "The post has changed on the server since you began editing. Where the versions differ, both are",
    "here, between “\(start)” and “\(end)”: keep one, or some of each.",
  ]

  /// Both versions merged into one text, with conflict markers around differences.
  ///
  /// A field that only one side has changed is taken from that side.
  public var both: PostText {
    PostText(
      title: changedAlone(\.title) ?? Self.inLine(title, theirs.words.title, mine.title),
      summary: changedAlone(\.summary) ?? Self.inLine(summary, theirs.words.summary, mine.summary),
      body: changedAlone(\.body) ?? bodyMerge.map { Self.inLines($0) } ?? Self.inLines(body))
  }

  /// Both versions merged, if no words collide: no title or summary that both have changed, and no
  /// neighbouring lines of the body; nil if some do, or the common ancestor is unknown.
  public var merged: PostText? {
    guard let title = changedAlone(\.title), let summary = changedAlone(\.summary),
      changedAlone(\.body) != nil || bodyMerge?.isClean == true
    else { return nil }
    return PostText(title: title, summary: summary, body: both.body)
  }

  /// Says from which version the fields of a merged text are that differ: “title is yours, summary is
  /// theirs”.
  public func origins(of merged: PostText) -> String {
    let fields: [(String, KeyPath<PostText, String>)] = [
      ("title", \.title), ("summary", \.summary), ("body", \.body),
    ]
    return fields.compactMap { name, text in
      let (mine, theirs) = (mine[keyPath: text], theirs.words[keyPath: text])
      if mine == theirs { return nil }
      switch merged[keyPath: text] {
      case mine: return "\(name) is yours"
      case theirs: return "\(name) is theirs"
      default: return "\(name) has both changes"
      }
    }.joined(separator: ", ")
  }

  private func changedAlone(_ text: KeyPath<PostText, String>) -> String? {
    guard let base else { return nil }
    if mine[keyPath: text] == theirs.words[keyPath: text] { return mine[keyPath: text] }
    if base[keyPath: text] == theirs.words[keyPath: text] { return mine[keyPath: text] }
    return base[keyPath: text] == mine[keyPath: text] ? theirs.words[keyPath: text] : nil
  }

  /// Whether a text still contains conflict markers.
  public static func hasMarks(_ words: PostText) -> Bool {
    [words.title, words.summary].contains { $0.contains(start) || $0.contains(end) }
      || words.body.split(whereSeparator: \.isNewline).contains { $0 == start || $0 == end }
  }

  private static func inLine(
    _ difference: WordDifference, _ theirs: String, _ mine: String
  ) -> String {
    difference.isSame ? mine : [start, mine, middle, theirs, end].joined(separator: " ")
  }

  private static func inLines(_ merge: LineMerge) -> String {
    merge.pieces.flatMap { piece in
      switch piece {
      case .merged(let lines): lines
      case .collision(let mine, let theirs): [start] + mine + [middle] + theirs + [end]
      }
    }.joined(separator: "\n")
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
        // A side without text has no empty line either.
        if !block.new.isEmpty { open.mine.append(block.new) }
        if !block.old.isEmpty { open.theirs.append(block.old) }
      }
    }
    close()
    return lines.joined(separator: "\n")
  }
}
