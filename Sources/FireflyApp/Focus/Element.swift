import FireflyScreen

/// Something on the screen that can be pressed: by the mouse, from outside, and in tests.
///
/// A view puts it into its frame where it draws it.
public struct Element: Hashable, Sendable {
  /// Its name, the same in every frame: `back`, `card-17`.
  public var id: String
  /// Its cells, as far as they can be seen.
  public var rect: Rect
  /// What pressing it does.
  public var action: Action
  /// What a drag to the left does; nil for nothing.
  public var swipe: Action?

  /// An element.
  public init(_ id: String, _ rect: Rect, _ action: Action, swipe: Action? = nil) {
    self.id = id
    self.rect = rect
    self.action = action
    self.swipe = swipe
  }

  fileprivate struct Meaning: Hashable {
    let action: Action
    let swipe: Action?
  }

  fileprivate init?(_ element: FrameElement) {
    guard let meaning = element.meaning as? Meaning else { return nil }
    self.init(element.id, element.rect, meaning.action, swipe: meaning.swipe)
  }
}

extension Frame {
  /// Adds an element, as far as it can be seen; what is drawn later lies on top.
  mutating func add(_ element: Element) {
    add(
      FrameElement(
        id: element.id, rect: element.rect,
        meaning: Element.Meaning(action: element.action, swipe: element.swipe)))
  }

  /// All that can be pressed, the topmost last.
  public var pressables: [Element] { elements.compactMap { Element($0) } }

  /// A point at which a press means the element of that name; nil if there is none, or none that isn't
  /// covered.
  public func point(of id: String) -> Point? {
    for element in elements.reversed() where element.id == id {
      for y in element.rect.y..<element.rect.maxY {
        for x in element.rect.x..<element.rect.maxX {
          let point = Point(x: x, y: y)
          if self.element(at: point)?.id == id { return point }
        }
      }
    }
    return nil
  }

  /// What a press at a point presses: the topmost element there.
  public func pressable(at point: Point) -> Element? {
    element(at: point).flatMap { Element($0) }
  }
}
