extension Endpoint {
  /// The HTTP methods of the API.
  package enum Method: String, Hashable, Sendable {
    /// Reads.
    case get = "GET"
    /// Writes, or queries with a body.
    case post = "POST"
    /// Replaces; only services that are sources have it.
    case put = "PUT"
    /// Changes a part.
    case patch = "PATCH"
    /// Deletes.
    case delete = "DELETE"
  }

  /// Why a request matches no call of the API.
  package enum RoutingError: Error, Hashable, Sendable {
    /// Unknown path, which includes trailing slashes and invalid numbers: 404.
    case noSuchPath
    /// Wrong method; the path allows these: 405.
    case methodNotAllowed(allowed: [Method])
    /// A required value is missing.
    case missing(String)
    /// A value that should be a number isn't one.
    case notANumber(name: String, value: String)
  }

  /// The method of the request.
  package var method: Method { line.method }

  /// The path, with its leading slash, percent-encoded.
  package var path: String { line.path }

  /// The target of the request line: path and query, encoded.
  package var target: String {
    let line = line
    return line.query.isEmpty ? line.path : "\(line.path)?\(line.query.encoded)"
  }
}

/// A request line that belongs to a call of the API, whether its values are valid or not.
package struct EndpointMatch: Sendable {
  /// The calls of the API, as statistics and logs name them: a method, and a path like
  /// `/api/posts/{id}`.
  package static let patterns = Endpoint.routes.map { (method: $0.method, path: $0.pattern) }

  /// The index of the call in `patterns`.
  package let row: Int
  private let values: RouteValues

  /// Finds the call of a request line.
  ///
  /// Ignores unknown query items, and invalid limits, depths and dates.
  /// - Parameter target: path and query, percent-encoded.
  /// - Throws: `Endpoint.RoutingError.noSuchPath`, `.methodNotAllowed`.
  package init(method: String, target: String) throws(Endpoint.RoutingError) {
    let sides = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    guard let path = Self.parts(of: sides[0]) else { throw .noSuchPath }
    var allowed: [Endpoint.Method] = []
    for (row, route) in Endpoint.routes.enumerated() {
      guard let value = route.value(in: path) else { continue }
      guard route.method.rawValue == method else {
        allowed.append(route.method)
        continue
      }
      self.row = row
      let query = sides.count > 1 ? sides[1] : ""
      values = RouteValues(name: value, query: [QueryItem](encoded: query))
      return
    }
    throw allowed.isEmpty ? .noSuchPath : .methodNotAllowed(allowed: allowed)
  }

  /// The parts between the slashes, decoded; nil without a leading slash or with invalid encoding.
  private static func parts(of path: Substring) -> [String]? {
    guard path.hasPrefix("/") else { return nil }
    let parts = path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
    let decoded = parts.compactMap { PercentEncoding.decode($0) }
    return decoded.count == parts.count ? decoded : nil
  }

  /// Makes the call.
  package func endpoint() throws(Endpoint.RoutingError) -> Endpoint {
    try Endpoint.routes[row].read(values)
  }
}
