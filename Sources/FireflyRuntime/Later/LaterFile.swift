import FireflyCore
import Foundation

/// The file with the posts that are saved for later, of all servers and sources.
public struct LaterFile: Sendable {
  /// A saved post.
  public struct Entry: Codable, Sendable {
    /// The permanent ID of its server.
    public var server: String
    /// The name of its server or source.
    public var source: String
    /// The address of the page that it is about, or of its own page.
    public var address: String?
    /// The post.
    public var post: Post
  }

  /// Maximum number of posts.
  static let maximumPosts = 1_000
  /// Maximum bytes of a kept body; a longer one is loaded when the post is opened.
  private static let maximumBody = 16 << 10
  private static let maximumBytes = 64 << 20

  private let file: PrivateFile
  private let server: String
  private let source: String

  /// Creates a value for a server.
  ///
  /// - Parameters:
  ///   - state: the state folder.
  ///   - server: the permanent ID of the server.
  ///   - source: its name.
  public init(state: URL, server: String, source: String) {
    file = PrivateFile(url: state.appendingPathComponent("later.json"))
    (self.server, self.source) = (server, source)
  }

  /// Returns the posts of all servers, the last saved first; it blocks.
  ///
  /// - Parameter state: the state folder.
  /// - Returns: the entries.
  public static func all(in state: URL) -> [Entry] {
    LaterFile(state: state, server: "", source: "").entries
  }

  private var entries: [Entry] {
    file.decoded([Entry].self, maximumBytes: Self.maximumBytes) ?? []
  }

  /// The posts of the server, the last saved first; it blocks.
  public var posts: [Post] { entries.filter { $0.server == server }.map(\.post) }

  /// Saves a post.
  ///
  /// - Returns: the posts of the server.
  /// - Throws: `SystemProblem`.
  func add(_ post: Post, address: String?) throws(SystemProblem) -> [Post] {
    var post = post
    (post.children, post.ancestors) = (nil, nil)
    if post.body.utf8.count > Self.maximumBody { (post.body, post.isExcerpt) = ("", true) }
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
  /// - Throws: `SystemProblem`.
  func remove(_ id: Post.ID) throws(SystemProblem) -> [Post] {
    try change { entries throws(SystemProblem) in
      entries.removeAll { $0.server == server && $0.post.id == id }
    }
  }

  /// Changes the file; one that can't be read stays as it is.
  private func change(
    _ body: (inout [Entry]) throws(SystemProblem) -> Void
  ) throws(SystemProblem) -> [Post] {
    var entries: [Entry] = []
    var problem: SystemProblem?
    try file.update(maximumBytes: Self.maximumBytes) { data in
      do {
        if let data { entries = try JSONDecoder().decode([Entry].self, from: data) }
        try body(&entries)
        return try JSONEncoder().encode(entries)
      } catch {
        problem = error as? SystemProblem ?? SystemProblem("the file later.json is damaged")
        return nil
      }
    }
    if let problem { throw problem }
    return entries.filter { $0.server == server }.map(\.post)
  }
}

/// The file with the people who are muted on this machine.
public struct MutedFile: Sendable {
  private static let maximumBytes = 1 << 20
  private static let maximumPeople = 10_000

  private let file: PrivateFile

  /// Creates a value for the state folder.
  public init(state: URL) {
    file = PrivateFile(url: state.appendingPathComponent("muted.json"))
  }

  /// The people, as lower-case names or e-mails; it blocks.
  public var people: Set<String> {
    Set(file.decoded([String].self, maximumBytes: Self.maximumBytes) ?? [])
  }

  /// Adds or removes a person.
  ///
  /// - Returns: the people.
  /// - Throws: `SystemProblem`.
  func set(_ person: String, isMuted: Bool) throws(SystemProblem) -> Set<String> {
    var people: [String] = []
    try file.update(maximumBytes: Self.maximumBytes) { data in
      people = data.flatMap { try? JSONDecoder().decode([String].self, from: $0) } ?? []
      people.removeAll { $0 == person }
      if isMuted { people = [person] + people.prefix(Self.maximumPeople - 1) }
      return try? JSONEncoder().encode(people)
    }
    return Set(people)
  }
}
