import FireflyAPI
import FireflyCore
import FireflyModel

/// Reads one or more branches of the tree from any server, within limits: for the outline and for
/// `firefly posts --tree`.
///
/// A server that supports nesting returns most of a branch at once. The rest, and everything from a
/// plain server, is requested level by level, a few lists at a time.
struct OutlineReader: Sendable {
  /// The limits of reading.
  struct Bounds: Sendable {
    /// Maximum posts, without the top.
    var posts = OutlineBranch.limit
    /// Maximum posts of one list; further ones don't count as cut.
    var width = Int.max
    /// Maximum levels below the top.
    var depth = 200
    /// Maximum requests after the first one.
    var lists = 60
    /// Maximum seconds for the requests after the first one.
    var seconds = 10.0
  }

  // As many requests as a client sends at a time.
  private static let atOnce = 4

  let client: any PostsClient
  var bounds = Bounds()

  /// Reads the branch below a post; it is marked as cut if parts could not be loaded.
  ///
  /// - Throws: `APIError` if nothing could be loaded, or the task was cancelled.
  func read(below top: Post.ID) async throws(APIError) -> OutlineBranch {
    var tree = OutlineTree(top: top, bounds: bounds)
    tree.insert(try await list(below: top, depth: bounds.depth, maximum: bounds.posts), below: top)
    return try await completed(tree)
  }

  /// Reads the branches below posts; a post that is below another one is listed there only.
  ///
  /// - Parameter posts: posts of any levels, such as those of a feed.
  /// - Returns: the branch, marked as cut if parts could not be loaded.
  /// - Throws: `APIError.cancelled`.
  func read(_ posts: [Post]) async throws(APIError) -> OutlineBranch {
    try await completed(OutlineTree(firsts: posts, bounds: bounds))
  }

  /// Requests the missing lists of a tree, and returns its branch.
  private func completed(_ tree: OutlineTree) async throws(APIError) -> OutlineBranch {
    var tree = tree
    let deadline = ContinuousClock.now + .seconds(bounds.seconds)
    var asked = 0
    while asked < bounds.lists, .now < deadline {
      let next = tree.nextUnread(atMost: min(Self.atOnce, bounds.lists - asked))
      if next.isEmpty { break }
      asked += next.count
      let pages = await lists(below: next, maximum: tree.room, until: deadline)
      if Task.isCancelled { throw .cancelled }
      for post in next { tree.insert(pages[post.id], below: post.id) }
    }
    return tree.branch
  }

  /// Returns the lists below posts that arrive before the deadline.
  private func lists(
    below posts: [OutlineTree.UnreadPost], maximum: Int, until deadline: ContinuousClock.Instant
  ) async -> [Post.ID: PostPage] {
    await withTaskGroup(of: (Post.ID, PostPage?)?.self) { group in
      for post in posts {
        group.addTask {
          let depth = bounds.depth - post.depth
          return (post.id, try? await list(below: post.id, depth: depth, maximum: maximum))
        }
      }
      group.addTask {
        try? await Task.sleep(until: deadline, clock: .continuous)
        return nil
      }
      var pages: [Post.ID: PostPage] = [:]
      var waiting = posts.count
      for await answer in group {
        if let (id, page) = answer {
          pages[id] = page
          waiting -= 1
        }
        if waiting == 0 || answer == nil { group.cancelAll() }
      }
      return pages
    }
  }

  /// Returns the children of a post, nested if the server supports it, flat if that is too large.
  private func list(
    below id: Post.ID, depth: Int, maximum: Int
  ) async throws(APIError) -> PostPage {
    let nested: PostPage
    do {
      nested = try await client.branch(id, depth, maximum)
      // A child may be too large with its branch, but not without.
      if nested.skipped.isEmpty || depth == 1 { return nested }
    } catch .tooLarge, .tooDeep {
      nested = PostPage(posts: [])
    }
    var page = try await client.branch(id, 1, maximum)
    let known = Dictionary(nested.posts.map { ($0.id, $0) }) { one, _ in one }
    page.posts = page.posts.map { known[$0.id] ?? $0 }
    page.isCut = page.isCut || nested.isCut
    return page
  }
}

extension PostsClient {
  /// Counts the posts below a post; nil if the server doesn't answer.
  ///
  /// Stops after 1,000 posts or two seconds.
  package func branchSize(of post: Post) async -> BranchSize? {
    guard post.hasChildren else { return BranchSize(replies: 0) }
    let reader = OutlineReader(client: self, bounds: .init(lists: 20, seconds: 2))
    let branch = try? await reader.read(below: post.id)
    return branch.map { BranchSize(replies: $0.nodes.count, isCut: $0.isCut) }
  }
}
