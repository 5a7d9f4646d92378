/// A merge of two versions of a text with their common ancestor, by lines.
struct LineMerge: Hashable, Sendable {
  /// A stretch of the merged text.
  enum Piece: Hashable, Sendable {
    /// Lines that both versions have, or that only one of them has changed.
    case merged([String])
    /// Lines that both versions have changed in different ways.
    case collision(mine: [String], theirs: [String])
  }

  /// The stretches, in order.
  private(set) var pieces: [Piece] = []

  /// Whether no lines collide.
  var isClean: Bool {
    pieces.allSatisfy { if case .merged = $0 { true } else { false } }
  }

  /// Merges two versions, in bounded time: stretches of more than 1,000 changed lines collide.
  init(base: String, mine: String, theirs: String) {
    let (base, mine, theirs) = (Self.lines(base), Self.lines(mine), Self.lines(theirs))
    let kept = Dictionary(
      SequenceMatch.pairs(base[...], theirs[...]).map { ($0.old, $0.new) }
    ) { first, _ in first }
    var start = (base: 0, mine: 0, theirs: 0)
    for pair in SequenceMatch.pairs(base[...], mine[...]) {
      guard let their = kept[pair.old] else { continue }
      append(
        base[start.base..<pair.old], mine[start.mine..<pair.new], theirs[start.theirs..<their])
      append([base[pair.old]])
      start = (pair.old + 1, pair.new + 1, their + 1)
    }
    append(base[start.base...], mine[start.mine...], theirs[start.theirs...])
  }

  private static func lines(_ text: String) -> [String] {
    text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(String.init)
  }

  private mutating func append(
    _ base: ArraySlice<String>, _ mine: ArraySlice<String>, _ theirs: ArraySlice<String>
  ) {
    if mine == theirs || base == theirs {
      append(Array(mine))
    } else if base == mine {
      append(Array(theirs))
    } else {
      pieces.append(.collision(mine: Array(mine), theirs: Array(theirs)))
    }
  }

  private mutating func append(_ lines: [String]) {
    if case .merged(let before) = pieces.last {
      pieces[pieces.count - 1] = .merged(before + lines)
    } else if !lines.isEmpty {
      pieces.append(.merged(lines))
    }
  }
}
