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

  /// What a press at a point presses: the topmost element there.
  public func pressable(at point: Point) -> Element? {
    element(at: point).flatMap { Element($0) }
  }
}
