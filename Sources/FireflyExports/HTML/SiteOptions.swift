/// How a web site is written.
public struct SiteOptions: Sendable {
  /// Its title; nil for none of its own.
  public var title: String?
  /// Whether a post at the top has its whole thread on its page.
  public var hasThreads: Bool
  /// The address at which it will be, with a slash at the end, for its feed; nil if that is not known.
  public var address: String?

  /// Creates options.
  public init(title: String? = nil, hasThreads: Bool = false, address: String? = nil) {
    (self.title, self.hasThreads, self.address) = (title, hasThreads, address)
  }
}
