/// One `name=value` of a query or a form, decoded.
package struct QueryItem: Hashable, Sendable {
  /// The name.
  package var name: String
  /// The value; empty without a `=`.
  package var value: String

  /// Creates an item.
  package init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }
}

extension [QueryItem] {
  /// Parses `a=1&b=2`, the query of a URL or the body of a form; `+` means a space.
  ///
  /// Skips parts with invalid encoding.
  package init(encoded text: some StringProtocol) {
    self = text.split(separator: "&").compactMap { part in
      let sides = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = PercentEncoding.decode(sides[0], plusIsSpace: true),
        let value = PercentEncoding.decode(sides.count > 1 ? sides[1] : "", plusIsSpace: true)
      else { return nil }
      return QueryItem(name, value)
    }
  }

  /// `a=1&b=2`, percent-encoded.
  package var encoded: String {
    map { "\(PercentEncoding.encode($0.name))=\(PercentEncoding.encode($0.value))" }
      .joined(separator: "&")
  }

  /// The first value with that name; nil if there is none.
  package subscript(name: String) -> String? {
    first { $0.name == name }?.value
  }
}
