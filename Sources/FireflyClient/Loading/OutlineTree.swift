import FireflyCore
import FireflyModel

/// The loaded part of one or more branches, with each post once, even if the server reports cycles.
struct OutlineTree {
  /// A post whose children have not been loaded.
  struct UnreadPost: Hashable, Sendable {
    let id: Post.ID
    /// Levels below the top.
    let depth: Int
  }

  private let top: Post.ID?
  private let bounds: OutlineReader.Bounds
  private var below: [Post.ID?: [Post]] = [:]
  private var above: [Post.ID: Post.ID] = [:]
  private var depths: [Post.ID: Int]
  /// The posts to load the children of, in order; those no longer in `unknown` are skipped.
  private var open: [UnreadPost] = []
  private var unknown: Set<Post.ID> = []
  /// Initial posts that have not been found below another post.
  private var firsts: Set<Post.ID> = []
  private var count = 0
  private var isCut = false

  /// Creates a tree with the ID of its top.
  init(top: Post.ID, bounds: OutlineReader.Bounds) {
    self.top = top
    self.bounds = bounds
    depths = [top: 0]
  }

  /// Creates a tree of posts of any levels, such as those of a feed.
  init(firsts posts: [Post], bounds: OutlineReader.Bounds) {
    top = nil
    self.bounds = bounds
    depths = [:]
    insert(PostPage(posts: posts), below: nil)
    firsts = Set(depths.keys)
    // A post below another one often arrives with that one's children.
    let inner = Set(posts.filter { $0.parentID.map(firsts.contains) ?? false }.map(\.id))
    open = open.filter { !inner.contains($0.id) } + open.filter { inner.contains($0.id) }
  }

  /// The number of posts that can still be added.
  var room: Int { bounds.posts - count }

  /// Returns the next posts to load the children of, the highest first; none if the tree is full.
  mutating func nextUnread(atMost count: Int) -> [UnreadPost] {
    guard room > 0 else { return [] }
    open.removeAll { !unknown.contains($0.id) }
    let next = Array(open.prefix(count))
    open.removeFirst(next.count)
    unknown.subtract(next.map(\.id))
    return next
  }

  /// Inserts the children of a post with everything nested in them, level by level; nil for a list
  /// that could not be loaded.
  mutating func insert(_ page: PostPage?, below parent: Post.ID?) {
    isCut = isCut || page?.isCut ?? true
    var lists = [(parent: parent, posts: page?.posts ?? [])]
    var next = 0
    while next < lists.count {
      let (parent, posts) = lists[next]
      next += 1
      let depth = (parent.flatMap { depths[$0] } ?? 0) + 1
      for var post in posts.prefix(bounds.width) {
        let isNew = depths[post.id] == nil
        // An initial post belongs here, not at the top.
        guard isNew || firsts.remove(post.id) != nil else { continue }
        guard !isNew || room > 0 else {
          isCut = true
          return
        }
        if isNew { add(post, at: depth) }
        if let children = post.children, unknown.remove(post.id) != nil {
          lists.append((post.id, children))
        }
        post.children = nil
        below[parent, default: []].append(post)
        above[post.id] = parent
      }
    }
  }

  private mutating func add(_ post: Post, at depth: Int) {
    count += 1
    depths[post.id] = depth
    guard post.hasChildren, post.template != .query else { return }
    guard depth < bounds.depth else {
      isCut = true
      return
    }
    open.append(UnreadPost(id: post.id, depth: depth))
    unknown.insert(post.id)
  }

  /// Returns the highest of some posts above a post, before the path repeats.
  private func start(of post: Post, among posts: [Post.ID: Post]) -> Post {
    var (start, id, met) = (post, post.id, Set<Post.ID>())
    while met.insert(id).inserted, let next = above[id] {
      id = next
      start = posts[id] ?? start
    }
    return start
  }

  /// The lines of all posts, parents before their children.
  var branch: OutlineBranch {
    var nodes: [OutlineBranch.Node] = []
    nodes.reserveCapacity(count)
    var seen: Set<Post.ID> = []
    func walk(_ post: Post) {
      var waiting = [OutlineBranch.Node(post: post, depth: 1)]
      while let node = waiting.popLast() {
        guard node.depth <= bounds.depth, seen.insert(node.post.id).inserted else { continue }
        nodes.append(node)
        waiting += (below[node.post.id] ?? []).reversed()
          .map { OutlineBranch.Node(post: $0, depth: node.depth + 1) }
      }
    }
    let tops = below[top] ?? []
    for post in tops where top != nil || firsts.contains(post.id) { walk(post) }
    // The remaining posts are in cycles, or too deep below others.
    let byID = Dictionary(tops.map { ($0.id, $0) }) { one, _ in one }
    for post in tops where !seen.contains(post.id) {
      walk(start(of: post, among: byID))
      walk(post)
    }
    return OutlineBranch(nodes, isCut: isCut || !unknown.isEmpty || nodes.count < count)
  }
}
