import FireflyCore
import FireflyScreen

/// Draws the current level, or the two levels that share the window during a slide; on a wide screen
/// with their side columns.
enum LevelsView {
  static func draw(
    _ scene: ListScene, _ canvas: Canvas, pictures: some PictureSource, into frame: inout Frame
  ) {
    let explorer = scene.explorer
    let place = explorer.slide.value(at: canvas.now)
    let levels = explorer.levels
    guard !explorer.slide.isSettled(at: canvas.now), levels.count > 1 else {
      return draw(
        explorer.navigator.current, explorer.list, scene, canvas, pictures: pictures, into: &frame)
    }
    let left = min(levels.count - 1, max(0, Int(place.rounded(.down))))
    let both = [left, left + 1].filter(levels.indices.contains)
    let lists = both.map { explorer.lists[levels[$0].id] }
    let panes = canvas.layout.panes(hasThread: lists.contains { $0?.isThread == true })
    for (index, list) in zip(both, lists) {
      guard let list else { continue }
      let level = levels[index]
      var side = Frame(size: frame.size, blank: Cell(style: canvas.backdrop))
      draw(level, list, scene, canvas, pictures: pictures, into: &side)
      // A list that slides out can't be pressed; both lists may have the same cards.
      if level.id != explorer.navigator.currentID { side.cover() }
      for pane in panes {
        let shift = Int(((place - Double(left)) * Double(pane.width)).rounded())
        let x = index == left ? -shift : pane.width - shift
        guard abs(x) < pane.width else { continue }
        frame.clipped(to: pane) {
          $0.copy(pane, of: side, to: Point(x: pane.x + x, y: pane.y))
        }
      }
    }
  }

  /// Draws a level; the one with the editor has the post that is answered above its list.
  private static func draw(
    _ level: Navigator.Level, _ list: ListState, _ scene: ListScene, _ canvas: Canvas,
    pictures: some PictureSource, into frame: inout Frame
  ) {
    let canvas = canvas.with(canvas.layout.with(isThread: list.isThread))
    let columns = ColumnsView(scene: scene, canvas: canvas)
    columns.drawLeft(of: level, into: &frame)
    columns.drawRight(of: level, list, into: &frame)
    let hasEditor = level.id == scene.editor?.level
    if hasEditor {
      AnsweredView.draw(list, scene, canvas, pictures: pictures, into: &frame)
    }
    let window = hasEditor ? canvas.layout.list : canvas.layout.window
    frame.clipped(to: window) { frame in
      ListView.draw(
        list, level.position, in: window,
        cardColumns: canvas.context.settings.tunables.cardColumns, scene, canvas,
        pictures: pictures, into: &frame)
    }
  }
}

extension ScreenLayout {
  /// Returns the rectangles in which levels slide, each by the same part of its width.
  ///
  /// - Parameter hasThread: whether one of the levels is a thread, which takes the right column, too.
  /// - Returns: the rectangle of the list first.
  fileprivate func panes(hasThread: Bool) -> [Rect] {
    guard let right = columns.right else { return [window] }
    let span = columns.list.lowerBound..<(hasThread ? right : columns.list).upperBound
    let middle = Rect(x: span.lowerBound, y: window.y, width: span.count, height: window.height)
    let sides = [columns.left, hasThread ? nil : right].compactMap(\.self)
    return [middle] + sides.map(side)
  }
}
