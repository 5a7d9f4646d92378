import GRDB

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

  /// Plans the whole tree.
  /// - Throws: `DatabaseError`.
  init(_ db: Database) throws {
    var ids: [Int] = []
    var parents: [Int?] = []
    let rows = try Row.fetchCursor(db, sql: "SELECT id, parent_id FROM posts ORDER BY id")
    while let row = try rows.next() {
      ids.append(row[0])
      parents.append(row[1])
    }
    let known = Set(ids)
    var children: [Int: [Int]] = [:]
    var roots: [Int] = []
    for (id, parent) in zip(ids, parents) {
      if let parent, parent != id, known.contains(parent) {
        children[parent, default: []].append(id)
      } else {
        roots.append(id)
      }
    }
    var seen: Set<Int> = []
    for root in roots { visit(root, children, &seen) }
    // What is left hangs on rings.
    for id in ids where !seen.contains(id) { visit(id, children, &seen) }
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
