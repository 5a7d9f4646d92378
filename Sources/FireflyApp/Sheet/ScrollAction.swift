/// A request to scroll a text, or to move in a list of lines.
package enum ScrollAction: Hashable, Sendable {
  /// By some lines, down if positive.
  case lines(Int)
  /// By pages, down if positive.
  case pages(Int)
  /// By halves of a page, down if positive.
  case halfPages(Int)
  /// To the beginning.
  case toStart
  /// To the end.
  case toEnd

  /// Returns the position afterwards, from 0 to `end`.
  func position(from position: Int, page: Int, end: Int) -> Int {
    let target =
      switch self {
      case .lines(let lines): position + lines
      case .pages(let pages): position + pages * page
      case .halfPages(let halves): position + halves * max(1, page / 2)
      case .toStart: 0
      case .toEnd: end
      }
    return max(0, min(target, end))
  }
}

extension Keymap {
  /// Returns bindings that scroll a text, with the keys of the lists.
  static func scrollBindings(_ action: (ScrollAction) -> Action) -> [Binding] {
    [
      bindAsInLists("down", action(.lines(1)), [], "a line down"),
      bindAsInLists("up", action(.lines(-1)), [], "a line up"),
      bindAsInLists("page-down", action(.pages(1)), [.character(" ")], "a page down"),
      bindAsInLists("page-up", action(.pages(-1)), [], "a page up"),
      bindAsInLists("half-page-down", action(.halfPages(1)), [], "half a page down"),
      bindAsInLists("half-page-up", action(.halfPages(-1)), [], "half a page up"),
      bindAsInLists("start", action(.toStart), [], "the beginning"),
      bindAsInLists("end", action(.toEnd), [], "the end"),
    ]
  }
}
