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
    let layouts = both.map { canvas.layout(of: $0, explorer.lists[$0.id]) }
    for (index, level) in both.enumerated() {
      guard let list = explorer.lists[level.id] else { continue }
      var side = Frame(size: frame.size, blank: Cell(style: canvas.backdrop))
      draw(level, list, scene, canvas, pictures: pictures, into: &side)
      // A list that slides out can't be pressed; both lists may have the same cards.
      if level.id != explorer.navigator.currentID { side.cover() }
      for panes in layouts[0].panes(besides: layouts[1]) {
        let pane = panes.at(place - Double(left))
        guard let source = index == 0 ? panes.upper : panes.lower else { continue }
        let shift = panes.upper == nil ? pane.width : panes.shift(place - Double(left))
        let x = index == 0 ? -shift : pane.width - shift
        guard abs(x) < pane.width else { continue }
        frame.clipped(to: pane) {
          $0.copy(source, of: side, to: Point(x: pane.x + x, y: pane.y))
        }
      }
    }
  }

  /// Draws a level; the one with the editor has the post that is answered above its list.
  private static func draw(
    _ level: Navigator.Level, _ list: ListState, _ scene: ListScene, _ canvas: Canvas,
    pictures: some PictureSource, into frame: inout Frame
  ) {
    let canvas = canvas.with(canvas.layout(of: level, list))
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
  fileprivate func layout(of level: Navigator.Level, _ list: ListState?) -> ScreenLayout {
    layout.with(
      isThread: list?.isThread == true, isRoot: level.destination == nil,
      hasRight: list?.hasRightColumn(context.settings))
  }
}

/// The rectangle in which two levels slide, each by the same part of its width.
///
/// Between a root and the level below it, its left edge moves, too.
private struct Panes {
  /// That of the upper level; nil for none.
  let upper: Rect?
  /// That of the level below it.
  let lower: Rect

  /// The columns by which both have moved to the left.
  func shift(_ place: Double) -> Int { Int((place * Double(lower.width)).rounded()) }

  /// The rectangle, with the lower level at a place from 0 to 1.
  ///
  /// One that the upper level lacks comes in from the left edge.
  func at(_ place: Double) -> Rect {
    let start = Double(upper?.x ?? -lower.width)
    let x = start + (Double(lower.x) - start) * place
    return Rect(
      x: Int(x.rounded()), y: lower.y, width: lower.width, height: lower.height)
  }
}

extension ScreenLayout {
  /// Returns the rectangles in which a level and the one below it slide, that of the lists first.
  fileprivate func panes(besides lower: ScreenLayout) -> [Panes] {
    guard columns.right != nil, let right = lower.columns.right else {
      // A thread takes the right column, too.
      let spans = [self, lower].map { layout in
        layout.columns.list.lowerBound..<(layout.columns.right ?? layout.columns.list).upperBound
      }
      let start = min(spans[0].lowerBound, spans[1].lowerBound)
      let end = max(spans[0].upperBound, spans[1].upperBound)
      let pane = Rect(x: start, y: window.y, width: end - start, height: window.height)
      return [Panes(upper: pane, lower: pane)] + leftPanes(lower)
    }
    func rect(_ span: Range<Int>) -> Rect {
      Rect(x: span.lowerBound, y: window.y, width: span.count, height: window.height)
    }
    return [
      Panes(upper: rect(columns.list), lower: rect(lower.columns.list)),
      Panes(upper: columns.right.map(side), lower: lower.side(right)),
    ] + leftPanes(lower)
  }

  private func leftPanes(_ lower: ScreenLayout) -> [Panes] {
    lower.columns.left.map { [Panes(upper: columns.left.map(side), lower: lower.side($0))] } ?? []
  }
}
