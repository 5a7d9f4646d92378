/// Cut texts, the latest on top.
package struct KillRing: Hashable, Sendable {
  static let maximumCount = 60

  /// Maximum size of all entries in bytes, except for the last.
  static let maximumBytes = 32 << 20

  private var entries: [String] = []
  /// Number of entries below the top that the next yank uses.
  private var turn = 0

  /// Creates an empty ring.
  package init() {}

  var count: Int { entries.count }

  /// The text that a yank inserts; nil if the ring is empty.
  var current: String? { entries.isEmpty ? nil : entries[entries.count - 1 - turn % entries.count] }

  /// Adds a text on top.
  mutating func push(_ text: String) {
    guard !text.isEmpty else { return }
    turn = 0
    entries.append(text)
    var bytes = entries.reduce(0) { $0 + $1.utf8.count }
    while entries.count > Self.maximumCount || bytes > Self.maximumBytes, entries.count > 1 {
      bytes -= entries.removeFirst().utf8.count
    }
  }

  /// Extends the text on top by an adjacent cut, before or after it.
  mutating func extend(_ text: String, isBefore: Bool) {
    guard let last = entries.popLast() else { return push(text) }
    push(isBefore ? text + last : last + text)
  }

  /// Moves to the text cut before the current one.
  mutating func rotate() { turn += 1 }

  /// Moves back to the top.
  mutating func reset() { turn = 0 }
}
