extension Endpoint {
  /// The methods of the contract.
  public enum Method: String, Hashable, Sendable {
    /// Reads.
    case get = "GET"
    /// Writes, or asks with a body.
    case post = "POST"
    /// Deletes.
    case delete = "DELETE"
  }

  /// Why a request is none of the contract's.
  public enum RoutingError: Error, Hashable, Sendable {
    /// No such path, which includes trailing slashes and numbers that are none: 404.
    case noSuchPath
    /// The path exists, with these methods: 405.
    case methodNotAllowed(allowed: [Method])
    /// A value without which the call makes no sense is missing.
    case missing(String)
    /// A value that should be a number is none.
    case notANumber(name: String, value: String)
  }

  /// The call that a request line asks for, as it stands there.
  ///
  /// - `target`: path and query, percent-encoded.
  /// - Throws: `RoutingError`.
  public init(method: String, target: String) throws(RoutingError) {
    let sides = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    try self.init(
      method: method, path: String(sides[0]),
      queryItems: [QueryItem](encoded: sides.count > 1 ? sides[1] : ""))
  }

  /// The call that a method, a path and a query ask for.
  ///
  /// Unknown query items are ignored, and so are limits, depths and dates that are none.
  /// - Parameters:
  ///   - method: in capitals, as on the wire.
  ///   - path: from `/` on, still percent-encoded.
  ///   - queryItems: already decoded.
  /// - Throws: `RoutingError`.
  public init(method: String, path: String, queryItems: [QueryItem]) throws(RoutingError) {
    guard let parts = Self.parts(of: path) else { throw .noSuchPath }
    var allowed: [Method] = []
    for route in Self.routes {
      guard let values = route.values(in: parts) else { continue }
      guard route.method.rawValue == method else {
        allowed.append(route.method)
        continue
      }
      self = try route.endpoint(RouteValues(path: values, query: queryItems))
      return
    }
    throw allowed.isEmpty ? .noSuchPath : .methodNotAllowed(allowed: allowed)
  }

  /// The parts between the slashes, decoded; nil if it doesn't begin with one, or is badly encoded.
  private static func parts(of path: String) -> [String]? {
    guard path.hasPrefix("/") else { return nil }
    var parts: [String] = []
    for part in path.dropFirst().split(separator: "/", omittingEmptySubsequences: false) {
      guard let text = PercentEncoding.decode(part) else { return nil }
      parts.append(text)
    }
    return parts
  }

  /// The method of the request.
  public var method: Method { row.method }

  /// The path, from `/` on, percent-encoded.
  public var path: String { row.path }

  /// The query, not encoded yet; what is nil is left out.
  public var queryItems: [QueryItem] { row.query }

  /// What stands in the request line: path and query, encoded.
  public var target: String {
    let (_, path, query) = row
    return query.isEmpty ? path : "\(path)?\(query.encoded)"
  }

  private var row: (method: Method, path: String, query: [QueryItem]) {
    for route in Self.routes {
      if let (path, query) = route.request(for: self) { return (route.method, path, query) }
    }
    preconditionFailure("every call has a row")
  }
}
