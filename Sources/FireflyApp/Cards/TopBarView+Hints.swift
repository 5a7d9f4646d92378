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
    /// The columns that it takes at least.
    var columns = 0
  }

  /// Columns between the parts of the bar.
  static let gap = 2

  /// Rows of a screen on which no key is named in free room.
  static let smallRows = 12

  /// The keys to name for this place: with the button, and the one for what is new, three at most.
  ///
  /// - Parameter isGoingOn: whether the bar says what is going on.
  func hints(besideButton: Bool, isGoingOn: Bool) -> [Hint] {
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
    let post = list.selectedPost(at: scene.explorer.position)
    var hints = site.asksForSignIn ? [signIn] : []
    if !view.applies, !isGoingOn, let post, scene.offersReply(to: post) {
      // In the place of the key that shows replies: there are none.
      let columns = canvas.keyHint(view.action, view.words)?.displayWidth ?? 0
      hints.append(
        Hint(
          element: "reply", words: "reply", action: .editor(.replyPressed), applies: true,
          columns: columns))
    } else if view.applies || list.hasReplies {
      hints.append(view)
    }
    let time = Date(timeIntervalSince1970: canvas.context.date)
    if let poll = post?.service?.poll, poll.refusal(at: time) == nil, site.offers(.mark) {
      hints.append(
        Hint(element: "vote", words: "vote", action: .mark(.votePressed), applies: true))
    } else if site.has(.pages), !besideButton, ![.profile, .query].contains(post?.template) {
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
    // In a narrow bar, a name needs each column.
    let endGap = canvas.layout.size.width < 60 ? 1 : Self.gap
    var (kept, end) = (edge, position.map { $0.x - endGap } ?? edge + 1)
    var isBesideKey = false
    let button = AddButton(scene, canvas, before: edge, leaving: room)
    let leaves = { (column: Int) in
      self.leavesName(column - room, besideOther: remark != nil)
    }
    let place = { (hint: Hint, kept: Int, cutsTitle: Bool) -> (label: String, x: Int)? in
      guard let label = canvas.keyHint(hint.action, hint.words),
        let rect = AddButton.place(
          columns: max(label.displayWidth, hint.columns), before: kept, leaving: room,
          cutsTitle: cutsTitle, scene, canvas),
        leaves(rect.x)
      else { return nil }
      return (label, rect.x)
    }
    // Without room for both, the button gives way to the key that signs in, for which it asks as well, and in lists of
    // posts to the one that answers.
    let first = hints(besideButton: false, isGoingOn: remark != nil).first
    let isRoot = scene.explorer.navigator.depth == 0
    let givesWay = { (button: AddButton) in
      guard let first, isRoot,
        [.signIn(.pressed), .editor(.replyPressed)].contains(first.action)
      else { return false }
      return place(first, button.rect.x, false) == nil && place(first, edge, true) != nil
    }
    if let button, leaves(button.rect.x), !givesWay(button) {
      frame.draw(
        button.label, at: Point(x: button.rect.x, y: 0), style: canvas.onBackdrop(.underline))
      frame.add(button.offer.element, button.rect, .editor(button.offer.action))
      (kept, end, isBesideKey) = (button.rect.x, button.rect.x - Self.gap, true)
    }
    for hint in hints(besideButton: kept < edge, isGoingOn: remark != nil) {
      guard let (label, x) = place(hint, kept, !isBesideKey && hint.applies) else { break }
      kept = x
      guard hint.applies else { continue }
      frame.draw(
        Glyph.glyphs(of: label), at: Point(x: x, y: 0), style: canvas.onBackdrop(.underline),
        pressing: hint.element, hint.action)
      (end, isBesideKey) = (x - Self.gap, true)
    }
    guard let remark else { return end }
    // Alone beside the position, it belongs to it.
    let dot = position?.isEmpty == false && !isBesideKey ? canvas.symbols.dot : ""
    let before = isBesideKey ? kept - Self.gap : (position?.wordsX ?? self.end) - dot.count
    let x = before - remark.columns
    draw(remark, at: x, into: &frame)
    frame.draw(dot, at: Point(x: before, y: 0), style: canvas.onBackdrop())
    return x - Self.gap
  }
}

extension ListScene {
  /// Whether a post can be answered, and nothing on its card says so.
  fileprivate func offersReply(to post: Post) -> Bool {
    post.template == .post && !post.isUnsaved && site.can(.reply, on: post)
      && post.childIndicator(for: site.account) == nil
  }

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
