/// A request, from a socket or from a test.
package struct HTTPRequest: Sendable {
  /// The method in capitals.
  package var method: String
  /// The target: path and query, percent-encoded.
  package var target: String
  /// The header fields.
  package var fields: HTTPFields
  /// The client.
  package var peer: HTTPPeer
  /// Whether a trusted proxy has forwarded it, so that its fields can be trusted.
  package var isProxied = false
  /// The ID of the request for logs; nil until the handler sets it.
  package var id: String?
  /// The ports of both ends; nil if there are none.
  package var ports: HTTPPorts?
  /// The number of the connection, unique within its server.
  package var connection = 0
  /// The record of the client's status, written by the handler; nil without a socket.
  package var clientStatus: HTTPClientStatus?
  /// The body.
  package var body: HTTPBody

  /// Creates a request; by default without a body.
  package init(
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
package struct HTTPPorts: Hashable, Sendable {
  /// The server's.
  package var own: Int
  /// The client's.
  package var peer: Int

  /// Creates a pair of ports.
  package init(own: Int, peer: Int) {
    self.own = own
    self.peer = peer
  }
}

/// The origin of a connection.
package enum HTTPPeer: Hashable, Sendable {
  /// A Unix socket: any user with access to its file.
  case unixSocket
  /// The network; the client's address without its port.
  case network(String)
}
