import FireflyAPI
import FireflyApp
import FireflyCore

/// Reads a branch of the tree, or several, from any server and within bounds: for the outline, and for
/// `firefly posts --tree`.
///
/// A server that nests tells most of it at once. What it did not nest, and everything from a plain one,
/// is asked for level by level, a few lists at a time.
struct OutlineReader: Sendable {
  /// How much is read at most.
  struct Bounds: Sendable {
    /// Posts, without the top.
    var posts = Outline.limit
    /// Posts of one list; that there are more makes the branch no cut one.
    var width = Int.max
    /// Levels below the top.
    var depth = 16
    /// Lists after the first one.
    var lists = 60
    /// Seconds for all lists after the first one.
    var seconds = 10.0
  }

  // As many requests as a client sends at a time.
  private static let atOnce = 4

  let client: PostsClient
  var bounds = Bounds()

  /// The branch below a post; what could not be loaded of it makes it a cut one.
  /// - Throws: `APIError` if there is nothing to show at all, or the task was cancelled.
  func read(below top: Post.ID) async throws(APIError) -> Outline.Branch {
    var tree = OutlineTree(top: top, bounds: bounds)
    tree.insert(try await list(below: top, depth: bounds.depth, maximum: bounds.posts), below: top)
    return try await completed(tree)
  }

  /// Posts with the branches below them; those that stand below another one come there, and once.
  ///
  /// - Parameter posts: of any levels, such as a feed's.
  /// - Returns: the branch, cut where something could not be loaded.
  /// - Throws: `APIError.cancelled`.
  func read(_ posts: [Post]) async throws(APIError) -> Outline.Branch {
    try await completed(OutlineTree(firsts: posts, bounds: bounds))
  }

  /// The branch of a tree when what was still open in it has been asked for.
  private func completed(_ tree: OutlineTree) async throws(APIError) -> Outline.Branch {
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

  /// The lists below some posts, as far as they come in time.
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

  /// The children of a post, nested where the server nests; flat where that is too much to read.
  private func list(
    below id: Post.ID, depth: Int, maximum: Int
  ) async throws(APIError) -> PostPage {
    let nested: PostPage
    do {
      nested = try await client.branch(id, depth, maximum)
      // A child may be too large to be read with all that is below it, but not without.
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
