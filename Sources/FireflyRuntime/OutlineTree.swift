import FireflyApp
import FireflyCore

/// What is known of a branch, or of several, while it is read: each post once, whatever cycles a server
/// tells.
struct OutlineTree {
  /// A post of which the children are not known yet.
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
  /// The next ones to ask for; those that are no longer `unknown` are passed over.
  private var open: [UnreadPost] = []
  private var unknown: Set<Post.ID> = []
  /// Posts that it began with and that have not been found below another one.
  private var firsts: Set<Post.ID> = []
  private var count = 0
  private var isCut = false

  /// A tree of which only the top's number is known.
  init(top: Post.ID, bounds: OutlineReader.Bounds) {
    self.top = top
    self.bounds = bounds
    depths = [top: 0]
  }

  /// A tree that begins with posts of any levels, such as a feed's.
  init(firsts posts: [Post], bounds: OutlineReader.Bounds) {
    top = nil
    self.bounds = bounds
    depths = [:]
    insert(PostPage(posts: posts), below: nil)
    firsts = Set(depths.keys)
    // A post below another one often comes with that one's answer, and need not be asked for.
    let inner = Set(posts.filter { $0.parentID.map(firsts.contains) ?? false }.map(\.id))
    open = open.filter { !inner.contains($0.id) } + open.filter { inner.contains($0.id) }
  }

  /// Posts that it can still take.
  var room: Int { bounds.posts - count }

  /// The next posts to ask for the children of, the highest first; none where there is no room.
  mutating func nextUnread(atMost count: Int) -> [UnreadPost] {
    guard room > 0 else { return [] }
    open.removeAll { !unknown.contains($0.id) }
    let next = Array(open.prefix(count))
    open.removeFirst(next.count)
    unknown.subtract(next.map(\.id))
    return next
  }

  /// Takes the children of a post with what is nested in them, upper levels first; nil for a list that
  /// could not be loaded.
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
        // One that it began with has its place here, not among the first ones.
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

  /// The last of some posts that is met on the way up from one of them, before the way is a circle.
  private func start(of post: Post, among posts: [Post.ID: Post]) -> Post {
    var (start, id, met) = (post, post.id, Set<Post.ID>())
    while met.insert(id).inserted, let next = above[id] {
      id = next
      start = posts[id] ?? start
    }
    return start
  }

  /// The lines of all that was taken, parents before their children.
  var branch: Outline.Branch {
    var nodes: [Outline.Node] = []
    nodes.reserveCapacity(count)
    var seen: Set<Post.ID> = []
    func walk(_ post: Post) {
      var waiting = [Outline.Node(post: post, depth: 1)]
      while let node = waiting.popLast() {
        guard node.depth <= bounds.depth, seen.insert(node.post.id).inserted else { continue }
        nodes.append(node)
        waiting += (below[node.post.id] ?? []).reversed()
          .map { Outline.Node(post: $0, depth: node.depth + 1) }
      }
    }
    let tops = below[top] ?? []
    for post in tops where top != nil || firsts.contains(post.id) { walk(post) }
    // What is left hangs on cycles, or is too deep below the others.
    let byID = Dictionary(tops.map { ($0.id, $0) }) { one, _ in one }
    for post in tops where !seen.contains(post.id) {
      walk(start(of: post, among: byID))
      walk(post)
    }
    return Outline.Branch(nodes, isCut: isCut || !unknown.isEmpty || nodes.count < count)
  }
}
