/// A request, from a socket or from a test.
public struct HTTPRequest: Sendable {
  /// The method in capitals.
  public var method: String
  /// The target: path and query, percent-encoded.
  public var target: String
  /// The header fields.
  public var fields: HTTPFields
  /// The client.
  public var peer: HTTPPeer
  /// Whether a trusted proxy has forwarded it, so that its fields can be trusted.
  public var isProxied = false
  /// The ID of the request for logs; nil until the handler sets it.
  public var id: String?
  /// The ports of both ends; nil if there are none.
  public var ports: HTTPPorts?
  /// The number of the connection, unique within its server.
  public var connection = 0
  /// The record of the client's status, written by the handler; nil without a socket.
  public var clientStatus: HTTPClientStatus?
  /// The body.
  public var body: HTTPBody

  /// Creates a request; by default without a body.
  public init(
    _ method: String = "GET", _ target: String, fields: HTTPFields = [:],
    peer: HTTPPeer = .network("127.0.0.1"), body: HTTPBody = .none
  ) {
    self.method = method
    self.target = target
    self.fields = fields
    self.peer = peer
    self.body = body
  }
}

/// The two ports of a connection.
public struct HTTPPorts: Hashable, Sendable {
  /// The server's.
  public var own: Int
  /// The client's.
  public var peer: Int

  /// Creates a pair of ports.
  public init(own: Int, peer: Int) {
    self.own = own
    self.peer = peer
  }
}

/// The origin of a connection.
public enum HTTPPeer: Hashable, Sendable {
  /// A Unix socket: any user with access to its file.
  case unixSocket
  /// The network; the client's address without its port.
  case network(String)
}
