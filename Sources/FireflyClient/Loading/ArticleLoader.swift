import FireflyAPI
import FireflyCore
import FireflyModel
import Foundation
import Logging

/// Loads the articles of pages, and keeps copies on the disk, as of lists.
package struct ArticleLoader: Sendable {
  private let client: ArticleClient
  private let copies: ListStore
  private let log: Logger

  /// Creates a loader.
  ///
  /// - Parameters:
  ///   - client: loads pages from the web.
  ///   - cache: the cache folder.
  package init(client: ArticleClient, cache: URL, log: Logger) {
    self.client = client
    self.log = log
    copies = ListStore(cache: cache, server: SiteID(kept: "articles"), folder: .articles, log: log)
  }

  /// Loads the article of a page, and keeps a copy.
  ///
  /// - Parameter page: the address of the page.
  /// - Returns: the article, or the reason of the failure.
  package func article(of page: String) async -> Result<Article, LoadFailure> {
    do throws(APIError) {
      let article = try await client.article(page)
      let post = Post(
        id: 1, title: article.title, summary: article.address, body: article.markdown)
      await copies.save([post], of: .article(page: page), of: nil)
      return .success(article)
    } catch {
      if error != .cancelled { log.warning("no article", metadata: ["error": "\(error)"]) }
      // It has nothing to do with an account of Firefly.
      if case .status(401, _) = error {
        return .failure(LoadFailure(.refused, "The page wants a name and a password (401)."))
      }
      return .failure(LoadFailure(error))
    }
  }

  /// Returns the copy of an article, and when it was loaded, in seconds since 1970; nil for none.
  ///
  /// - Parameter page: the address of the page.
  package func copy(of page: String) async -> (article: Article, time: Int)? {
    let copies = copies
    // It blocks.
    let kept = await BlockingThread.run { copies.list(.article(page: page), of: nil) }
    guard let kept, let post = kept.posts.first else { return nil }
    let article = Article(address: post.summary, title: post.title, markdown: post.body)
    return (article, kept.time)
  }
}
