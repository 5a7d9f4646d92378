/// One row of the API: a method, a path, and how to convert a call from and to the values of a
/// request line.
struct Route: Sendable {
  /// A part of a path.
  private enum Segment {
    case word(String)
    /// Digits only, so that -5 and +5 are not IDs.
    case number
    /// Any text that isn't empty.
    case text

    init(_ text: Substring) {
      self =
        switch text {
        case "#": .number
        case "*": .text
        default: .word(String(text))
        }
    }
  }

  /// The method.
  let method: Endpoint.Method
  /// The path with names for its placeholders: `/api/posts/{id}`.
  let pattern: String
  private let segments: [Segment]
  private let read: @Sendable (RouteValues) throws(Endpoint.RoutingError) -> Endpoint?
  private let write: @Sendable (Endpoint) -> RouteValues?

  /// Creates a row.
  ///
  /// - Parameters:
  ///   - method: the method.
  ///   - path: the path without its leading slash; `#` matches a number, `*` any text.
  ///   - read: makes the call; nil if the values in the path are invalid.
  ///   - write: returns the values of the call; nil if the call is not of this row.
  init(
    _ method: Endpoint.Method, _ path: String,
    read: @escaping @Sendable (RouteValues) throws(Endpoint.RoutingError) -> Endpoint?,
    write: @escaping @Sendable (Endpoint) -> RouteValues?
  ) {
    self.method = method
    pattern = "/" + path.replacing("#", with: "{id}").replacing("*", with: "{name}")
    segments = path.split(separator: "/").map(Segment.init)
    self.read = read
    self.write = write
  }

  /// Creates a row for a call without values.
  init(_ method: Endpoint.Method, _ path: String, _ endpoint: Endpoint) {
    self.init(method, path) { _ in
      endpoint
    } write: {
      $0 == endpoint ? RouteValues() : nil
    }
  }

  /// Matches a path and returns the values of its placeholders; nil if it doesn't match.
  func values(in path: [String]) -> [String]? {
    guard path.count == segments.count else { return nil }
    var values: [String] = []
    for (part, segment) in zip(path, segments) {
      switch segment {
      case .word(let word): if part != word { return nil }
      case .number:
        guard !part.isEmpty, part.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
          Int(part) != nil
        else { return nil }
        values.append(part)
      case .text:
        if part.isEmpty { return nil }
        values.append(part)
      }
    }
    return values
  }

  /// Makes the call with these values.
  /// - Throws: `Endpoint.RoutingError`.
  func endpoint(_ values: RouteValues) throws(Endpoint.RoutingError) -> Endpoint {
    guard let endpoint = try read(values) else { throw .noSuchPath }
    return endpoint
  }

  /// The path, percent-encoded, and the query of a call; nil if the call is not of this row.
  func request(for endpoint: Endpoint) -> (path: String, query: [QueryItem])? {
    guard let values = write(endpoint) else { return nil }
    var rest = values.path[...]
    let parts = segments.map { segment in
      if case .word(let word) = segment { word } else { rest.popFirst() ?? "" }
    }
    return ("/" + parts.map(PercentEncoding.encode).joined(separator: "/"), values.query)
  }
}

/// The variable parts of a request line.
struct RouteValues {
  /// The values of the path's placeholders, in order.
  var path: [String] = []
  /// The query.
  var query: [QueryItem] = []

  /// Creates the values of a request.
  init(path: [String], query: [QueryItem]) {
    self.path = path
    self.query = query
  }

  /// Creates the values of a call; leaves out nil query values.
  init(
    _ path: (any CustomStringConvertible)...,
    query: KeyValuePairs<String, (any CustomStringConvertible)?> = [:]
  ) {
    self.path = path.map(\.description)
    self.query = query.compactMap { name, value in value.map { QueryItem(name, $0.description) } }
  }

  /// The first value of the path.
  var text: String { path.first ?? "" }

  /// The first value of the path as a number.
  var number: Int? { Int(text) }

  /// Returns a value of the query; nil if it is missing.
  func text(_ name: String) -> String? { query[name] }

  /// Returns a value of the query as a number; nil if it is missing or not a number.
  func number(_ name: String) -> Int? { query[name].flatMap { Int($0) } }
}
