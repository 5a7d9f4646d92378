/// A position on the screen, in character cells from the top left corner.
package struct Point: Hashable, Sendable {
  /// Column, from 0 at the left.
  package var x: Int
  /// Row, from 0 at the top.
  package var y: Int

  /// Creates a point at column `x` of row `y`.
  package init(x: Int, y: Int) {
    self.x = x
    self.y = y
  }
}

/// A width and a height in character cells, never negative.
package struct Size: Hashable, Sendable {
  /// Columns.
  package var width: Int
  /// Rows.
  package var height: Int

  /// Creates a size; negative sides become 0.
  package init(width: Int, height: Int) {
    self.width = max(0, width)
    self.height = max(0, height)
  }
}

/// A rectangle of character cells: `x ..< maxX` by `y ..< maxY`.
package struct Rect: Hashable, Sendable {
  /// Leftmost column.
  package var x: Int
  /// Topmost row.
  package var y: Int
  /// Columns, never negative.
  package var width: Int
  /// Rows, never negative.
  package var height: Int

  /// Creates a rectangle; negative sides become 0.
  package init(x: Int, y: Int, width: Int, height: Int) {
    self.x = x
    self.y = y
    self.width = max(0, width)
    self.height = max(0, height)
  }

  /// The first column to the right of the rectangle.
  package var maxX: Int { x + width }
  /// The first row below the rectangle.
  package var maxY: Int { y + height }
  /// Whether it contains no cell.
  package var isEmpty: Bool { width == 0 || height == 0 }

  /// Whether it contains the cell at `point`.
  package func contains(_ point: Point) -> Bool {
    point.x >= x && point.x < maxX && point.y >= y && point.y < maxY
  }

  /// Returns the common cells of both rectangles.
  package func intersection(_ other: Rect) -> Rect {
    let left = max(x, other.x)
    let top = max(y, other.y)
    return Rect(
      x: left, y: top,
      width: min(maxX, other.maxX) - left, height: min(maxY, other.maxY) - top)
  }
}
