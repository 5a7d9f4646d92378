import FireflyCore

/// What an account can mark entries as, on the service.
enum ReaderMark: String, CaseIterable, Sendable {
  case unread, starred

  /// The tag of it; that an entry is unread is the lack of another.
  private var tag: String { "user/-/state/com.google/\(self == .unread ? "read" : "starred")" }

  /// Returns the field of a form that sets or removes the mark.
  func field(_ isOn: Bool) -> (name: String, value: String) {
    (isOn == (self == .unread) ? "r" : "a", tag)
  }
}

/// Which entries have a mark: as the service said last, and what was changed here since.
///
/// A change that was not sent wins over what the service says; one that was sent does not.
struct ReaderState: Codable, Hashable, Sendable {
  /// A change of an entry's mark.
  struct Change: Codable, Hashable, Sendable {
    /// Whether the entry gets the mark.
    var isOn: Bool
    /// When it was made, in seconds since 1970.
    var madeAt: Double
    /// Since when it is not known whether the service has it: it was sent without an answer, or was so before; nil if it
    /// has not.
    var triedAt: Double?
    /// When it arrived; nil before that.
    var sentAt: Double?
    /// Maximum number of changes with which it is sent, because it was refused with more; nil for any.
    fileprivate(set) var share: Int?

    /// Whether it can be sent: what may have arrived is sent again only after another look.
    ///
    /// Some servers take a mark away that is set twice.
    fileprivate var isReady: Bool { sentAt == nil && triedAt == nil }
  }

  /// The entries with the mark as the service has them, as far as is known; nil before the first look.
  private(set) var known: Set<String>?
  private(set) var changes: [String: Change] = [:]

  /// The entries with the mark, as the user has left them.
  var entries: Set<String> {
    var all = known ?? []
    for (id, change) in changes where change.sentAt == nil { all.set(id, change.isOn) }
    return all
  }

  /// The changes that were not sent, or may not have arrived.
  var unsent: Int { changes.values.count { $0.sentAt == nil } }

  /// Whether a change may have arrived.
  var isUncertain: Bool { changes.values.contains { $0.sentAt == nil && $0.triedAt != nil } }

  /// Sets or removes the mark of entries; of several changes of one, the last counts.
  mutating func change(_ ids: some Sequence<String>, _ isOn: Bool, at now: Double) {
    for id in ids {
      let before = changes[id].flatMap { $0.sentAt == nil ? $0 : nil }
      var change = Change(isOn: isOn, madeAt: now, triedAt: before?.triedAt)
      // It was so on the service: another look says whether it still is.
      if known?.contains(id) == isOn { change.triedAt = now }
      changes[id] = change
    }
  }

  /// Takes what the service says.
  ///
  /// - Parameters:
  ///   - found: the entries with the mark.
  ///   - start: when it was asked, in seconds since 1970: what was sent since may be missing in the answer.
  ///   - now: the time.
  mutating func looked(_ found: Set<String>, since start: Double, at now: Double) {
    var all = found
    for (id, change) in changes {
      if let sentAt = change.sentAt {
        // Of a clock that was ahead, nothing is known.
        if start <= sentAt, sentAt <= now { all.set(id, change.isOn) } else { changes[id] = nil }
      } else if let triedAt = change.triedAt, start <= triedAt, triedAt <= now {
        continue
      } else if found.contains(id) == change.isOn {
        changes[id] = nil
      } else {
        changes[id]?.triedAt = nil
      }
    }
    known = all
  }

  /// The next changes to send, all of one kind: those that were refused last, the oldest first.
  ///
  /// - Parameter limit: maximum number.
  func ready(limit: Int) -> [(id: String, change: Change)] {
    let ready = changes.filter { $0.value.isReady }.sorted {
      ($1.value.share ?? .max, $0.value.madeAt, $0.key)
        < ($0.value.share ?? .max, $1.value.madeAt, $1.key)
    }
    guard let first = ready.first?.value else { return [] }
    return ready.lazy.filter { $0.value.isOn == first.isOn && $0.value.share == first.share }
      .prefix(min(limit, first.share ?? limit)).map { ($0.key, $0.value) }
  }

  /// Notes that changes are being sent.
  mutating func tried(_ ids: some Sequence<String>, at now: Double) {
    for id in ids { changes[id]?.triedAt = now }
  }

  /// Notes what became of changes; those that were made since are sent next.
  ///
  /// What was refused is sent again in halves, until it is known which of them it was.
  mutating func ended(
    _ sent: [(id: String, change: Change)], _ outcome: ReaderBatch.Outcome, at now: Double
  ) {
    for (id, change) in sent {
      if outcome == .arrived { known?.set(id, change.isOn) }
      guard var last = changes[id], last.sentAt == nil else { continue }
      let isSame = (last.isOn, last.madeAt) == (change.isOn, change.madeAt)
      if outcome.isRefusal, isSame { last.share = max(1, sent.count / 2) }
      switch outcome {
      case .givenUp where isSame:
        changes[id] = nil
        continue
      // Another look says first what the service has; so it does of what is refused alone.
      case .unknown, .failed: break
      case .refused where isSame && sent.count == 1: break
      default:
        last.triedAt = nil
        if known?.contains(id) == last.isOn || outcome == .arrived && last.isOn == change.isOn {
          last.sentAt = now
        }
      }
      changes[id] = last
    }
    guard outcome == .arrived else { return }
    // The others may go in such numbers, too.
    for case (let id, let share?) in changes.mapValues(\.share) where share < 2 * sent.count {
      changes[id]?.share = 2 * sent.count
    }
  }
}

extension Set {
  /// Inserts or removes an element.
  fileprivate mutating func set(_ element: Element, _ isIn: Bool) {
    if isIn { insert(element) } else { remove(element) }
  }
}

/// Changes of one kind that are sent in one request.
struct ReaderBatch: Sendable {
  /// Maximum number of entries.
  static let maximum = 250

  /// What became of it.
  enum Outcome: Hashable, Sendable {
    case arrived, refused
    /// The service was not reached, or takes nothing now.
    case notSent
    /// It may have arrived.
    case unknown
    /// The service has failed because of it, as it seems; it may have arrived.
    case failed
    /// The service takes others, and not this one.
    case givenUp

    /// Whether it was for what is in it.
    var isRefusal: Bool { self == .refused || self == .failed }
  }

  let mark: ReaderMark
  let changes: [(id: String, change: ReaderState.Change)]

  var isOn: Bool { changes.first?.change.isOn == true }
  var ids: [String] { changes.map(\.id) }
  /// Its change, if it has only one.
  var only: ReaderState.Change? { changes.count == 1 ? changes.first?.change : nil }
}
