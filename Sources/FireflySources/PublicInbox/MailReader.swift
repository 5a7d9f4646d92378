import FireflyAPI
import Foundation

/// Reads the mails of a thread, which the importer of mails does.
public struct MailReader: Sendable {
  /// Returns the mails of an mbox file, which may be compressed by gzip; throws `APIError`.
  public var posts: @Sendable (_ mbox: Data) throws(APIError) -> [SourceItem]

  /// Creates a reader.
  public init(posts: @escaping @Sendable (_ mbox: Data) throws(APIError) -> [SourceItem]) {
    self.posts = posts
  }

  /// Reads nothing.
  public static let none = MailReader { _ throws(APIError) in [] }
}
