import FireflyCore
import Synchronization

/// The posts of one source in memory, and their trees.
final class SourceCache: Sendable {
  static let maximumPosts = 200_000
  /// Time for which a list is not loaded again.
  private static let fresh = Duration.seconds(60)
  /// Time for which the lists of a tree can be shown for the first time.
  private static let usable = Duration.seconds(900)

  fileprivate struct Tree {
    /// Its number in the order of the trees.
    var number: Int
    var loadedAt: ContinuousClock.Instant
    var members: [Int]
    var cut: Set<Int>
    /// Posts whose replies have been shown since.
    var shown: Set<Int> = []
    /// The number of replies that a list has stated since, or before; nil for none.
    var stated: Int?
    /// Whether a list knows of more replies.
    var isOutdated = false
  }

  fileprivate struct State {
    var nodes: [Int: SourceNode] = [:]
    /// The replies of every post of a tree.
    var children: [Int: [Int]] = [:]
    /// By their top posts.
    var trees: [Int: Tree] = [:]
    /// The trees by their numbers, which grow; nil for those that were removed.
    var order: [Int?] = []
    /// How many trees at the beginning of the order were removed.
    var removed = 0
    /// Authors with the number of their posts, and their place in the order of their first posts.
    var authors: [String: (count: Int, place: Int)] = [:]
    var nextPlace = 0
  }

  private let maximum: Int
  private let state = Mutex(State())

  /// Creates an empty cache; beyond the maximum, the oldest trees are evicted.
  init(maximum: Int = maximumPosts) { self.maximum = maximum }

  /// Inserts posts of a list.
  ///
  /// - Returns: the posts, with the whole texts that are already in memory.
  @discardableResult
  func insert(_ nodes: [SourceNode]) -> [SourceNode] {
    state.withLock { state in
      if state.nodes.count > maximum { state = State() }
      for node in nodes { state.compare(node) }
      return nodes.map { state.insert($0) }
    }
  }

  /// Inserts a tree, and replaces the one with the same top post.
  func insert(_ tree: SourceTree) {
    let members = Self.members(of: tree)
    state.withLock { state in
      // If the tree is a part of another one, its top post stays in its place.
      let place = state.nodes[tree.root].flatMap { $0.parent == nil ? nil : $0 }
      let stated = state.trees[tree.root]?.stated
      state.remove(tree.root)
      while state.nodes.count + members.count > maximum, let oldest = state.oldest {
        state.remove(oldest)
      }
      var children: [Int: [Int]] = [:]
      for node in members {
        children[node.id] = children[node.id] ?? []
        if let parent = node.parent { children[parent, default: []].append(node.id) }
      }
      let below = Self.posts(below: tree.root, children)
      for var node in members {
        if node.id != tree.root { node.root = tree.root }
        // All that is below it, at any depth.
        let isTop = node.id == tree.root && place == nil
        node.childCount = max(below[node.id] ?? 0, isTop ? 0 : node.childCount ?? 0)
        if node.id == tree.root, let place { (node.parent, node.root) = (place.parent, place.root) }
        state.insert(node)
      }
      state.children.merge(children) { _, new in new }
      state.trees[tree.root] = Tree(
        number: state.order.count, loadedAt: .now, members: members.map(\.id), cut: tree.cut,
        stated: stated)
      state.order.append(tree.root)
    }
  }

  /// Returns the number of posts below each post of a tree, at any depth.
  private static func posts(below root: Int, _ children: [Int: [Int]]) -> [Int: Int] {
    var order = [root]
    var next = 0
    while next < order.count {
      order += children[order[next]] ?? []
      next += 1
    }
    var below: [Int: Int] = [:]
    for id in order.reversed() {
      below[id] = (children[id] ?? []).reduce(0) { $0 + 1 + (below[$1] ?? 0) }
    }
    return below
  }

  /// Returns the posts of a tree, each once and with an existing parent.
  ///
  /// Posts without one, and posts in cycles, move below the top post.
  private static func members(of tree: SourceTree) -> [SourceNode] {
    var known: [Int: Int] = [:]
    var members: [SourceNode] = []
    for node in tree.nodes where known[node.id] == nil {
      known[node.id] = members.count
      members.append(node)
    }
    // 1: on the current path up; 2: leads to the top.
    var marks = [UInt8](repeating: 0, count: members.count)
    for start in members.indices {
      var way: [Int] = []
      var place = start
      while marks[place] == 0 {
        marks[place] = 1
        way.append(place)
        guard members[place].id != tree.root else {
          members[place].parent = nil
          break
        }
        guard let parent = members[place].parent, let next = known[parent], marks[next] != 1 else {
          members[place].parent = tree.root
          break
        }
        place = next
      }
      for place in way { marks[place] = 2 }
    }
    return members
  }

  /// Inserts a post that the user has written or changed; its tree is loaded again when it is shown.
  func changed(_ node: SourceNode) {
    state.withLock { state in
      var node = node
      node.root = node.parent.map { state.nodes[$0]?.root ?? $0 }
      state.insert(node)
      state.outdate(node)
    }
  }

