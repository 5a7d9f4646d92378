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
    let left = min(levels.count - 2, max(0, Int(place.rounded(.down))))
    let both = [levels[left], levels[left + 1]]
    // The screen slides as one: beside a list that comes in, nothing stays of the other level.
    let window = canvas.layout.side(0..<canvas.layout.size.width)
    let shift = Int(((place - Double(left)) * Double(window.width)).rounded())
    for (index, level) in both.enumerated() {
      guard let list = explorer.lists[level.id] else { continue }
      var side = Frame(size: frame.size, blank: Cell(style: canvas.backdrop))
      draw(level, list, scene, canvas, pictures: pictures, into: &side)
      // A list that slides out can't be pressed; both lists may have the same cards.
      if level.id != explorer.navigator.currentID { side.cover() }
      let x = index == 0 ? -shift : window.width - shift
      guard abs(x) < window.width else { continue }
      frame.clipped(to: window) { $0.copy(window, of: side, to: Point(x: x, y: window.y)) }
    }
  }

  /// Draws a level; the one with the editor has the post that is answered above its list.
  private static func draw(
    _ level: Navigator.Level, _ list: ListState, _ scene: ListScene, _ canvas: Canvas,
    pictures: some PictureSource, into frame: inout Frame
  ) {
    let canvas = canvas.with(canvas.layout(of: level, list, scene.lists))
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

extension Canvas {
  /// Returns the layout of a level.
  fileprivate func layout(
    of level: Navigator.Level, _ list: ListState, _ lists: ListsState
  ) -> ScreenLayout {
    layout.with(
      isThread: list.isThread, isRoot: level.destination == nil,
      hasRight: lists.hasRightColumn(beside: list, context.settings))
  }
}
