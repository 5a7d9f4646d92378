import FireflyCore
import FireflyModel
import FireflyScreen
import Foundation

// The keys that the bar names: three at most, each at its place while the selection moves and counts change.
extension TopBarView {
  /// A key that is named in free room.
  struct Hint {
    let element: String
    let words: String
    let action: Action
    /// Whether it does something with the selected post; its columns stay free where it doesn't.
    let applies: Bool
  }

  /// Columns between the left part and the first key.
  private static let gap = 2

  /// Rows of a screen on which no key is named in free room.
  static let smallRows = 12

  /// The keys to name for this place: with the button, and the one for what is new, three at most.
  func hints(besideButton: Bool) -> [Hint] {
    let list = scene.explorer.list
    guard canvas.layout.size.height > Self.smallRows, scene.editor == nil, scene.find == nil,
      list.showsPosts
    else { return [] }
    let view = Hint(
      element: "view", words: list.isThread ? "cards" : "thread",
      action: .thread(.pressed), applies: scene.offersThread)
    let signIn = Hint(
      element: "sign-in", words: "sign in", action: .signIn(.pressed), applies: true)
    let site = scene.site
    var hints =
      (site.asksForSignIn ? [signIn] : []) + (view.applies || list.hasReplies ? [view] : [])
    let post = list.selectedPost(at: scene.explorer.position)
    let time = Date(timeIntervalSince1970: canvas.context.date)
    if let poll = post?.service?.poll, poll.refusal(at: time) == nil, site.offers(.mark) {
      hints.append(
        Hint(element: "vote", words: "vote", action: .mark(.votePressed), applies: true))
    } else if site.has(.pages), !besideButton, scene.lists.explorer == .posts {
      hints.append(
        Hint(
          element: "article", words: "article", action: .article(.pressed),
          applies: post?.pageAddress != nil))
    }
    return hints
  }

  /// Draws the keys that do something here, and before them what is going on.
  ///
  /// - Parameter position: what stands at the end of the bar.
  /// - Returns: the column before which the left part ends.
  func drawKeys(before position: Position?, into frame: inout Frame) -> Int {
    let edge = position.map { $0.x - 1 } ?? end
    let remark = remark(before: position)
    let room = remark?.room ?? 0
    var (kept, end) = (edge, position == nil ? edge + 1 : edge)
    var isBesideKey = false
    let button = AddButton(scene, canvas, before: edge, leaving: room)
    if let button, leavesName(button.rect.x - room) {
      frame.draw(
        button.label, at: Point(x: button.rect.x, y: 0), style: canvas.onBackdrop(.underline))
      frame.add(button.offer.element, button.rect, .editor(button.offer.action))
      (kept, end, isBesideKey) = (button.rect.x, button.rect.x - Self.gap, true)
    }
    for hint in hints(besideButton: kept < edge) {
      guard let label = canvas.keyHint(hint.action, hint.words),
        let place = AddButton.place(
          columns: label.displayWidth, before: kept, leaving: room,
          cutsTitle: !isBesideKey && hint.applies, scene, canvas),
        leavesName(place.x - room)
      else { break }
      kept = place.x
      guard hint.applies else { continue }
      frame.draw(
        Glyph.glyphs(of: label), at: Point(x: place.x, y: 0), style: canvas.onBackdrop(.underline),
        pressing: hint.element, hint.action)
      (end, isBesideKey) = (place.x - Self.gap, true)
    }
    guard let remark else { return end }
    // Alone beside the position, it belongs to it.
    let before =
      isBesideKey ? kept - 2 : position.map { $0.x - canvas.symbols.dot.count } ?? self.end
    let x = before - remark.columns
    draw(remark, at: x, into: &frame)
    if !isBesideKey, position != nil {
      frame.draw(canvas.symbols.dot, at: Point(x: before, y: 0), style: canvas.onBackdrop())
    }
    return x - 1
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
