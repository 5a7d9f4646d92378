/// A rectangle of a frame as it was drawn, to be put into a later one where it would look the same.
public struct FramePiece: Sendable {
  /// Where it stands.
  public let rect: Rect
  private let cells: ContiguousArray<Cell>
  private let elements: ArraySlice<FrameElement>

  /// Takes what is drawn in a rectangle by a view that covers all of it, whatever was below.
  ///
  /// - Parameters:
  ///   - rect: what the view has drawn; inside of the frame's `clip`.
  ///   - frame: the frame it was drawn into.
  ///   - first: how many elements the frame had before.
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

  /// The cells of one of its rows, from above.
  func withRow(_ row: Int, _ use: (UnsafeBufferPointer<Cell>) -> Void) {
    cells.withUnsafeBufferPointer { cells in
      let start = row * rect.width
      use(UnsafeBufferPointer(rebasing: cells[start..<start + rect.width]))
    }
  }

  /// What of it can be pressed.
  var pressable: ArraySlice<FrameElement> { elements }
}
