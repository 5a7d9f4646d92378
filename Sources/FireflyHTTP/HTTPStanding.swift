import Synchronization

/// What the handler knows of the client of a connection.
public final class HTTPStanding: Sendable {
  private let known = Atomic(false)

  init() {}

  /// Marks the client as a known user: its connection is the last to make room for others.
  public func vouch() { known.store(true, ordering: .relaxed) }

  /// Whether the client is a known user.
  var isKnown: Bool { known.load(ordering: .relaxed) }
}