  /// Removes a post that the user has removed.
  func remove(_ id: Int) {
    state.withLock { state in
      guard let node = state.nodes.removeValue(forKey: id) else { return }
      state.forgetAuthor(of: node)
      if let parent = node.parent { state.children[parent]?.removeAll { $0 == id } }
      state.outdate(node)
    }
  }

  /// Returns a post; nil if it is not in memory.
  func node(_ id: Int) -> SourceNode? { state.withLock { $0.nodes[id] } }

  /// Returns the posts above a post, the nearest first; nil if some are missing.
  func ancestors(of id: Int) -> [SourceNode]? {
    state.withLock { state in
      guard var node = state.nodes[id] else { return nil }
      var result: [SourceNode] = []
      while let parent = node.parent {
        guard let above = state.nodes[parent], result.count < 512 else { return nil }
        result.append(above)
        node = above
      }
      return result
    }
  }

  /// Returns the replies to a post, if they are in memory and recent.
  ///
  /// - Parameter willBeShown: whether the list is about to be shown. Shown again after a minute, it
  ///   is loaded again.
  /// - Returns: nil if the tree has to be loaded.
  func children(of id: Int, willBeShown: Bool) -> [SourceNode]? {
    state.withLock { state in
      guard let node = state.nodes[id], let children = state.children[id] else { return nil }
      let root = state.trees[id] == nil ? node.root ?? id : id
      guard let tree = state.trees[root], !tree.cut.contains(id), !tree.isOutdated else {
        return nil
      }
      let age = tree.loadedAt.duration(to: .now)
      let isFirst = !tree.shown.contains(id)
      guard age < Self.fresh || age < Self.usable && isFirst else { return nil }
      if willBeShown { state.trees[root]?.shown.insert(id) }
      return children.compactMap { state.nodes[$0] }
    }
  }

  /// Returns whether the replies to a post are loaded separately from its tree.
  func isPart(_ id: Int) -> Bool {
    state.withLock { state in
      guard let node = state.nodes[id] else { return false }
      let isLoaded = state.trees[id] != nil && node.parent != nil
      return isLoaded || state.trees[node.root ?? id]?.cut.contains(id) == true
    }
  }

  /// Returns the replies to a post in memory, however old.
  func knownChildren(of id: Int) -> [SourceNode] {
    state.withLock { state in (state.children[id] ?? []).compactMap { state.nodes[$0] } }
  }

  /// Returns the authors of posts in memory with the number of their posts, the most active first.
  func authors(atMost limit: Int) -> [(handle: String, count: Int)] {
    state.withLock { state in
      state.authors.sorted { ($1.value.count, $0.value.place) < ($0.value.count, $1.value.place) }
        .prefix(limit).map { (handle: $0.key, count: $0.value.count) }
    }
  }
}

extension SourceCache.State {
  /// Marks the tree of a post of a list as outdated if the list states more replies than the one before, and than
  /// the tree has.
  fileprivate mutating func compare(_ node: SourceNode) {
    guard let tree = trees[node.id], let count = node.childCount else { return }
    if count > max(tree.stated ?? 0, tree.members.count - 1) { trees[node.id]?.isOutdated = true }
    trees[node.id]?.stated = count
  }

  @discardableResult
  fileprivate mutating func insert(_ node: SourceNode) -> SourceNode {
    var node = node
    let old = nodes[node.id]
    // A list may contain less of a post than its tree.
    if node.root == nil, node.parent != nil { node.root = old?.root }
    node.authorName = node.authorName ?? old?.authorName
    if node.facts.isExcerpt, let old, !old.facts.isExcerpt {
      (node.text, node.facts.isExcerpt) = (old.text, false)
    }
    nodes[node.id] = node
    guard old == nil, let author = node.author else { return node }
    if authors[author] == nil {
      authors[author] = (0, nextPlace)
      nextPlace += 1
    }
    authors[author]?.count += 1
    return node
  }

  /// The tree that was loaded before all others; nil for none.
  fileprivate var oldest: Int? {
    mutating get {
      while removed < order.count, order[removed] == nil { removed += 1 }
      return removed < order.count ? order[removed] : nil
    }
  }

  fileprivate mutating func remove(_ root: Int) {
    guard let tree = trees.removeValue(forKey: root) else { return }
    order[tree.number] = nil
    for id in tree.members {
      children[id] = nil
      if let node = nodes.removeValue(forKey: id) { forgetAuthor(of: node) }
    }
  }

  fileprivate mutating func forgetAuthor(of node: SourceNode) {
    guard let author = node.author else { return }
    authors[author]?.count -= 1
    if authors[author]?.count == 0 { authors[author] = nil }
  }

  /// Marks the trees that a post belongs to as outdated.
  fileprivate mutating func outdate(_ node: SourceNode) {
    for id in [node.id, node.parent, node.root].compactMap(\.self) {
      trees[id]?.isOutdated = true
    }
  }
}
