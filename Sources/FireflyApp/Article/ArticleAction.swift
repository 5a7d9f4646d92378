import FireflyCore
import FireflyModel
import FireflyScreen

/// An event in the article of a page.
package enum ArticleAction: Hashable, Sendable {
  /// The article of the page that the selected post is about was requested.
  case pressed
  /// The text was scrolled.
  case scrolled(ScrollAction)
  /// The next (1) or previous (-1) match was requested.
  case matchPressed(Int)
  /// Opening the page in the browser was requested.
  case openPressed
  /// Copying the page's address was requested.
  case copyPressed
  /// Loading the page again was requested.
  case refreshPressed
  /// A link was clicked, or chosen by its number.
  case linkPressed(String)
  /// Showing a picture of the text in full screen was requested; nil for the first one in sight.
  case picturePressed(String?)
  /// A digit of a link's number was typed.
  case digitTyped(Int)
  /// The number was accepted.
  case accepted
  /// The article, or the question for a link, was closed.
  case closed
  /// The copy on the disk, and when it was loaded, in seconds since 1970.
  case cachedResponse(page: String, Article, time: Int)
  /// The article of a page, or the reason of a failure.
  case response(page: String, Result<Article, LoadFailure>)
  /// The text was formatted.
  case formatted(page: String, FormattedText)
}

/// An effect of the article of a page.
package enum ArticleEffect: Hashable, Sendable {
  /// Load an article, and its copy on the disk.
  case load(page: String)
  /// Format its text.
  case format(String, page: String, columns: Int)
}

extension JobID {
  /// Loading an article.
  package static let article = JobID.named("an article")
  /// Formatting its text.
  package static let articleText = JobID.named("a text")
}
