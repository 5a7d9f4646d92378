/// How a web site is written.
package struct SiteOptions: Sendable {
  /// Its title; nil for none of its own.
  package var title: String?
  /// Whether a post at the top has its whole thread on its page.
  package var hasThreads: Bool
  /// The address at which it will be, with a slash at the end, for its feed; nil if that is not known.
  package var address: String?

  /// Creates options.
  package init(title: String? = nil, hasThreads: Bool = false, address: String? = nil) {
    (self.title, self.hasThreads, self.address) = (title, hasThreads, address)
  }
}
