import FireflyAPI
import FireflyCore
import FireflyModel

/// Reads the posts below a post from any server, as far as one request reaches.
package struct ThreadReader: Sendable {
  private static let maximumDepth = 200

  /// Posts of the first page, which fill a few screens, and of the next ones.
  private static let firstPage = 200
  private static let nextPage = 500

  private let client: any PostsClient

  /// Creates a reader.
  package init(client: any PostsClient) { self.client = client }

  /// Returns a page of a thread in reading order.
  ///
  /// A server with the extension `branch` returns it page by page, others as `replies(to:)`.
  ///
  /// - Parameters:
  ///   - id: the post at the top.
  ///   - key: the server's key of the page; nil for the first one.
  ///   - skipped: a post whose replies are left out.
  /// - Returns: the page, with the key of the next one.
  package func page(
    below id: Post.ID, after key: String? = nil, skipping skipped: Post.ID? = nil
  ) async throws(APIError) -> PostPage {
    guard try await client.has(.branch) else { return try await replies(to: id) }
    let page = try await client.thread(
      id, key, skipped, key == nil ? Self.firstPage : Self.nextPage)
    return PostPage(posts: page.items.map(\.post), skipped: page.skipped, next: page.after)
  }

  /// Returns the posts below a post in reading order, without nested ones.
  ///
  /// A server that supports nesting, and a source, return the whole branch, others one level.
  package func replies(to id: Post.ID) async throws(APIError) -> PostPage {
    if try await client.has(.branch) { return try await wholeBranch(of: id) }
    let maximum = ThreadLimits.posts
    let page: PostPage
    do {
      page = try await client.branch(id, Self.maximumDepth, maximum)
    } catch .tooLarge, .tooDeep {
      page = try await client.branch(id, 1, maximum)
    }
    return Self.flattened(page, below: id)
  }

  private func wholeBranch(of id: Post.ID) async throws(APIError) -> PostPage {
    var all = PostPage(posts: [])
    var key: String?
    repeat {
      let page = try await client.thread(id, key, nil, Self.nextPage)
      all.posts += page.items.map(\.post)
      all.skipped += page.skipped
      key = page.after
      all.isCut = key != nil
    } while key != nil && all.posts.count < ThreadLimits.posts
    return all
  }

  /// Returns a page's posts and everything nested in them, parents before their replies, each once.
  static func flattened(_ page: PostPage, below top: Post.ID) -> PostPage {
    var flat = page
    flat.posts = []
    var seen: Set<Post.ID> = [top]
    var waiting = page.posts.reversed().map { (post: $0, parent: top) }
    while let (next, parent) = waiting.popLast() {
      guard seen.insert(next.id).inserted else { continue }
      var post = next
      post.parentID = parent
      post.children = nil
      flat.posts.append(post)
      waiting += (next.children ?? []).reversed().map { ($0, next.id) }
    }
    return flat
  }
}
