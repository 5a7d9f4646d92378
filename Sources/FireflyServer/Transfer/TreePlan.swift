/// Every post once, each below its parent: the order of a nested export.
///
/// Posts whose parent is missing are roots; of a ring of parents, the lowest number is.
struct TreePlan {
  /// The most levels that fit into nested JSON: readers give up at 512 brackets, two a level.
  static let maxLevels = 200

  /// Number and level (0 for roots), depth first, siblings by number.
  private(set) var steps: [(id: Int, level: Int)] = []
  /// How many levels there are.
  private(set) var levels = 0

  /// Plans a whole tree.
  init(_ links: [PostLink]) {
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
    for root in roots { visit(root, children, &seen) }
    // What is left hangs on rings.
    for link in links where !seen.contains(link.id) { visit(link.id, children, &seen) }
  }

  private mutating func visit(_ root: Int, _ children: [Int: [Int]], _ seen: inout Set<Int>) {
    var waiting = [(id: root, level: 0)]
    while let step = waiting.popLast() {
      guard seen.insert(step.id).inserted else { continue }
      steps.append(step)
      levels = max(levels, step.level + 1)
      for child in (children[step.id] ?? []).reversed() {
        waiting.append((child, step.level + 1))
      }
    }
  }
}
