import FireflyCore
import FireflyServer
import Foundation

/// Mails as threads, by `References` and `In-Reply-To`.
enum MailThreads {
  /// Converts an mbox file, or a single mail.
  static func convert(mbox data: Data) throws(ImportError) -> Conversion {
    let bytes = [UInt8](data)
    return try convert(Mbox.messages(in: bytes))
  }

  /// Converts mails.
  static func convert(_ messages: [MailMessage]) throws(ImportError) -> Conversion {
    var tree = ForeignTree("mail")
    var subjects: [String: String] = [:]
    var references: [[String]] = []
    for (index, message) in messages.enumerated() {
      guard tree.posts.count < ImportDocument.maxPosts else {
        throw .tooManyPosts(limit: ImportDocument.maxPosts)
      }
      let header = MailHeader(message.bytes)
      guard ["from", "date", "subject", "message-id"].contains(where: { header.raw($0) != nil })
      else {
        tree.conversion.complaints.append(
          message.name.map { "\($0): the mail has no header" }
            ?? "Mail number \(index + 1) has no header.")
        continue
      }
      let post = post(header, message)
      // The same mail may also have been delivered by a mailing list.
      if let key = post.key, subjects.updateValue(topic(post.title), forKey: key) != nil {
        tree.conversion.copies += 1
        continue
      }
      tree.conversion.unreadDates += post.createdAt == nil && header.raw("date") != nil ? 1 : 0
      references.append(header.ids("in-reply-to").prefix(1) + header.ids("references"))
      _ = tree.add(post)
    }
    // The nearest existing mail above is the parent.
    for (index, ids) in references.enumerated() {
      tree.posts[index].parentKey =
        ids.last { subjects[$0] != nil && $0 != tree.posts[index].key } ?? ids.last
    }
    // A reply with the subject of its parent needs no title.
    for index in tree.posts.indices {
      guard let parent = tree.posts[index].parentKey, let subject = subjects[parent],
        subject == topic(tree.posts[index].title)
      else { continue }
      tree.posts[index].title = ""
    }
    return try tree.converted()
  }

  private static func post(_ header: MailHeader, _ message: MailMessage) -> ImportedPost {
    var post = ImportedPost(key: header.ids("message-id").first)
    post.title = header.words("subject") ?? ""
    (post.authorName, post.authorEmail) = header.author
    post.createdAt = header.date ?? message.delivered
    let body = MailBody(header, message.bytes[header.end...])
    (post.body, post.picture) = (body.markdown, body.picture)
    return post
  }

  /// Returns a subject without `Re:` and list names, in lower case and with single spaces.
  private static func topic(_ subject: String) -> String {
    var text = subject.lowercased()[...]
    while true {
      text = text.drop { $0.isWhitespace }
      if let mark = text.prefixMatch(of: /(re|aw|sv|antw|fwd?|wg)(\[\d+\])?:|\[[^\]]{1,40}\]/) {
        text = text[mark.range.upperBound...]
      } else {
        return text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      }
    }
  }
}

/// The bytes of a mail.
struct MailMessage {
  var bytes: ArraySlice<UInt8>
  /// The line before it in an mbox file.
  var mark: ArraySlice<UInt8> = []
  /// Its path in a Maildir.
  var name: String?

  /// When it was delivered: `From ada@b.c Mon Nov  3 10:31:24 2025`.
  var delivered: Date? {
    String(decoding: mark.withoutBreak, as: UTF8.self)
      .firstMatch(of: /\ (?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) (.+)/)
      .flatMap { ForeignDate.date(String($0.1)) }
  }
}

/// An mbox file: each mail begins with a line `From …` after an empty one.
enum Mbox {
  static func messages(in bytes: [UInt8]) -> [MailMessage] {
    let mark = Array("From ".utf8)
    guard bytes.starts(with: mark) else {
      return bytes.isEmpty ? [] : [MailMessage(bytes: bytes[...])]
    }
    var messages: [MailMessage] = []
    var (start, wasBlank) = (0, true)
    var last: ArraySlice<UInt8> = []
    func add(_ end: Int) {
      guard end > start else { return }
      messages.append(MailMessage(bytes: unescaped(bytes[start..<end]), mark: last))
    }
    for line in ByteLines(bytes[...]) {
      if wasBlank, line.starts(with: mark) {
        add(line.startIndex)
        (start, last) = (line.endIndex, line)
      }
      wasBlank = line.withoutBreak.isEmpty
    }
    add(bytes.count)
    return messages
  }

  /// Returns lines without the `>` that escapes `From `.
  private static func unescaped(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    func isEscaped(_ line: ArraySlice<UInt8>) -> Bool {
      let signs = line.prefix(20).prefix { $0 == 0x3E }.count
      return signs > 0 && line.dropFirst(signs).starts(with: "From ".utf8)
    }
    guard ByteLines(bytes).contains(where: isEscaped) else { return bytes }
    return Array(ByteLines(bytes).map { isEscaped($0) ? $0.dropFirst() : $0 }.joined())[...]
  }
}
