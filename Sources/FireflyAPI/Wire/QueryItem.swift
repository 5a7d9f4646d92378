/// One `name=value` of a query or a form, decoded.
public struct QueryItem: Hashable, Sendable {
  /// The name.
  public var name: String
  /// The value; empty where there is no `=`.
  public var value: String

  /// A name with its value.
  public init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }
}

extension [QueryItem] {
  /// Reads `a=1&b=2`, as in a URL after the `?` or in a form's body; `+` means a space.
  ///
  /// Parts that are not properly encoded are left out.
  public init(encoded text: some StringProtocol) {
    self = text.split(separator: "&").compactMap { part in
      let sides = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = PercentEncoding.decode(sides[0], plusIsSpace: true),
        let value = PercentEncoding.decode(sides.count > 1 ? sides[1] : "", plusIsSpace: true)
      else { return nil }
      return QueryItem(name, value)
    }
  }

  /// `a=1&b=2`, percent-encoded.
  public var encoded: String {
    map { "\(PercentEncoding.encode($0.name))=\(PercentEncoding.encode($0.value))" }
      .joined(separator: "&")
  }

  /// The first value of that name; nil if there is none.
  public subscript(name: String) -> String? {
    first { $0.name == name }?.value
  }
}
