/// A cached rectangle of a frame, to be reused in later frames.
public struct FramePiece: Sendable {
  /// The position.
  public let rect: Rect
  private let cells: ContiguousArray<Cell>
  private let elements: ArraySlice<FrameElement>

  /// Copies a rectangle that one view has drawn completely.
  ///
  /// - Parameters:
  ///   - rect: the rectangle; inside the frame's `clip`.
  ///   - frame: the frame it was drawn into.
  ///   - first: the number of elements in the frame before the view drew.
  public init(_ rect: Rect, of frame: Frame, elementsFrom first: Int) {
    self.rect = rect
    var cells: ContiguousArray<Cell> = []
    cells.reserveCapacity(rect.width * rect.height)
    for y in rect.y..<rect.maxY {
      let start = y * frame.size.width
      cells.append(contentsOf: frame.cells[start + rect.x..<start + rect.maxX])
    }
    self.cells = cells
    elements = frame.elements[first...]
  }

  /// Passes the cells of a row, from the top.
  func withRow(_ row: Int, _ use: (UnsafeBufferPointer<Cell>) -> Void) {
    cells.withUnsafeBufferPointer { cells in
      let start = row * rect.width
      use(UnsafeBufferPointer(rebasing: cells[start..<start + rect.width]))
    }
  }

  /// Its pressable elements.
  var pressable: ArraySlice<FrameElement> { elements }
}
