import FireflyCore

// Tests write identities as files have them.

extension SiteID: ExpressibleByStringLiteral {
  /// Creates the identity that a file has.
  public init(stringLiteral text: String) { self.init(kept: text) }
}

extension PersonID: ExpressibleByStringLiteral {
  /// Creates the identity that a file has.
  public init(stringLiteral text: String) { self.init(kept: text) }
}
