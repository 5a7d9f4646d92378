import FireflyScreen

/// An element of a frame that can be pressed by the mouse, the automation port and tests.
///
/// Views add it where they draw it.
package struct Element: Hashable, Sendable {
  /// The name, which is stable between frames: `back`, `card-17`.
  package let id: String
  /// The visible cells.
  package let rect: Rect
  /// The action of a press.
  package let action: Action
  /// The action of a swipe to the left; nil for none.
  let swipe: Action?

  fileprivate struct Meaning: Hashable {
    let action: Action
    let swipe: Action?
  }

  fileprivate init?(_ element: FrameElement) {
    guard let meaning = element.meaning as? Meaning else { return nil }
    (id, rect) = (element.id, element.rect)
    (action, swipe) = (meaning.action, meaning.swipe)
  }
}

extension Frame {
  /// Adds an element, clipped to the visible area; later ones lie on top.
  mutating func add(_ id: String, _ rect: Rect, _ action: Action, swipe: Action? = nil) {
    add(FrameElement(id: id, rect: rect, meaning: Element.Meaning(action: action, swipe: swipe)))
  }

  /// Draws a text in one row, and adds it as an element; returns the column after it.
  @discardableResult
  mutating func draw(
    _ text: [Glyph], at point: Point, style: Style, pressing id: String, _ action: Action
  ) -> Int {
    let end = draw(text, at: point, style: style)
    add(id, Rect(x: point.x, y: point.y, width: end - point.x, height: 1), action)
    return end
  }

  /// All elements that can be pressed, the topmost last.
  package var pressables: [Element] { elements.compactMap { Element($0) } }

  /// Returns a point where the element of that name can be pressed; nil if it is covered or
  /// missing.
  package func point(of id: String) -> Point? {
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

  /// Returns the topmost element at a point.
  package func pressable(at point: Point) -> Element? {
    element(at: point).flatMap { Element($0) }
  }
}
