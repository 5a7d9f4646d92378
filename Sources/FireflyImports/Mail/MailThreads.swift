import FireflyCore
import FireflyServer
import FireflySources
import Foundation

/// Mails as threads, by `References` and `In-Reply-To`.
struct MailThreads {
  /// Maximum bytes of all pictures, which are in memory until they are imported.
  static let maxPictures = 64 << 20

  private var tree = ForeignTree("mail")
  /// The subjects of the mails by their IDs.
  private var subjects: [String: String] = [:]
  /// The IDs of the mails above each post, the nearest last.
  private var references: [[String]] = []
  /// The number of mails that were read.
  private(set) var count = 0
  /// Bytes of the text, and of the pictures.
  private var bytes = (text: 0, pictures: 0)
  /// The date before which mails are left out; nil for none.
  private let since: Date?

  init(since: Date? = nil) { self.since = since }

  /// Converts an mbox file, or a single mail.
  ///
  /// - Parameters:
  ///   - data: the file.
  ///   - isOnlyRead: whether the posts are shown and not imported.
  /// - Returns: the posts.
  /// - Throws: `ImportError`.
  static func convert(mbox data: Data, isOnlyRead: Bool = false) throws(ImportError) -> Conversion {
    var threads = MailThreads()
    threads.tree.isOnlyRead = isOnlyRead
    for message in Mbox.messages(in: [UInt8](data)) { try threads.add(message) }
    return try threads.converted()
  }

  /// Adds a mail; of its bytes, only the text and the picture are kept.
  mutating func add(_ message: MailMessage) throws(ImportError) {
    guard tree.posts.count < ImportDocument.maxPosts else {
      throw .tooManyPosts(limit: ImportDocument.maxPosts)
    }
    count += 1
    let header = MailHeader(message.bytes)
    guard ["from", "date", "subject", "message-id"].contains(where: header.has) else {
      tree.conversion.complaints.append(
        message.name.map { "\($0): the mail has no header" }
          ?? "Mail number \(count) has no header.")
      return
    }
    if let since, let date = header.date ?? message.delivered, date < since {
      tree.conversion.leftOut.add("older mail")
      return
    }
    let body = MailBody(header, message.bytes[header.end...])
    var post = Self.post(header, message, body)
    // The same mail may also have been delivered by a mailing list.
    if let key = post.key, subjects.updateValue(Self.topic(post.title), forKey: key) != nil {
      tree.conversion.copies += 1
      return
    }
    bytes.text += post.body.utf8.count
    guard bytes.text <= ImportDocument.maxBytes else {
      throw .tooLarge(limit: ImportDocument.maxBytes)
    }
    addPictures(of: body, to: &post)
    tree.conversion.unreadDates += post.createdAt == nil && header.has("date") ? 1 : 0
    let above = header.ids("in-reply-to").prefix(1) + header.ids("references")
    references.append(above.filter { $0 != post.key })
    _ = tree.add(post)
    for part in body.leftOut { tree.conversion.leftOut.addFile(part.name, type: part.type) }
  }

  /// Adds the pictures of a mail, as long as there is room for them: the first is that of the post, the
  /// others are below the text.
  private mutating func addPictures(of body: MailBody, to post: inout ImportedPost) {
    var lines: [String] = []
    for (data, name) in body.pictures {
      if tree.isOnlyRead {
        let words = MailText.escaped(name.isEmpty ? "picture" : name)
        lines.append("Attachment: \(words) (\(ByteCount.words(data.count)))")
        continue
      }
      guard bytes.pictures + data.count <= Self.maxPictures else {
        tree.conversion.leftOut.add("picture", named: name)
        continue
      }
      bytes.pictures += data.count
      if post.picture == nil {
        post.picture = .bytes(data)
      } else if let address = post.show(.bytes(data), orElse: name) {
        lines.append(BodyPicture.markdown(name, at: address))
      }
    }
    if lines.isEmpty { return }
    post.body = [post.body, lines.joined(separator: "\\\n")].filter { !$0.isEmpty }
      .joined(separator: "\n\n")
  }

