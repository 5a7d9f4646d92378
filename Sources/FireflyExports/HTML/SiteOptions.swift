/// How a web site is written.
public struct SiteOptions: Sendable {
  /// Its title; nil for none of its own.
  public var title: String?
  /// Whether a post at the top has its whole thread on its page.
  public var hasThreads: Bool

  /// Creates options.
  public init(title: String? = nil, hasThreads: Bool = false) {
    (self.title, self.hasThreads) = (title, hasThreads)
  }
}
