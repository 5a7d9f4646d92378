import FireflyScreen
import Testing

@testable import FireflyApp

// A state in full is a megabyte: what a failing test prints of it is what tells states apart.
extension AppState: CustomTestStringConvertible {
  /// What tells it apart.
  public var testDescription: String {
    "\(explorer): \(current.testDescription), \(focus), note \(note?.text ?? "none")"
  }
}

extension ExplorerState: CustomTestStringConvertible {
  /// What tells it apart.
  public var testDescription: String {
    let levels = levels.map { level in
      "\(level.id) \(level.position) \(lists[level.id]?.testDescription ?? "no list")"
    }
    return levels.joined(separator: " › ") + ", slide \(slide)"
  }
}

extension ListState: CustomTestStringConvertible {
  /// What tells it apart.
  public var testDescription: String {
    "\(phase) \(posts.map(\.id)), expansions \(expansions), scrolling "
      + "\(String(describing: scrolling)), bodies \(bodies.mapValues(\.lines.count))"
  }
}

extension Rect {
  /// All cells, row by row.
  var points: [Point] {
    (y..<maxY).flatMap { y in (x..<maxX).map { Point(x: $0, y: y) } }
  }
}
