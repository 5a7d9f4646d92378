import FireflyCore

/// What this machine keeps of an account on a service of feeds, beside the entries.
package struct KeptReader: Codable, Hashable, Sendable {
  /// Seconds for which a program may send changes before another one does.
  private static let sendingSeconds = 60.0

  /// The account: files of others may have the same name.
  package var owner: String
  /// What follows the address of the service as it was written; nil while unknown.
  var place: String?
  private(set) var unread = ReaderState()
  private(set) var starred = ReaderState()
  /// When the last look began, in seconds since 1970; nil for never.
  private(set) var lookedAt: Double?
  /// Until when a program sends changes.
  private var sendsUntil: Double?
  /// The entries that have one of the marks, that were asked for, and that are not kept.
  var leftOut: Set<String>?
  /// The feeds of entries that are not followed any more.
  var former: Set<String>?

  /// Creates what is kept of an account that is new here.
  package init(owner: String) { self.owner = owner }

  /// The entries with a mark and the changes.
  subscript(mark: ReaderMark) -> ReaderState {
    get { mark == .unread ? unread : starred }
    set { if mark == .unread { unread = newValue } else { starred = newValue } }
  }

  /// The number of marks that were not sent yet.
  package var unsent: Int { unread.unsent + starred.unsent }

  /// Whether it is not known of a mark if the service has it.
  var isUncertain: Bool { unread.isUncertain || starred.isUncertain }

  /// Whether the service was never asked for all that has a mark.
  var isNew: Bool { lookedAt == nil }

  /// Takes the newest unread entries, before the first look.
  mutating func begun(unread: Set<String>, since start: Double, at now: Double) {
    if isNew { self.unread.looked(unread, since: start, at: now) }
  }

  /// Takes what the service says, unless another program has asked it since.
  ///
  /// - Returns: whether it was taken.
  mutating func looked(
    unread: Set<String>, starred: Set<String>, since start: Double, at now: Double
  ) -> Bool {
    if let lookedAt, start < lookedAt, lookedAt <= now { return false }
    self.unread.looked(unread, since: start, at: now)
    self.starred.looked(starred, since: start, at: now)
    lookedAt = start
    return true
  }

  /// Takes the next changes to send; nil for none, or while another program sends some.
  mutating func nextBatch(at now: Double) -> ReaderBatch? {
    if let end = sendsUntil, now < end, end - now <= Self.sendingSeconds { return nil }
    for mark in ReaderMark.allCases {
      let batch = ReaderBatch(mark: mark, changes: self[mark].ready(limit: ReaderBatch.maximum))
      guard !batch.changes.isEmpty else { continue }
      self[mark].tried(batch.ids, at: now)
      sendsUntil = now + Self.sendingSeconds
      return batch
    }
    return nil
  }

  /// Notes what became of the changes that were taken.
  mutating func ended(_ batch: ReaderBatch, _ outcome: ReaderBatch.Outcome, at now: Double) {
    self[batch.mark].ended(batch.changes, outcome, at: now)
    sendsUntil = nil
  }
}