  /// Returns the posts.
  consuming func converted() throws(ImportError) -> Conversion {
    // The nearest existing mail above is the parent.
    for (index, ids) in references.enumerated() {
      tree.posts[index].parentKey = ids.last { subjects[$0] != nil } ?? ids.last
    }
    // A reply with the subject of its parent needs no title.
    for index in tree.posts.indices {
      guard let parent = tree.posts[index].parentKey, let subject = subjects[parent],
        subject == Self.topic(tree.posts[index].title)
      else { continue }
      tree.posts[index].title = ""
      tree.posts[index].summary = MailOpening.words(of: tree.posts[index].body)
    }
    return try tree.converted()
  }

  private static func post(
    _ header: MailHeader, _ message: MailMessage, _ body: MailBody
  ) -> ImportedPost {
    var post = ImportedPost(key: header.ids("message-id").first)
    post.title = header.words("subject") ?? ""
    (post.authorName, post.authorEmail) = header.author
    post.createdAt = header.date ?? message.delivered
    post.body = body.markdown
    return post
  }

  /// Returns a subject without `Re:` and list names, in lower case and with single spaces.
  private static func topic(_ subject: String) -> String {
    var text = subject.lowercased()[...]
    while true {
      text = text.drop { $0.isWhitespace }
      guard let end = endOfMark(text) else {
        return text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      }
      text = text[end...]
    }
  }

  /// Returns the end of `Re:`, `Re[2]:` or `[list]` at the start of a subject; nil if there is none.
  private static func endOfMark(_ text: Substring) -> Substring.Index? {
    if text.first == "[" {
      let name = text.dropFirst().prefix(41).prefix { $0 != "]" }
      let isMark = (1...40).contains(name.count) && name.endIndex < text.endIndex
      return isMark && text[name.endIndex] == "]" ? text.index(after: name.endIndex) : nil
    }
    guard let mark = ["re", "aw", "sv", "antw", "fwd", "fw", "wg"].first(where: text.hasPrefix)
    else { return nil }
    var rest = text.dropFirst(mark.count)
    if rest.first == "[" {
      rest = rest.dropFirst().drop { $0.isASCII && $0.isNumber }
      guard rest.popFirst() == "]" else { return nil }
    }
    return rest.popFirst() == ":" ? rest.startIndex : nil
  }
}

/// The bytes of a mail.
struct MailMessage {
  var bytes: ArraySlice<UInt8>
  /// The line before it in an mbox file.
  var mark: ArraySlice<UInt8> = []
  /// Its path in a folder.
  var name: String?

  /// When it was delivered: `From ada@b.c Mon Nov  3 10:31:24 2025`.
  var delivered: Date? {
    let words = String(decoding: mark.withoutBreak.prefix(400), as: UTF8.self).split(separator: " ")
    let days = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
    guard let day = words.firstIndex(where: { days.contains(String($0)) }) else { return nil }
    return ForeignDate.date(words[(day + 1)...].joined(separator: " "))
  }
}

/// An mbox file: each mail begins with a line `From …` after an empty one.
///
/// A paragraph of a mail may begin with `From `, too: the line before a mail has a time of day, or a
/// sender alone and a field of the header below it.
enum Mbox {
  static func messages(in bytes: [UInt8]) -> [MailMessage] {
    var splitter = MboxSplitter()
    return splitter.add(bytes[...]) + splitter.end()
  }

