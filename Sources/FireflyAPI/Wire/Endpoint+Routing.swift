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
    self = try EndpointMatch(method: method, target: target).endpoint()
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
    self = try EndpointMatch(method: method, path: path, query: queryItems).endpoint()
  }

  /// The parts between the slashes, decoded; nil without a leading slash or with invalid encoding.
  fileprivate static func parts(of path: String) -> [String]? {
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

/// A request line that belongs to a call of the API, whether its values are valid or not.
public struct EndpointMatch: Sendable {
  /// The calls of the API, as statistics and logs name them: a method, and a path like
  /// `/api/posts/{id}`.
  public static let patterns = Endpoint.routes.map { (method: $0.method, path: $0.pattern) }

  /// The index of the call in `patterns`.
  public let row: Int
  private let values: RouteValues

  /// Finds the call of a request line.
  ///
  /// - Parameters:
  ///   - method: the method.
  ///   - target: path and query, percent-encoded.
  /// - Throws: `Endpoint.RoutingError.noSuchPath`, `.methodNotAllowed`.
  public init(method: String, target: String) throws(Endpoint.RoutingError) {
    let sides = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    try self.init(
      method: method, path: String(sides[0]),
      query: [QueryItem](encoded: sides.count > 1 ? sides[1] : ""))
  }

  fileprivate init(
    method: String, path: String, query: [QueryItem]
  ) throws(Endpoint.RoutingError) {
    guard let parts = Endpoint.parts(of: path) else { throw .noSuchPath }
    var allowed: [Endpoint.Method] = []
    for (row, route) in Endpoint.routes.enumerated() {
      guard let values = route.values(in: parts) else { continue }
      guard route.method.rawValue == method else {
        allowed.append(route.method)
        continue
      }
      self.row = row
      self.values = RouteValues(path: values, query: query)
      return
    }
    throw allowed.isEmpty ? .noSuchPath : .methodNotAllowed(allowed: allowed)
  }

  /// Makes the call.
  /// - Throws: `Endpoint.RoutingError`.
  public func endpoint() throws(Endpoint.RoutingError) -> Endpoint {
    try Endpoint.routes[row].endpoint(values)
  }
}
