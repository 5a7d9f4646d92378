import FireflyCore
import FireflyScreen

/// Draws the current list, or the two lists that share the window during a slide.
enum LevelsView {
  static func draw(
    _ scene: ListScene, _ canvas: Canvas, pictures: some PictureSource, into frame: inout Frame
  ) {
    let explorer = scene.explorer
    let place = explorer.slide.value(at: canvas.now)
    let levels = explorer.levels
    let window = canvas.layout.window
    guard !explorer.slide.isSettled(at: canvas.now), levels.count > 1 else {
      return draw(
        explorer.navigator.current, explorer.list, scene, canvas, pictures: pictures, into: &frame)
    }
    let left = min(levels.count - 1, max(0, Int(place.rounded(.down))))
    let shift = Int(((place - Double(left)) * Double(window.width)).rounded())
    for (index, x) in [(left, -shift), (left + 1, window.width - shift)]
    where levels.indices.contains(index) && abs(x) < window.width {
      let level = levels[index]
      guard let list = explorer.lists[level.id] else { continue }
      var side = Frame(size: frame.size, blank: Cell(style: canvas.backdrop))
      draw(level, list, scene, canvas, pictures: pictures, into: &side)
      // A list that slides out can't be pressed; both lists may have the same cards.
      if level.id != explorer.navigator.currentID { side.cover() }
      frame.copy(window, of: side, to: Point(x: x, y: window.y))
    }
  }

  /// Draws a level; the one with the editor has the post that is answered above its list.
  private static func draw(
    _ level: Navigator.Level, _ list: ListState, _ scene: ListScene, _ canvas: Canvas,
    pictures: some PictureSource, into frame: inout Frame
  ) {
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
