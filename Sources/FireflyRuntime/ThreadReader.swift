import FireflyAPI
import FireflyApp
import FireflyCore

/// Reads the posts below a post from any server, as far as one request reaches.
struct ThreadReader: Sendable {
  private static let maximumDepth = 200

  let client: PostsClient

  /// Returns the posts below a post in reading order, without nested ones.
  ///
  /// A server that supports nesting, and a source, return the whole branch, others one level.
  ///
  /// - Throws: `APIError`.
  func replies(to id: Post.ID) async throws(APIError) -> PostPage {
    let maximum = ThreadLimits.posts
    let page: PostPage
    do {
      page = try await client.branch(id, Self.maximumDepth, maximum)
    } catch .tooLarge, .tooDeep {
      page = try await client.branch(id, 1, maximum)
    }
    return Self.flattened(page, below: id)
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
