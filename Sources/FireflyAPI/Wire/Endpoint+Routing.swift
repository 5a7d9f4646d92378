extension Endpoint {
  /// The HTTP methods of the API.
  public enum Method: String, Hashable, Sendable {
    /// Reads.
    case get = "GET"
    /// Writes, or queries with a body.
    case post = "POST"
    /// Deletes.
    case delete = "DELETE"
  }

  /// Why a request matches no call of the API.
  public enum RoutingError: Error, Hashable, Sendable {
    /// Unknown path, which includes trailing slashes and invalid numbers: 404.
    case noSuchPath
    /// Wrong method; the path allows these: 405.
    case methodNotAllowed(allowed: [Method])
    /// A required value is missing.
    case missing(String)
    /// A value that should be a number isn't one.
    case notANumber(name: String, value: String)
  }

  /// Creates the call for a request line.
  ///
  /// - Parameters:
  ///   - method: the method.
  ///   - target: path and query, percent-encoded.
  /// - Throws: `RoutingError`.
  public init(method: String, target: String) throws(RoutingError) {
    let sides = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    try self.init(
      method: method, path: String(sides[0]),
      queryItems: [QueryItem](encoded: sides.count > 1 ? sides[1] : ""))
  }

  /// Creates the call for a method, a path and a query.
  ///
  /// Ignores unknown query items, and invalid limits, depths and dates.
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

  /// The parts between the slashes, decoded; nil without a leading slash or with invalid encoding.
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

  /// The path, with its leading slash, percent-encoded.
  public var path: String { row.path }

  /// The query, not encoded; nil values are left out.
  public var queryItems: [QueryItem] { row.query }

  /// The target of the request line: path and query, encoded.
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
