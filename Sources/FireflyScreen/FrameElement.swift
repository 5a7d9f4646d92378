/// Something in a frame that can be pressed, by a mouse or from outside.
///
/// A view puts it where it draws what is pressed, so that nobody has to work out again what lies under
/// a point.
public struct FrameElement: Sendable {
  /// Its name, the same in every frame: `back`, `card-17`.
  public var id: String
  /// Its cells, as far as they can be seen.
  public var rect: Rect
  /// What pressing it means to whoever drew it.
  public var meaning: any Hashable & Sendable

  /// An element.
  public init(id: String, rect: Rect, meaning: any Hashable & Sendable) {
    self.id = id
    self.rect = rect
    self.meaning = meaning
  }
}

extension FrameElement: Equatable {
  /// Whether two elements are the same thing at the same place.
  public static func == (one: FrameElement, other: FrameElement) -> Bool {
    one.id == other.id && one.rect == other.rect
      && AnyHashable(one.meaning) == AnyHashable(other.meaning)
  }
}

extension Frame {
  /// Adds an element, as far as it lies inside of `clip`; what is drawn later lies on top.
  public mutating func add(_ element: FrameElement) {
    var element = element
    element.rect = element.rect.intersection(clip)
    if !element.rect.isEmpty { elements.append(element) }
  }

  /// The topmost element at a point.
  public func element(at point: Point) -> FrameElement? {
    elements.last { $0.rect.contains(point) }
  }
}
