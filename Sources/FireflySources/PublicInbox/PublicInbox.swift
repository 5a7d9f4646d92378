import FireflyAPI
import FireflyCore
import FireflyForeign
import FireflyText
import Foundation

/// The backend of mailing lists that public-inbox archives, as on lore.kernel.org.
///
/// Lists and searches are feeds in Atom, threads are mbox files.
struct PublicInbox: SourceBackend {
  /// Maximum bytes of a thread, as it is sent.
  static let threadBytes = 16 << 20

  let web: WebClient
  /// The address of the list.
  let base: String
  let numbers: SourceNumbers
  let mail: MailReader
  /// When mails came to the archive.
  private let times = ArrivalTimes()

  init(web: WebClient, base: String, numbers: SourceNumbers, mail: MailReader) {
    (self.web, self.base, self.numbers, self.mail) = (web, base, numbers, mail)
  }

  var habits: HTMLText.Habits { HTMLText.Habits(base: base) }

  /// The prefix of names for mails.
  static let prefix = "mail/"

  func feed(
    isSecond: Bool, after last: SourceNode?, limit: Int
  ) async throws(APIError) -> [SourceNode] {
    try await times.nodes(after: last, limit: limit) { time async throws(APIError) in
      try await mails("/new.atom" + (time.map { "?t=\($0)" } ?? ""))
    }
  }

  func tree(of id: Int, root: Int?, top: SourceNode?) async throws(APIError) -> SourceTree {
    guard let name = name(of: id) ?? root.flatMap(name) else { throw .status(404, message: nil) }
    let mbox = try await web.data(
      at: "/\(Self.escaped(name))/t.mbox.gz", byteLimit: Self.threadBytes)
    let items = try mail.posts(mbox) { [base] in Self.page(of: $0, at: base) }
    let nodes = items.map { item in
      var node = SourceNode(id: number(item.key ?? ""))
      node.key = item.key
      node.parent = item.above.map { number(items[$0].key ?? "") }
      node.title = item.post.title
      node.text = .markdown(item.post.body)
      node.picture = item.post.imageURL
      node.author = item.post.authorName
      node.createdAt = item.post.createdAt
      return node
    }
    guard let first = nodes.first else { throw .status(404, message: nil) }
    return SourceTree(root: first.id, nodes: nodes)
  }

  func search(_ words: String) async throws(APIError) -> [SourceNode] {
    do throws(APIError) {
      return try await mails("/?q=\(words.percentEncoded)&x=A")
    } catch .status(404, _) {
      // What an archive answers if it finds nothing.
      return []
    }
  }

  func user(_ handle: String) async throws(APIError) -> SourceUser { SourceUser(handle: handle) }

  func posts(by handle: String) async throws(APIError) -> [SourceNode] {
    try await search(Self.search(for: handle))
  }

  private static func search(for author: String) -> String {
    "f:\"\(author.replacing("\"", with: " "))\""
  }

  func page(of id: Int, by author: String?) -> String? {
    name(of: id).map { Self.page(of: $0, at: base) }
  }

  func page(ofUser handle: String) -> String {
    "\(base)/?q=\(Self.search(for: handle).percentEncoded)"
  }

  private func number(_ name: String) -> Int { numbers.number(of: Self.prefix + name) }

  /// Returns the Message-ID of a mail; nil for other numbers.
  private func name(of id: Int) -> String? {
    guard let name = numbers.name(of: id), name.hasPrefix(Self.prefix) else { return nil }
    return String(name.dropFirst(Self.prefix.count))
  }

  /// Returns the page of a mail.
  static func page(of name: String, at base: String) -> String {
    "\(base)/\(escaped(name))/"
  }

  /// Returns a Message-ID as it is in addresses.
  private static func escaped(_ name: String) -> String {
    name.percentEncoded.replacing("%40", with: "@")
  }

  /// Loads a feed of mails.
  private func mails(_ target: String) async throws(APIError) -> [SourceNode] {
    let bytes = try await web.data(at: target, byteLimit: FeedDocument.maximumBytes)
    guard let document = FeedDocument(Array(bytes), at: base) else {
      throw .unreadable(reason: "no feed")
    }
    return document.entries.compactMap { entry in
      guard let name = entry.link.flatMap(Self.name) else { return nil }
      var node = SourceNode(id: number(name))
      node.key = name
      node.parent = entry.answeredPage.flatMap(Self.name).map(number)
      node.title = entry.title
      // It is sent as preformatted text.
      let text = entry.text.replacing("```", with: "")
      node.summary = MarkdownOpening.words(of: text, limit: 200)
      (node.text, node.facts.isExcerpt, node.childCount) = (.markdown(text), true, 1)
      node.author = entry.author
      node.createdAt = entry.date
      return node
    }
  }

  /// Returns the Message-ID in the address of a mail.
  private static func name(_ address: String) -> String? {
    let parts = URLComponents(string: address)?.percentEncodedPath.split(separator: "/") ?? []
    return parts.count > 1 ? parts.last?.removingPercentEncoding : nil
  }
}
