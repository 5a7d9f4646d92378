/// The article of a page on the web, as text.
public struct Article: Hashable, Sendable {
  /// The address of the page, after redirects.
  public var address: String
  /// The title, on one line; may be empty.
  public var title: String
  /// The text, as Markdown.
  public var markdown: String

  /// Creates an article of cleaned texts.
  public init(address: String, title: String, markdown: String) {
    (self.address, self.title, self.markdown) = (address, title, markdown)
  }
}
