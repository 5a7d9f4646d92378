/// What was cut, the last on top.
public struct KillRing: Hashable, Sendable {
  /// Entries that are kept at most.
  static let maximumCount = 60

  /// Bytes that all entries may have together, but for the last.
  static let maximumBytes = 32 << 20

  private var entries: [String] = []
  /// How many entries below the top the next yank takes from.
  private var turn = 0

  /// Nothing.
  public init() {}

  /// How many texts there are.
  var count: Int { entries.count }

  /// What a yank puts in; nil if nothing was cut.
  var current: String? { entries.isEmpty ? nil : entries[entries.count - 1 - turn % entries.count] }

  /// Puts a text on top.
  mutating func push(_ text: String) {
    guard !text.isEmpty else { return }
    turn = 0
    entries.append(text)
    var bytes = entries.reduce(0) { $0 + $1.utf8.count }
    while entries.count > Self.maximumCount || bytes > Self.maximumBytes, entries.count > 1 {
      bytes -= entries.removeFirst().utf8.count
    }
  }

  /// Adds to the text on top what was cut right after it, before or behind it.
  mutating func extend(_ text: String, isBefore: Bool) {
    guard let last = entries.popLast() else { return push(text) }
    push(isBefore ? text + last : last + text)
  }

  /// Turns to the text that was cut before the current one.
  mutating func rotate() { turn += 1 }

  /// Turns back to the top.
  mutating func reset() { turn = 0 }
}
