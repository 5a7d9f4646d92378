/// A request, from a socket or from a test.
public struct HTTPRequest: Sendable {
  /// In capitals, as on the wire.
  public var method: String
  /// Path and query, percent-encoded.
  public var target: String
  /// The fields of the head.
  public var fields: HTTPFields
  /// By which way it came.
  public var peer: HTTPPeer
  /// The ports of both ends; nil where there are none.
  public var ports: HTTPPorts?
  /// Which connection of its server it came by: no two ever have the same number.
  public var connection = 0
  /// Where the handler says who the client is; nil without a socket.
  public var standing: HTTPStanding?
  /// What it carries.
  public var body: HTTPBody

  /// A request; a bodiless one if nothing else is said.
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

/// The ports between which a connection is.
public struct HTTPPorts: Hashable, Sendable {
  /// The server's.
  public var own: Int
  /// The other end's.
  public var peer: Int

  /// Two ports.
  public init(own: Int, peer: Int) {
    self.own = own
    self.peer = peer
  }
}

/// Where a connection comes from.
public enum HTTPPeer: Hashable, Sendable {
  /// A Unix socket: whoever may open its file.
  case unixSocket
  /// A network; the address of the other end, without its port.
  case network(String)

  /// Names the peer where clients take turns; all that come by a Unix socket are one.
  public var name: String {
    switch self {
    case .unixSocket: ""
    case .network(let address): address
    }
  }
}
