/// The order of a nested export: each post once, under its parent.
///
/// Posts with a missing parent are roots; in a cycle of parents, the post with the lowest number
/// is.
package struct TreePlan: Sendable {
  /// A post and its level; 0 for the topmost.
  package struct Step: Hashable, Sendable {
    /// The number of the post.
    package var id: Int
    /// Its level.
    package var level: Int
  }

  /// Maximum number of levels in nested JSON: readers accept 512 brackets, two per level.
  static let maxLevels = 200

  /// The posts depth first, siblings by number.
  package private(set) var steps: [Step] = []
  /// Number of levels.
  package private(set) var levels = 0

  /// Plans a whole tree or one branch.
  ///
  /// - Parameters:
  ///   - links: every post and its parent, by number.
  ///   - branch: the topmost post of the branch; nil for all posts. The plan is empty if there is
  ///     no such post.
  package init(_ links: [PostLink], branch: Int? = nil) {
    let known = Set(links.map(\.id))
    var children: [Int: [Int]] = [:]
    var roots: [Int] = []
    for link in links {
      if let parent = link.parent, parent != link.id, known.contains(parent) {
        children[parent, default: []].append(link.id)
      } else {
        roots.append(link.id)
      }
    }
    var seen: Set<Int> = []
    if let branch {
      if known.contains(branch) { visit(branch, children, &seen) }
      return
    }
    for root in roots { visit(root, children, &seen) }
    // The remaining posts are in or below cycles.
    for link in links where !seen.contains(link.id) { visit(link.id, children, &seen) }
  }

  private mutating func visit(_ root: Int, _ children: [Int: [Int]], _ seen: inout Set<Int>) {
    var waiting = [Step(id: root, level: 0)]
    while let step = waiting.popLast() {
      guard seen.insert(step.id).inserted else { continue }
      steps.append(step)
      levels = max(levels, step.level + 1)
      for child in (children[step.id] ?? []).reversed() {
        waiting.append(Step(id: child, level: step.level + 1))
      }
    }
  }
}
