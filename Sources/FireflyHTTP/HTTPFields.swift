internal import NIOHTTP1

/// Header fields in order; names are case-insensitive.
package struct HTTPFields: Sendable, ExpressibleByDictionaryLiteral {
  var headers: HTTPHeaders

  init(_ headers: HTTPHeaders) { self.headers = headers }

  /// Creates fields from names and values.
  package init(dictionaryLiteral elements: (String, String)...) {
    headers = HTTPHeaders(elements)
  }

  /// The first value with that name; nil if there is none.
  ///
  /// Setting it replaces all values, or removes them.
  package subscript(name: String) -> String? {
    get { headers.first(name: name) }
    set {
      if let newValue {
        headers.replaceOrAdd(name: name, value: newValue)
      } else {
        headers.remove(name: name)
      }
    }
  }

  /// Returns all values with that name, in order.
  package func all(_ name: String) -> [String] { headers[name] }

  /// Appends a field, keeping others with the same name.
  package mutating func add(_ name: String, _ value: String) {
    headers.add(name: name, value: value)
  }

  /// All names and values, as they were written.
  package var pairs: [(name: String, value: String)] { headers.map { ($0.name, $0.value) } }
}
