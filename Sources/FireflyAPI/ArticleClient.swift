import FireflyCore

/// Reads the articles of pages on the web: the interface, apart from its live implementation.
package struct ArticleClient: Sendable {
  /// Loads a page and finds its article.
  ///
  /// Throws `APIError`: `.notOffered`, with a sentence, for a page without an article.
  package var article: @Sendable (_ address: String) async throws(APIError) -> Article

  /// Creates a client of its only call.
  package init(article: @escaping @Sendable (String) async throws(APIError) -> Article) {
    self.article = article
  }
}
