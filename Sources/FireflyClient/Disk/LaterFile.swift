import FireflyCore
import Foundation

/// The file with the posts that are saved for later, of all servers and sources, by account.
package struct LaterFile: Sendable {
  /// A saved post.
  package struct Entry: Codable, Sendable {
    /// The permanent ID of its server.
    package var server: SiteID
    /// Whose it is; nil where there is one account, or if nobody was signed in.
    package var owner: String?
    /// The name of its server or source.
    package var source: String
    /// The address of the page that it is about, or of its own page.
    package var address: String?
    /// The post; in the file without what its source says of it.
    package var post: Post
    /// What its source says of it; nil for nothing.
    fileprivate var facts: Post.Facts?

    /// Creates an entry.
    package init(
      server: SiteID, owner: String? = nil, source: String, address: String?, post: Post,
      facts: Post.Facts? = nil
    ) {
      (self.server, self.owner, self.source) = (server, owner, source)
      (self.address, self.post, self.facts) = (address, post, facts)
    }

    /// The entry with the facts in its post.
    fileprivate var whole: Entry {
      var entry = self
      if let facts { entry.post.facts = facts }
      return entry
    }
  }

  static let maximumPosts = 1_000
  /// Maximum bytes of a kept body; a longer one is loaded when the post is opened.
  private static let maximumBody = 16 << 10
  private static let maximumBytes = 64 << 20

  private let file: JSONFile<[Entry]>
  private let server: SiteID
  private let source: String
  private let owner: KeptOwner

  /// Creates a value for a server.
  ///
  /// - Parameters:
  ///   - state: the state folder.
  ///   - server: the permanent ID of the server.
  ///   - source: its name.
  ///   - owner: whose posts.
  ///   - report: receives a sentence if the file can't be used.
  package init(
    state: URL, server: SiteID, source: String, of owner: KeptOwner = KeptOwner(),
    report: @escaping FileReport = { _ in }
  ) {
    file = JSONFile(
      file: KeptFile.later.file(in: state),
      maximumBytes: Self.maximumBytes,
      loss: { _ in "The list of posts that are saved for later is empty." }, report: report)
    (self.server, self.source, self.owner) = (server, source, owner)
  }

  /// Returns the posts of several owners, the last saved first; it blocks.
  ///
  /// - Parameters:
  ///   - state: the state folder.
  ///   - server: the permanent ID of their server; nil for all servers.
  ///   - owners: whose posts.
  ///   - report: receives a sentence if the file can't be used.
  /// - Returns: the entries.
  package static func all(
    in state: URL, of server: SiteID? = nil, by owners: [KeptOwner], report: @escaping FileReport
  ) -> [Entry] {
    LaterFile(state: state, server: .unknown, source: "", report: report).entries.filter { entry in
      entry.server == server ?? entry.server && owners.contains { $0.owns(entry.owner) }
    }
  }

  private var entries: [Entry] { (file.read() ?? []).map(\.whole) }

  /// The posts of the account, the last saved first, with those that nobody owns; it blocks.
  package var posts: [Post] { entries.filter(isOwn).map(\.post) }

  /// Makes the account's what nobody owns; it blocks, also while another program writes.
  package func adopt() {
    guard entries.contains(where: isGiven) else { return }
    file.keep("Posts for later", from: [], adopt)
  }

  private func isOwn(_ entry: Entry) -> Bool {
    entry.server == server && owner.owns(entry.owner)
  }

  private func isGiven(_ entry: Entry) -> Bool {
    entry.server == server && owner.gets(entry.owner)
  }

  private func adopt(_ entries: inout [Entry]) {
    for index in entries.indices where isGiven(entries[index]) { entries[index].owner = owner.text }
  }

  /// Saves a post.
  ///
  /// - Returns: the posts of the account.
  package func add(_ post: Post, address: String?) throws(SystemProblem) -> [Post] {
    var post = post
    (post.children, post.ancestors) = (nil, nil)
    if post.body.utf8.count > Self.maximumBody { (post.body, post.facts.isExcerpt) = ("", true) }
    let entry = Entry(
      server: server, owner: owner.text, source: source, address: address, post: post,
      facts: post.facts == Post.Facts() ? nil : post.facts)
    return try change { entries throws(SystemProblem) in
      entries.removeAll { isOwn($0) && $0.post.id == post.id }
      guard entries.count < Self.maximumPosts else {
        throw SystemProblem("there are \(Self.maximumPosts) posts already")
      }
      entries.insert(entry, at: 0)
    }
  }

  /// Removes a post.
  ///
  /// - Returns: the posts of the account.
  package func remove(_ id: Post.ID) throws(SystemProblem) -> [Post] {
    try change { entries throws(SystemProblem) in
      entries.removeAll { isOwn($0) && $0.post.id == id }
    }
  }

  /// Removes the posts of the account, and what it gets of nobody's.
  package func removeAll() {
    file.keep("Posts for later") { entries in entries?.removeAll(where: isOwn) }
  }

  /// Removes the posts of all accounts of the server.
  package func removeAllOfServer() {
    file.keep("Posts for later") { entries in entries?.removeAll { $0.server == server } }
  }

  private func change(
    _ body: (inout [Entry]) throws(SystemProblem) -> Void
  ) throws(SystemProblem) -> [Post] {
    try file.updated(from: []) { entries throws(SystemProblem) in
      adopt(&entries)
      try body(&entries)
    }.filter(isOwn).map(\.whole.post)
  }
}
