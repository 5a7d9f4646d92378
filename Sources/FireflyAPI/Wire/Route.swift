/// One row of the API: a method, a path, and how to read a call from a request line.
struct Route: Sendable {
  let method: Endpoint.Method
  /// The path with a name for its placeholder: `/api/posts/{id}`.
  let pattern: String
  private let segments: [Substring]
  /// Makes the call from the values of a request line that matches.
  let read: @Sendable (RouteValues) throws(Endpoint.RoutingError) -> Endpoint

  /// Creates a row.
  ///
  /// - Parameters:
  ///   - path: the path without its leading slash; `#` matches a number, `*` any text.
  ///   - read: makes the call.
  init(
    _ method: Endpoint.Method, _ path: String,
    read: @escaping @Sendable (RouteValues) throws(Endpoint.RoutingError) -> Endpoint
  ) {
    self.method = method
    pattern = "/" + path.replacing("#", with: "{id}").replacing("*", with: "{name}")
    segments = path.split(separator: "/")
    self.read = read
  }

  /// Matches the parts of a path and returns the value of the placeholder, which is empty if there
  /// is none; nil if the path doesn't match.
  func value(in path: [String]) -> String? {
    guard path.count == segments.count else { return nil }
    var value = ""
    for (part, segment) in zip(path, segments) {
      switch segment {
      case "#":
        // Digits only, so that -5 and +5 are not IDs.
        guard part.utf8.allSatisfy({ (0x30...0x39).contains($0) }), Int(part) != nil else {
          return nil
        }
        value = part
      case "*":
        if part.isEmpty { return nil }
        value = part
      default: if part != segment { return nil }
      }
    }
    return value
  }
}

/// The variable parts of a request line.
struct RouteValues {
  /// The value of the path's placeholder.
  let name: String
  let query: [QueryItem]

  /// The value of the path's placeholder `#`.
  var id: Int { Int(name) ?? 0 }

  /// Returns a value of the query; nil if it is missing.
  func text(_ name: String) -> String? { query[name] }

  /// Returns a value of the query as a number; nil if it is missing or not a number.
  func number(_ name: String) -> Int? { query[name].flatMap { Int($0) } }
}

/// A method, a path and a query.
struct RequestLine {
  let method: Endpoint.Method
  /// The path, percent-encoded.
  let path: String
  /// The query, not encoded.
  let query: [QueryItem]

  /// Creates the request line of a call.
  ///
  /// - Parameters:
  ///   - path: the path without its leading slash, percent-encoded.
  ///   - query: the query; nil values are left out.
  init(
    _ method: Endpoint.Method, _ path: String,
    _ query: KeyValuePairs<String, (any CustomStringConvertible)?> = [:]
  ) {
    self.method = method
    self.path = "/" + path
    self.query = query.compactMap { name, value in value.map { QueryItem(name, $0.description) } }
  }
}
