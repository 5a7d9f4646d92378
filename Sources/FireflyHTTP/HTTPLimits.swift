internal import Foundation

/// How much, how long and how many: what a server bears from its clients.
public struct HTTPLimits: Hashable, Sendable {
  /// Bytes of one field of a head, name and value, and of the target.
  public var fieldBytes = 16 << 10
  /// Bytes of all fields of a head.
  public var headBytes = 64 << 10
  /// Fields of a head.
  public var fields = 100
  /// Seconds for a head, from its first byte to its last.
  public var headSeconds = 5.0
  /// Bytes of a body.
  public var bodyBytes = 16 << 20
  /// Seconds in which at least `progressBytes` of a request or of an answer have to move.
  public var progressSeconds = 10.0
  /// Bytes that have to move in `progressSeconds`.
  public var progressBytes = 4 << 10
  /// Seconds that a connection may be open without a request.
  public var idleSeconds = 60.0
  /// Seconds in which the answer to a request that only reads has to begin once the client has ended its side.
  public var silentSeconds = 1.0
  /// Seconds for which the rest of a request that was refused is still taken, so that the client gets
  /// to read why.
  public var lingerSeconds = 30.0
  /// Bytes of such a rest.
  public var lingerBytes = 64 << 20
  /// Open connections; fewer where the process may not open so many files.
  public var connections = 512

  /// Share of the open connections that one peer may hold.
  public var peerShare = 0.25

  /// The limits that Firefly uses.
  public init() {}

  /// Connections that are really open at a time: files are left for others than clients to open.
  public var openConnections: Int {
    var files = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &files) == 0 else {
      return connections
    }
    let allowed = Int(clamping: files.rlim_cur)
    return max(1, min(connections, max(allowed - 64, allowed / 2)))
  }

  /// Connections of one peer that are open at a time.
  var connectionsPerPeer: Int { max(1, Int(Double(openConnections) * peerShare)) }
}
