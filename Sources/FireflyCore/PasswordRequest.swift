/// A password that is needed for a server.
public struct PasswordRequest: Hashable, Sendable {
  /// The name of the account.
  public let name: String
  /// The server: scheme, host and port.
  public let server: String
  /// Whether others on the network can read the password.
  public let isOverheard: Bool

  /// Creates a request.
  public init(name: String, server: String, isOverheard: Bool) {
    (self.name, self.server, self.isOverheard) = (name, server, isOverheard)
  }

  /// The host and port.
  public var host: String {
    server.range(of: "://").map { String(server[$0.upperBound...]) } ?? server
  }

  /// The warning about a connection that is not encrypted.
  public var warning: String {
    "The connection to \(host) is not encrypted: others on the network can read the password."
  }
}
