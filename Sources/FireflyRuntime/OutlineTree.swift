import FireflyApp
import FireflyCore

/// What is known of a branch while it is read: each post once, whatever cycles a server tells.
struct OutlineTree {
  /// A post of which the children are not known yet.
  struct Open: Hashable, Sendable {
    let id: Post.ID
    /// Levels below the top.
    let depth: Int
  }

  private let top: Post.ID
  private let mostPosts: Int
  private let deepest: Int
  private var below: [Post.ID: [Post]] = [:]
  private var depths: [Post.ID: Int]
  private var open: [Open] = []
  private var isCut = false

  init(top: Post.ID, mostPosts: Int, depth: Int) {
    self.top = top
    self.mostPosts = mostPosts
    deepest = depth
    depths = [top: 0]
  }

  /// Posts that it can still take.
  var room: Int { mostPosts + 1 - depths.count }

  /// The next posts to ask for the children of, the highest first; none where there is no room.
  mutating func nextOpen(atMost count: Int) -> [Open] {
    guard room > 0 else { return [] }
    let next = Array(open.prefix(count))
    open.removeFirst(next.count)
    return next
  }

  /// Takes the children of a post with what is nested in them, upper levels first; nil for a list that
  /// could not be had.
  mutating func take(_ page: PostPage?, below parent: Post.ID) {
    isCut = isCut || page?.isCut ?? true
    var lists = [(parent: parent, posts: page?.posts ?? [])]
    var next = 0
    while next < lists.count {
      let (parent, posts) = lists[next]
      next += 1
      let depth = (depths[parent] ?? 0) + 1
      for var post in posts where depths[post.id] == nil {
        guard room > 0 else {
          isCut = true
          return
        }
        depths[post.id] = depth
        if let children = post.children, depth < deepest {
          lists.append((post.id, children))
        } else if post.hasChildren, post.template != .query {
          if depth < deepest { open.append(Open(id: post.id, depth: depth)) } else { isCut = true }
        }
        post.children = nil
        below[parent, default: []].append(post)
      }
    }
  }

  /// The lines of all that was taken, parents before their children.
  var branch: Outline.Branch {
    var nodes: [Outline.Node] = []
    nodes.reserveCapacity(depths.count)
    var waiting = (below[top] ?? []).reversed().map { Outline.Node(post: $0, depth: 1) }
    while let node = waiting.popLast() {
      nodes.append(node)
      waiting += (below[node.post.id] ?? []).reversed()
        .map { Outline.Node(post: $0, depth: node.depth + 1) }
    }
    return Outline.Branch(nodes, isCut: isCut || !open.isEmpty)
  }
}
