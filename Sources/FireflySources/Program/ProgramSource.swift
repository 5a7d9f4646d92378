import FireflyAPI
import FireflyCore
import FireflyForeign
import Foundation
import Synchronization

/// The backend of a source that is a program of the user's.
///
/// It gets `list`, `thread ID`, `search WORDS` or `user NAME`, and prints posts as `firefly import` takes them.
final class ProgramSource: SourceBackend {
  /// The prefix of names for posts.
  private static let prefix = "post/"
  /// Maximum levels of a thread.
  private static let levels = 200
  /// Maximum number of addresses of pages in memory.
  private static let maximumPages = 50_000

  let web: WebClient
  private let name: String
  private let program: SourceProgram
  private let numbers: SourceNumbers
  /// The addresses of pages by the numbers of posts.
  private let pages = Mutex<[Int: String]>([:])

  init(web: WebClient, name: String, program: SourceProgram, numbers: SourceNumbers) {
    (self.web, self.name, self.program, self.numbers) = (web, name, program, numbers)
  }

  var habits: HTMLText.Habits { HTMLText.Habits(base: "") }

  func feed(
    isSecond: Bool, after last: SourceNode?, limit: Int
  ) async throws(APIError) -> [SourceNode] {
    last == nil ? try await nodes(["list"]).filter { $0.parent == nil } : []
  }

  func tree(of id: Int, root: Int?, top: SourceNode?) async throws(APIError) -> SourceTree {
    guard let name = numbers.name(of: root ?? id), name.hasPrefix(Self.prefix) else {
      throw .status(404, message: nil)
    }
    let nodes = try await nodes(["thread", String(name.dropFirst(Self.prefix.count))])
    guard let first = nodes.first else { throw .status(404, message: nil) }
    return SourceTree(root: first.id, nodes: nodes)
  }

  func search(_ words: String) async throws(APIError) -> [SourceNode] {
    try await nodes(["search", words])
  }

  func user(_ handle: String) async throws(APIError) -> SourceUser { SourceUser(handle: handle) }

  func posts(by handle: String) async throws(APIError) -> [SourceNode] {
    try await nodes(["user", handle])
  }

  func page(of id: Int, by author: String?) -> String? { pages.withLock { $0[id] } }

  func page(ofUser handle: String) -> String { "" }

  /// Runs the program; returns its posts, each after the post that it is nested in.
  private func nodes(_ arguments: [String]) async throws(APIError) -> [SourceNode] {
    let text = try await program.output(arguments)
    let isThread = arguments[0] == "thread"
    let found: ProgramPosts
    do {
      found = try ProgramPosts(text)
    } catch is ProgramPosts.TooMany {
      throw .notOffered(
        "The program of \(name) printed more than \(ProgramPosts.maximumPosts) posts. Print fewer.")
    } catch {
      throw .notOffered(
        "The program of \(name) did not print JSON such as {\"posts\": [{\"id\": 1, \"title\": \"…\"}]}."
      )
    }
    var nodes: [SourceNode] = []
    var waiting = found.posts.reversed().map { (post: $0, above: Int?.none, level: 0) }
    while nodes.count < ProgramPosts.maximumPosts, let (post, above, level) = waiting.popLast() {
      guard var node = node(post, below: above) else { continue }
      // In a list, the text and the number of replies may be missing.
      node.facts.isExcerpt = !isThread && (post.body == nil || node.childCount == nil)
      if node.facts.isExcerpt { node.childCount = node.childCount ?? 1 }
      nodes.append(node)
      guard level < Self.levels else { continue }
      waiting += post.children.reversed().map { ($0, node.id, level + 1) }
    }
    return nodes
  }

  /// Returns a post; nil if it has no ID.
  private func node(_ post: ProgramPosts.Item, below above: Int?) -> SourceNode? {
    guard let name = Self.name(post.id) else { return nil }
    var node = SourceNode(id: numbers.number(of: Self.prefix + name))
    node.key = name
    let parent = above ?? Self.name(post.parentID).map { numbers.number(of: Self.prefix + $0) }
    node.parent = parent == node.id ? nil : parent
    node.title = post.title?.line ?? ""
    node.summary = post.summary?.line
    node.text = post.body.map { .markdown($0) } ?? .none
    node.picture = post.picture.flatMap { WebAddress.full($0) }
    node.author = post.author?.line
    node.createdAt = post.createdAt
    node.childCount = post.count ?? (post.children.isEmpty ? nil : post.children.count)
    if let page = post.page.flatMap({ WebAddress.full($0) }) {
      pages.withLock { pages in
        if pages.count >= Self.maximumPages { pages = [:] }
        pages[node.id] = page
      }
    }
    return node
  }

  /// The name of a post; nil for none, and for the negative number that stands for none.
  private static func name(_ id: JSONFeed.Name?) -> String? {
    guard let text = id?.text, !text.isEmpty, text.utf8.count <= 500 else { return nil }
    return Int(text).map { $0 < 0 } == true ? nil : text
  }
}
