import FireflyAPI
import Foundation

/// Reads the mails of a thread, which the importer of mails does.
package struct MailReader: Sendable {
  /// Returns the page of a mail on the web, which ends with a slash, by the mail's ID.
  package typealias Page = @Sendable (_ id: String) -> String?

  /// Returns the mails of an mbox file, which may be compressed by gzip, with the addresses of their
  /// pictures below their pages; throws `APIError`.
  package var posts:
    @Sendable (_ mbox: Data, _ page: @escaping Page) throws(APIError) -> [SourceItem]

  /// Creates a reader.
  package init(
    posts:
      @escaping @Sendable (_ mbox: Data, _ page: @escaping Page) throws(APIError) -> [SourceItem]
  ) {
    self.posts = posts
  }

  /// Reads nothing.
  package static let none = MailReader { _, _ throws(APIError) in [] }
}
