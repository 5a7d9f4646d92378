internal import Foundation

/// The limits of a server: sizes, times and counts.
package struct HTTPLimits: Hashable, Sendable {
  /// Bytes of one header field, name and value, and of the target.
  package var fieldBytes = 16 << 10
  /// Bytes of all header fields.
  package var headBytes = 64 << 10
  /// Number of header fields.
  package var fields = 100
  /// Seconds from the first to the last byte of a header.
  package var headSeconds = 5.0
  /// Bytes of a body.
  package var bodyBytes = 16 << 20
  /// Seconds in which a request or a response must move at least `progressBytes`.
  package var progressSeconds = 10.0
  /// Bytes that must move in `progressSeconds`.
  package var progressBytes = 4 << 10
  /// Bytes of a body that must move in `progressSeconds`.
  package var bodyProgressBytes = 8 << 10
  /// Seconds of a request in which its client does not count as slow.
  package var slowSeconds = 1.0
  /// Seconds that an idle connection stays open.
  package var idleSeconds = 60.0
  /// Seconds in which the response to a reading request must begin after the client has closed its
  /// side.
  package var silentSeconds = 1.0
  /// Seconds for which the rest of a rejected request is read and discarded, so that the client can
  /// read the response.
  package var lingerSeconds = 30.0
  /// Maximum number of such discarded bytes.
  package var lingerBytes = 64 << 20
  /// Maximum number of open connections; lower if the process may not open as many files.
  package var connections = 512
  /// Number of files that a server needs for other purposes.
  package static let otherFiles = 64

  /// Share of the open connections that one address or one account may hold.
  package var peerShare = 0.25

  /// Creates the default limits.
  package init() {}

  /// The actual maximum number of connections, which reserves some files for other purposes.
  package var openConnections: Int {
    var files = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &files) == 0 else {
      return connections
    }
    let allowed = Int(clamping: files.rlim_cur)
    return max(1, min(connections, max(allowed - Self.otherFiles, allowed / 2)))
  }

  /// Maximum number of connections per address, and of requests at a time per address and account.
  var connectionsPerPeer: Int { max(1, Int(Double(openConnections) * peerShare)) }
}
