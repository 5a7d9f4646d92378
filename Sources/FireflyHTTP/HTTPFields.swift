internal import NIOHTTP1

/// The fields of a head, in their order; names are the same in upper and lower case.
public struct HTTPFields: Sendable, ExpressibleByDictionaryLiteral {
  var headers: HTTPHeaders

  init(_ headers: HTTPHeaders) { self.headers = headers }

  /// Fields by name.
  public init(dictionaryLiteral elements: (String, String)...) {
    headers = HTTPHeaders(elements)
  }

  /// The first value of that name; nil if there is none.
  ///
  /// Setting it leaves one, or none.
  public subscript(name: String) -> String? {
    get { headers.first(name: name) }
    set {
      if let newValue {
        headers.replaceOrAdd(name: name, value: newValue)
      } else {
        headers.remove(name: name)
      }
    }
  }

  /// All values of that name, in their order.
  public func all(_ name: String) -> [String] { headers[name] }

  /// Adds a field behind those that there are, of the same name as well.
  public mutating func add(_ name: String, _ value: String) {
    headers.add(name: name, value: value)
  }

  /// All names with their values, as they were written.
  public var pairs: [(name: String, value: String)] { headers.map { ($0.name, $0.value) } }
}
