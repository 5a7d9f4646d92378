import Testing

@testable import FireflySources

/// When a tree in memory is loaded again.
@Suite struct SourceCacheTests {
  /// A story with replies that were loaded.
  private func tree(_ replies: Int) -> SourceTree {
    let nodes = (0...replies).map { index in
      var node = SourceNode(id: 1 + index)
      node.parent = index == 0 ? nil : 1
      return node
    }
    return SourceTree(root: 1, nodes: nodes)
  }

  /// The story as a list has it.
  private func listed(_ replies: Int?) -> SourceNode {
    var node = SourceNode(id: 1)
    node.childCount = replies
    return node
  }

  private func isKnown(_ cache: SourceCache) -> Bool {
    cache.children(of: 1, willBeShown: true) != nil
  }

  @Test func aListWithMoreRepliesOutdatesATree() {
    let cache = SourceCache()
    cache.insert(tree(2))
    for count in [nil, 0, 2] {
      cache.insert([listed(count)])
      #expect(isKnown(cache), "\(count ?? -1)")
    }
    cache.insert([listed(3)])
    #expect(!isKnown(cache))
    cache.insert(tree(3))
    #expect(isKnown(cache))
  }

  /// Some services count replies that were deleted: then the tree never has all.
  @Test func aCountThatIsAlwaysHigherLoadsATreeOnceMoreOnly() {
    let cache = SourceCache()
    cache.insert([listed(5)])
    cache.insert(tree(2))
    cache.insert([listed(5)])
    #expect(!isKnown(cache))
    cache.insert(tree(2))
    cache.insert([listed(5)])
    #expect(isKnown(cache))
    cache.insert([listed(6)])
    #expect(!isKnown(cache))
  }

  @Test(arguments: [Int.max, Int.min, -1]) func oddCountsAreCompared(count: Int) {
    let cache = SourceCache()
    cache.insert(tree(1))
    cache.insert([listed(count)])
    #expect(isKnown(cache) == (count < 0))
  }

  /// A reply counts what is below it as the story does, or what the service states if that is more.
  @Test func aReplyCountsAllThatIsBelowIt() {
    let cache = SourceCache()
    var nodes = (1...6).map { SourceNode(id: $0) }
    for (id, parent) in [(2, 1), (3, 2), (4, 3), (5, 2), (6, 1)] { nodes[id - 1].parent = parent }
    nodes[5].childCount = 3
    cache.insert(SourceTree(root: 1, nodes: nodes.reversed()))
    #expect((1...6).map { cache.node($0)?.childCount } == [5, 3, 1, 0, 0, 3])
  }
}
