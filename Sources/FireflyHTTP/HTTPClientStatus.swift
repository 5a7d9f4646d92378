import Synchronization

/// The status of a connection's client, set by the handler.
public final class HTTPClientStatus: Sendable {
  private let known = Atomic(false)

  init() {}

  /// Marks the client as a known user: its connection is closed last when connections run out.
  public func markKnown() { known.store(true, ordering: .relaxed) }

  /// Whether the client is a known user.
  var isKnown: Bool { known.load(ordering: .relaxed) }
}
