/// An element of a frame that can be pressed, with the mouse or by a script.
///
/// A view registers it where it draws it, so that its position is computed only once.
package struct FrameElement: Sendable {
  /// Its name, which is stable between frames: `back`, `card-17`.
  package var id: String
  /// Its visible cells.
  package var rect: Rect
  /// The action of the view that drew it.
  package var meaning: any Hashable & Sendable

  /// Creates an element.
  package init(id: String, rect: Rect, meaning: any Hashable & Sendable) {
    self.id = id
    self.rect = rect
    self.meaning = meaning
  }
}

extension FrameElement: Equatable {
  /// Whether two elements are equal and at the same position.
  package static func == (one: FrameElement, other: FrameElement) -> Bool {
    one.id == other.id && one.rect == other.rect
      && AnyHashable(one.meaning) == AnyHashable(other.meaning)
  }
}

extension Frame {
  /// Adds an element, clipped to `clip`; later elements lie on top.
  package mutating func add(_ element: FrameElement) {
    var element = element
    element.rect = element.rect.intersection(clip)
    if !element.rect.isEmpty { elements.append(element) }
  }

  /// Returns the topmost element at a point.
  package func element(at point: Point) -> FrameElement? {
    elements.last { $0.rect.contains(point) }
  }
}
