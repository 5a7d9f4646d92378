import FireflyCore
import FireflyForeign
import FireflyTransfer
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

  /// Returns the page of a mail in an archive on the web, by the mail's ID; nil if it is imported.
  private var archive: ((_ id: String) -> String?)?

  init(since: Date? = nil) { self.since = since }

  /// Converts an mbox file, or a single mail.
  ///
  /// - Parameter archive: returns the page of a mail in the archive where the mails are only read;
  ///   nil if they are imported.
  /// - Returns: the posts.
  static func convert(
    mbox data: Data, name: String = "", archive: ((_ id: String) -> String?)? = nil
  ) throws(ImportError) -> Conversion {
    var threads = MailThreads()
    threads.archive = archive
    threads.tree.isOnlyRead = archive != nil
    for message in Mbox.messages(in: [UInt8](data), name: name) { try threads.add(message) }
    return try threads.converted()
  }

  /// Adds a mail; of its bytes, only the text and the picture are kept.
  mutating func add(_ message: MailMessage) throws(ImportError) {
    guard tree.posts.count < ImportDocument.maxPosts else {
      throw .tooManyPosts(limit: ImportDocument.maxPosts)
    }
    let header = MailHeader(message.bytes)
    let isMail = ["from", "date", "subject", "message-id"].contains(where: header.has)
    if message.isFirstText, !isMail {
      tree.conversion.leftOut.add("text before the first mail", "texts before the first mail")
      return
    }
    count += 1
    guard isMail else {
      tree.conversion.complaints.append(
        message.name.map { "\($0): the mail has no header" }
          ?? "Mail number \(count) has no header.")
      return
    }
    // The dates of its delivery are read only if it has none of its own.
    let written = header.date
    let date = written ?? message.delivered ?? header.received ?? message.stored
    if let since, let date, date < since {
      tree.conversion.leftOut.add("older mail")
      return
    }
    if message.isCut {
      tree.conversion.leftOut.add("end of a large mail", "ends of large mails", named: header.id)
    }
    let body = MailBody(header, message.bytes[header.end...])
    var post = Self.post(header, body)
    post.createdAt = date
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
    if written == nil,
      header.has("date") || message.delivered == nil && header.received == nil
    {
      let name = header.words("subject") ?? header.id ?? message.name
      if date == nil, header.has("date") {
        tree.conversion.addUnreadDate(of: name)
      } else {
        tree.conversion.guessed.add("date", named: name)
      }
    }
    // Some programs name the author or the day beside the mail.
    let answered = header.ids("in-reply-to")
    let first = answered.first { $0.contains("@") } ?? answered.first
    let above = [first].compactMap(\.self) + header.ids("references")
    references.append(above.filter { $0 != post.key })
    _ = tree.add(post)
    tree.conversion.leftOut.add(body.leftOut)
    tree.conversion.guessed.add(body.guessed)
    // Longer texts are cut when they are cleaned.
    let limit = ForeignText.defaultLimit
    if body.isCut || body.markdown.utf8.count > limit && body.markdown.unicodeScalars.count > limit
    {
      tree.conversion.leftOut.add(
        "end of a long text", "ends of long texts", named: header.words("subject"))
    }
  }

  /// Adds the pictures of a mail, as long as there is room for them: those that the text shows, at their
  /// places; of the others the first is that of the post, and the rest is below the text.
  private mutating func addPictures(of body: MailBody, to post: inout ImportedPost) {
    guard !body.pictures.isEmpty else { return }
    var places: [String: Int] = [:]
    for (index, picture) in body.pictures.enumerated() {
      for id in picture.ids where places[id] == nil { places[id] = index }
    }
    var addresses: [Int: String] = [:]
    let page = post.key.flatMap { archive?($0) }
    post.body = BodyMark.readdressing(post.body) { address in
      guard let index = MailPart.id(in: address).flatMap({ places[$0] }) else { return nil }
      if let known = addresses[index] { return known }
      let picture = body.pictures[index]
      addresses[index] =
        self.address(of: picture, on: page, in: &post)
        ?? "<\(picture.label.filter { !"<>\\".contains($0) })>"
      return addresses[index]
    }
    var lines: [String] = []
    for (index, picture) in body.pictures.enumerated() where addresses[index] == nil {
      if tree.isOnlyRead, post.imageURL == nil, let address = picture.address(on: page) {
        post.imageURL = address
      } else if !tree.isOnlyRead, post.picture == nil, takesPicture(picture) {
        post.picture = .bytes(picture.data)
      } else if let address = self.address(of: picture, on: page, in: &post) {
        lines.append(BodyPicture.markdown(picture.label, at: address))
      } else if tree.isOnlyRead {
        let words = MailText.escaped(picture.label)
        lines.append("Attachment: \(words) (\(ByteCount.words(picture.data.count)))")
      }
    }
    if lines.isEmpty { return }
    post.body = [post.body, lines.joined(separator: "\\\n")].filter { !$0.isEmpty }
      .joined(separator: "\n\n")
  }

  /// Returns the address of a picture in the text; nil, and counts it, if it is left out.
  private mutating func address(
    of picture: MailBody.Picture, on page: String?, in post: inout ImportedPost
  ) -> String? {
    if tree.isOnlyRead { return picture.address(on: page) }
    guard takesPicture(picture) else { return nil }
    if let address = post.show(.bytes(picture.data), orElse: picture.label) { return address }
    tree.conversion.leftOut.add("picture", named: picture.name)
    return nil
  }

  private mutating func takesPicture(_ picture: MailBody.Picture) -> Bool {
    guard bytes.pictures + picture.data.count <= Self.maxPictures else {
      tree.conversion.leftOut.add("picture", named: picture.name)
      return false
    }
    bytes.pictures += picture.data.count
    return true
  }

  mutating func converted() throws(ImportError) -> Conversion {
    // Only one variable may hold the texts, or they would be copied.
    var tree = ForeignTree("mail")
    swap(&tree, &self.tree)
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

  private static func post(_ header: MailHeader, _ body: MailBody) -> ImportedPost {
    var post = ImportedPost(key: header.id)
    if let page = header.page {
      post.source = post.key.flatMap { PostSource(name: "mail", key: $0) }
      post.source?.page = page
    }
    post.title = header.words("subject") ?? ""
    (post.authorName, post.authorEmail) = header.author
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
  /// When it was put into its folder, or its file was changed; nil if unknown.
  var stored: Date?
  /// Whether it is what precedes the first mail of an mbox file, which may be no mail.
  var isFirstText = false
  /// Whether it is too large, so that its end is missing.
  var isCut = false

  /// The days of the week in the line before a mail.
  static let days = Set(CalendarNames.shortDays)

  /// When it was delivered: `From ada@b.c Mon Nov  3 10:31:24 2025`.
  var delivered: Date? {
    let words = String(decoding: mark.withoutBreak.prefix(400), as: UTF8.self).split(separator: " ")
    guard let day = words.firstIndex(where: { Self.days.contains(String($0)) }) else { return nil }
    return ForeignDate.date(words[(day + 1)...].joined(separator: " "))
  }
}

extension MailBody.Picture {
  /// What it shows, for a text.
  fileprivate var label: String { name.isEmpty ? "picture" : name }

  /// Returns its address below the page of its mail in an archive on the web.
  fileprivate func address(on page: String?) -> String? {
    guard let page, let number else { return nil }
    let isPlain =
      name.utf8.count > 2
      && name.utf8.allSatisfy(\.isPlain)
      && [name.utf8.first, name.utf8.last].allSatisfy {
        $0.map { !"-_.".utf8.contains($0) } == true
      }
    return "\(page)\(number)-\(isPlain ? name : "a.bin")"
  }
}