  fileprivate static func isSeparator(_ line: ArraySlice<UInt8>, in bytes: [UInt8]) -> Bool {
    let words = line.withoutBreak.dropFirst(5).prefix(400).split(separator: 0x20)
    // A time such as 10:31.
    let hasTime = words.contains { word in
      guard let colon = word.firstIndex(of: 0x3A) else { return false }
      let hour = word[..<colon]
      let minute = word[(colon + 1)...].prefix(2)
      return (1...2).contains(hour.count) && minute.count == 2
        && (Array(hour) + minute).allSatisfy { 0x30...0x39 ~= $0 }
    }
    if hasTime || words.count > 1 { return hasTime }
    let next = bytes[line.endIndex...].prefix(200).prefix { $0 != 0x0A }
    guard let colon = next.firstIndex(of: 0x3A), colon > next.startIndex else { return false }
    return next[..<colon].allSatisfy { $0 > 0x20 && $0 < 0x7F }
  }

  /// Returns lines without the `>` that escapes `From `.
  fileprivate static func unescaped(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    func isEscaped(_ line: ArraySlice<UInt8>) -> Bool {
      let signs = line.prefix(20).prefix { $0 == 0x3E }.count
      return signs > 0 && line.dropFirst(signs).starts(with: "From ".utf8)
    }
    guard ByteLines(bytes).contains(where: isEscaped) else { return bytes }
    return Array(ByteLines(bytes).map { isEscaped($0) ? $0.dropFirst() : $0 }.joined())[...]
  }
}

/// Splits an mbox file of any size into its mails, while it is read.
struct MboxSplitter {
  private static let mark = Array("From ".utf8)
  /// Maximum bytes of a mail; the rest of it is dropped.
  static let maxMail = 64 << 20
  /// Bytes after which a line ends without a line break.
  private static let longest = 1 << 20
  /// Bytes that are enough for a line before a mail and the line after it.
  private static let ahead = 1_000

  private var buffer: [UInt8] = []
  /// Where the mail begins in the buffer, and the line that is looked at next.
  private var (start, next) = (0, 0)
  private var wasBlank = true
  /// Whether the file is one mail, which may have others within it; nil until its first line.
  private var isSingle: Bool?
  private var last: ArraySlice<UInt8> = []

  /// Adds bytes of the file.
  ///
  /// - Returns: the mails that have ended.
  mutating func add(_ bytes: ArraySlice<UInt8>) -> [MailMessage] {
    buffer += bytes
    return messages(upTo: buffer.count - Self.ahead)
  }

  /// Returns the mails at the end of the file.
  mutating func end() -> [MailMessage] {
    var messages = messages(upTo: buffer.count)
    if let message = message(upTo: buffer.count) { messages.append(message) }
    buffer = []
    return messages
  }

  private mutating func messages(upTo limit: Int) -> [MailMessage] {
    var messages: [MailMessage] = []
    while next < limit {
      let isWhole = limit == buffer.count || buffer.count - next > Self.longest
      let newLine = buffer[next...].prefix(Self.longest).firstIndex(of: 0x0A)
      guard let end = newLine.map({ $0 + 1 }) ?? (isWhole ? buffer.count : nil) else { break }
      let line = buffer[next..<end]
      if isSingle == nil, !line.withoutBreak.isEmpty { isSingle = !line.starts(with: Self.mark) }
      if wasBlank, isSingle == false, line.starts(with: Self.mark),
        Mbox.isSeparator(line, in: buffer)
      {
        if let message = message(upTo: next) { messages.append(message) }
        (start, last) = (end, ArraySlice(Array(line)))
      }
      wasBlank = line.withoutBreak.isEmpty
      next = end
    }
    // What has been read is dropped, and of a mail that is too large all but its beginning.
    buffer.removeSubrange(..<start)
    (start, next) = (0, next - start)
    if next > Self.maxMail {
      buffer.removeSubrange(Self.maxMail..<next)
      next = Self.maxMail
    }
    return messages
  }

  private func message(upTo end: Int) -> MailMessage? {
    guard end > start else { return nil }
    return MailMessage(bytes: Mbox.unescaped(ArraySlice(Array(buffer[start..<end]))), mark: last)
  }
}
