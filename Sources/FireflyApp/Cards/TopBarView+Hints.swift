import FireflyCore
import FireflyScreen

// The keys that the bar names in free room: three at most, each at its place while the selection moves.
extension TopBarView {
  /// A key that is named in free room.
  struct Hint {
    let element: String
    let binding: String
    let words: String
    let action: Action
    /// Whether it does something with the selected post; its columns stay free where it doesn't.
    let applies: Bool
  }

  /// Rows of a screen on which no key is named in free room.
  static let smallRows = 12

  /// The keys to name for this place: with the button, and the one for what is new, three at most.
  func hints(besideButton: Bool) -> [Hint] {
    let list = scene.explorer.list
    guard canvas.layout.size.height > Self.smallRows, scene.editor == nil, scene.find == nil,
      list.showsPosts
    else { return [] }
    let view = Hint(
      element: "view", binding: "thread", words: list.isThread ? "cards" : "thread",
      action: .thread(.pressed), applies: scene.offersThread)
    guard scene.site.has(.pages), !besideButton, scene.lists.explorer == .posts else {
      return [view]
    }
    let post = list.selectedPost(at: scene.explorer.position)
    return [
      view,
      Hint(
        element: "article", binding: "article", words: "article", action: .article(.pressed),
        applies: post?.pageAddress != nil),
    ]
  }

  /// Draws the keys that are named in free room.
  ///
  /// - Parameters:
  ///   - edge: the column before which they end.
  ///   - end: the column before which the left part ends without them.
  /// - Returns: the column before which the left part ends.
  func drawHints(
    _ hints: [Hint], before edge: Int, end: Int, into frame: inout Frame
  ) -> Int {
    var (edge, end) = (edge, end)
    for hint in hints {
      guard let label = canvas.keyHint(hint.binding, hint.words),
        let place = AddButton.place(columns: label.count, before: edge, scene, canvas),
        leavesName(place.x)
      else { break }
      edge = place.x
      guard hint.applies else { continue }
      frame.draw(
        Glyph.glyphs(of: label), at: Point(x: place.x, y: 0), style: canvas.onBackdrop(.underline),
        pressing: hint.element, hint.action)
      end = place.x - 1
    }
    return end
  }
}

extension ListScene {
  /// Whether replies can be shown as a thread: in a level of replies, and in lists of posts for the selected one.
  fileprivate var offersThread: Bool {
    let list = explorer.list
    guard list.showsPosts, !list.posts.isEmpty else { return false }
    if list.isThread { return true }
    let post = list.selectedPost(at: explorer.position)
    return explorer.navigator.current.destination?.hasThread(of: list.parent) == true
      ? list.parent?.contents == nil
      : post?.template == .post && post?.contents == nil && post?.hasChildren == true
  }
}
