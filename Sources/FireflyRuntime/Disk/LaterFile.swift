import FireflyCore
import Foundation

/// The file with the posts that are saved for later, of all servers and sources.
package struct LaterFile: Sendable {
  /// A saved post.
  package struct Entry: Codable, Sendable {
    /// The permanent ID of its server.
    package var server: SiteID
    /// The name of its server or source.
    package var source: String
    /// The address of the page that it is about, or of its own page.
    package var address: String?
    /// The post.
    package var post: Post
  }

  static let maximumPosts = 1_000
  /// Maximum bytes of a kept body; a longer one is loaded when the post is opened.
  private static let maximumBody = 16 << 10
  private static let maximumBytes = 64 << 20

  private let file: JSONFile<[Entry]>
  private let server: SiteID
  private let source: String

  /// Creates a value for a server.
  ///
  /// - Parameters:
  ///   - state: the state folder.
  ///   - server: the permanent ID of the server.
  ///   - source: its name.
  ///   - report: receives a sentence if the file can't be used.
  package init(
    state: URL, server: SiteID, source: String, report: @escaping FileReport = { _ in }
  ) {
    file = JSONFile(
      file: KeptFile.later.file(in: state),
      maximumBytes: Self.maximumBytes,
      loss: { _ in "The list of posts that are saved for later is empty." }, report: report)
    (self.server, self.source) = (server, source)
  }

  /// Returns the posts of all servers, the last saved first; it blocks.
  ///
  /// - Parameters:
  ///   - state: the state folder.
  ///   - report: receives a sentence if the file can't be used.
  /// - Returns: the entries.
  package static func all(in state: URL, report: @escaping FileReport) -> [Entry] {
    LaterFile(state: state, server: .unknown, source: "", report: report).entries
  }

  private var entries: [Entry] { file.read() ?? [] }

  /// The posts of the server, the last saved first; it blocks.
  package var posts: [Post] { entries.filter { $0.server == server }.map(\.post) }

  /// Saves a post.
  ///
  /// - Returns: the posts of the server.
  func add(_ post: Post, address: String?) throws(SystemProblem) -> [Post] {
    var post = post
    (post.children, post.ancestors) = (nil, nil)
    if post.body.utf8.count > Self.maximumBody { (post.body, post.facts.isExcerpt) = ("", true) }
    let entry = Entry(server: server, source: source, address: address, post: post)
    return try change { entries throws(SystemProblem) in
      entries.removeAll { $0.server == server && $0.post.id == post.id }
      guard entries.count < Self.maximumPosts else {
        throw SystemProblem("there are \(Self.maximumPosts) posts already")
      }
      entries.insert(entry, at: 0)
    }
  }

  /// Removes a post.
  ///
  /// - Returns: the posts of the server.
  func remove(_ id: Post.ID) throws(SystemProblem) -> [Post] {
    try change { entries throws(SystemProblem) in
      entries.removeAll { $0.server == server && $0.post.id == id }
    }
  }

  /// Removes the posts of the server.
  func removeAll() {
    file.keep("Posts for later") { entries in entries?.removeAll { $0.server == server } }
  }

  private func change(
    _ body: (inout [Entry]) throws(SystemProblem) -> Void
  ) throws(SystemProblem) -> [Post] {
    try file.updated(from: [], body).filter { $0.server == server }.map(\.post)
  }
}
