import FireflyAPI
import FireflyCore
import FireflySources
import FireflyTransfer
import Foundation

extension MailReader {
  /// Reads mails as `firefly import` does.
  ///
  /// - Parameter unpackedBytes: maximum bytes of the mails.
  package static func importer(unpackedBytes: Int) -> MailReader {
    MailReader { data, page throws(APIError) in
      do {
        let mbox =
          GzipFile.isOne(data) ? try GzipFile.unpacked(data, limit: unpackedBytes) : data
        return try MailThreads.convert(mbox: mbox, archive: page).document.items.map { mail in
          SourceItem(
            post: Post(
              id: 0, title: mail.title, body: mail.body, imageURL: mail.imageURL,
              createdAt: mail.createdAt,
              authorName: mail.authorName, authorEmail: mail.authorEmail),
            key: mail.key ?? mail.source?.key, above: mail.parent)
        }
      } catch ImportError.tooLarge(let limit) {
        throw .tooLarge(limit: limit)
      } catch {
        throw .unreadable(reason: "\(error)")
      }
    }
  }
}
