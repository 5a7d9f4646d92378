/// An element of a frame that can be pressed, with the mouse or by a script.
///
/// A view registers it where it draws it, so that its position is computed only once.
public struct FrameElement: Sendable {
  /// Its name, which is stable between frames: `back`, `card-17`.
  public var id: String
  /// Its visible cells.
  public var rect: Rect
  /// The action of the view that drew it.
  public var meaning: any Hashable & Sendable

  /// Creates an element.
  public init(id: String, rect: Rect, meaning: any Hashable & Sendable) {
    self.id = id
    self.rect = rect
    self.meaning = meaning
  }
}

extension FrameElement: Equatable {
  /// Whether two elements are equal and at the same position.
  public static func == (one: FrameElement, other: FrameElement) -> Bool {
    one.id == other.id && one.rect == other.rect
      && AnyHashable(one.meaning) == AnyHashable(other.meaning)
  }
}

extension Frame {
  /// Adds an element, clipped to `clip`; later elements lie on top.
  public mutating func add(_ element: FrameElement) {
    var element = element
    element.rect = element.rect.intersection(clip)
    if !element.rect.isEmpty { elements.append(element) }
  }

  /// Returns the topmost element at a point.
  public func element(at point: Point) -> FrameElement? {
    elements.last { $0.rect.contains(point) }
  }
}
