import FireflyCore
import FireflyScreen

/// The three tabs at the foot of the screen, always there (seed 004).
enum ToolbarView {
  static func draw(_ canvas: Canvas, into frame: inout Frame) {
    let bar = canvas.layout.toolbar
    guard !bar.isEmpty else { return }
    let theme = canvas.theme
    let row = bar.maxY - 1
    let style = Style(foreground: theme.text, background: theme.toolbar)
    frame.clipped(to: bar) { frame in
      frame.fill(Rect(x: 0, y: row, width: bar.width, height: 1), style: style)
      if bar.height > 1 { drawEdge(canvas, bar, into: &frame) }
      for tab in tabs(in: canvas.layout) {
        drawTab(tab, canvas, row: row, into: &frame)
      }
      if let help = helpRect(in: canvas.layout) {
        let keys = canvas.state.settings.keymap.keys(of: "help")
        let key = keys.first.map { canvas.symbols.label(of: $0) } ?? "?"
        frame.draw("\(key) help", at: Point(x: help.x, y: row), style: style)
      }
    }
  }

  private static func drawEdge(_ canvas: Canvas, _ bar: Rect, into frame: inout Frame) {
    let edge = Rect(x: 0, y: bar.y, width: bar.width, height: 1)
    if canvas.isFilled {
      frame.fill(
        edge, glyph: Glyph("▄"),
        style: Style(foreground: canvas.theme.toolbar, background: canvas.theme.backdrop))
    } else {
      frame.fill(
        edge, glyph: Glyph(canvas.symbols.hasBlocks ? "─" : "-"),
        style: Style(foreground: canvas.line, background: canvas.theme.backdrop))
    }
  }

  private static func drawTab(
    _ tab: (explorer: Explorer, rect: Rect), _ canvas: Canvas, row: Int, into frame: inout Frame
  ) {
    let theme = canvas.theme
    let isActive = tab.explorer == canvas.state.explorer
    let background = isActive ? theme.activeTab : theme.toolbar
    var style = Style(
      foreground: theme.text, background: background, attributes: isActive ? .bold : [])
    if isActive, !theme.activeTab.isRGB { style.attributes.insert(.reverse) }
    frame.fill(Rect(x: tab.rect.x, y: row, width: tab.rect.width, height: 1), style: style)
    let end = frame.draw(
      label(tab.explorer, canvas.layout, canvas.symbols), at: Point(x: tab.rect.x + 1, y: row),
      style: style)
    if canvas.state.hasBadge(tab.explorer) {
      frame.draw(
        canvas.symbols.badge, at: Point(x: end + 1, y: row),
        style: Style(foreground: theme.alert, background: background))
    }
  }

  /// As much of key, icon and name as there is room for.
  private static func label(
    _ explorer: Explorer, _ layout: ScreenLayout, _ symbols: Symbols
  ) -> String {
    let number = explorer.rawValue + 1
    return switch layout.size.width {
    case 60...: "F\(number)  \(symbols.icons[explorer.rawValue])\(explorer.name)"
    case 36...: "F\(number) \(explorer.name)"
    default: "\(number)"
    }
  }

  /// The tabs and where they stand, equally spaced.
  private static func tabs(in layout: ScreenLayout) -> [(explorer: Explorer, rect: Rect)] {
    let width = layout.size.width
    let tabWidth = width >= 60 ? 18 : width >= 36 ? 12 : max(1, width / 4)
    let room = helpRect(in: layout).map { $0.x - 1 } ?? width
    let gap = max(0, (room - 3 * tabWidth) / 4)
    return Explorer.allCases.enumerated().map { index, explorer in
      let x = gap + index * (tabWidth + gap)
      return (
        explorer, Rect(x: x, y: layout.toolbar.y, width: tabWidth, height: layout.toolbar.height)
      )
    }
  }

  private static func helpRect(in layout: ScreenLayout) -> Rect? {
    guard layout.size.width >= 50 else { return nil }
    return Rect(
      x: layout.size.width - 8, y: layout.toolbar.y, width: 8, height: layout.toolbar.height)
  }

  /// What a click at a point of the toolbar means.
  static func target(at point: Point, in layout: ScreenLayout) -> AppState.MouseTarget {
    if let tab = tabs(in: layout).first(where: { $0.rect.contains(point) }) {
      return .tab(tab.explorer)
    }
    return helpRect(in: layout)?.contains(point) == true ? .help : .nothing
  }
}

extension AppState {
  /// Whether something new waits behind a tab.
  func hasBadge(_ explorer: Explorer) -> Bool {
    explorer == .searches
      && (badges.values.contains(true)
        || explorers[.searches].map { searches in
          searches.lists[searches.navigator.root.id]?.posts.contains(where: hasNewMatches) == true
        } == true)
  }
}
