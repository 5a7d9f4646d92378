import FireflyCore
import FireflyScreen

/// Draws the toolbar with the three tabs at the bottom of the screen (seed 004).
struct ToolbarView {
  let canvas: Canvas
  /// The current tab.
  let explorer: Explorer
  /// Whether a card is being edited.
  let isWriting: Bool
  /// The tabs with a badge.
  let badges: [Explorer]
  /// Where the user is: the tabs may have other names there.
  var site: Site

  /// A tab, with as much of key and name as fits.
  private struct Tab {
    let explorer: Explorer
    let label: [Glyph]
    let rect: Rect
    /// Free columns on either side of the label; the badge is in the right ones.
    let padding: Int
  }

  private var bar: Rect { canvas.layout.toolbar }

  /// The columns of tabs and buttons: beside columns only those of a card in the middle of the screen.
  private var span: Range<Int> {
    guard canvas.layout.hasSides else { return 0..<bar.width }
    let width = min(bar.width, canvas.layout.cardColumns)
    let start = (bar.width - width) / 2
    return start..<start + width
  }

  /// The style of text, which fades during editing (seed 004).
  private var style: Style {
    let theme = canvas.theme
    return Style(
      foreground: isWriting
        ? theme.text.blended(over: theme.toolbar, alpha: theme.shades.fadedToolbar) : theme.text,
      background: theme.toolbar)
  }

  func draw(into frame: inout Frame) {
    guard !bar.isEmpty else { return }
    frame.clipped(to: bar) { drawParts(into: &$0) }
  }

  private func drawParts(into frame: inout Frame) {
    let row = bar.maxY - 1
    frame.fill(Rect(x: 0, y: row, width: bar.width, height: 1), style: style)
    if bar.height > 1 { drawEdge(into: &frame) }
    let buttons = buttons
    for tab in tabs(room: span.lowerBound..<(buttons.first?.rect.x ?? span.upperBound)) {
      drawTab(tab, row: row, into: &frame)
    }
    for button in buttons {
      frame.add(button.name, button.rect, button.action)
      frame.draw(button.label, at: Point(x: button.rect.x, y: row), style: style)
    }
  }

  private func drawEdge(into frame: inout Frame) {
    let edge = Rect(x: 0, y: bar.y, width: bar.width, height: 1)
    let backdrop = canvas.theme.backdrop
    let cell =
      canvas.isFilled
      ? EdgeBlocks.edge(above: backdrop, below: canvas.theme.toolbar)
      : Cell(
        glyph: Glyph(canvas.symbols.hasBlocks ? "─" : "-"),
        style: Style(foreground: canvas.line, background: backdrop))
    frame.fill(edge, glyph: cell.glyph, style: cell.style)
  }

  private func drawTab(_ tab: Tab, row: Int, into frame: inout Frame) {
    let theme = canvas.theme
    let isActive = tab.explorer == explorer
    // With few colours, the current tab has the toolbar's colour.
    let isPlain = !theme.activeTab.isRGB || canvas.context.abilities.colors <= .sixteen
    var style = style
    if isActive, !isPlain, !isWriting { style.background = theme.activeTab }
    if isActive { style.attributes = .bold }
    if isActive, isPlain { style.attributes.insert(.reverse) }
    frame.fill(Rect(x: tab.rect.x, y: row, width: tab.rect.width, height: 1), style: style)
    frame.add(tab.explorer.elementID, tab.rect, .list(.explorerPressed(tab.explorer)))
    let end = frame.draw(
      tab.label, at: Point(x: tab.rect.x + tab.padding, y: row), style: style)
    if badges.contains(tab.explorer), tab.padding > 0 {
      style.foreground = theme.legible(theme.alert, over: style.background)
      // With a space before it, and one behind it where there is room.
      frame.draw(
        canvas.symbols.badge, at: Point(x: end + min(1, tab.padding - 1), y: row), style: style)
    }
  }

  /// Returns the tabs (seed 004), with the same number of free columns, give or take one, before,
  /// between and after their labels.
  ///
  /// - Parameter columns: those up to the first button.
  private func tabs(room columns: Range<Int>) -> [Tab] {
    let room = columns.count
    func all(_ wording: Wording) -> [[Glyph]] { Explorer.allCases.map { label($0, wording) } }
    let labels =
      Wording.allCases.lazy.map(all).first { gap(beside: $0, room) >= 2 } ?? all(.key)
    let padding = min(3, gap(beside: labels, room) / 2)
    let free = max(0, room - Self.width(labels))
    var used = 0
    return zip(Explorer.allCases, labels).enumerated().map { index, tab in
      let start = used + free * (index + 1) / (labels.count + 1)
      let width = tab.1.displayWidth
      used += width
      return Tab(
        explorer: tab.0, label: tab.1,
        rect: Rect(
          x: columns.lowerBound + start - padding, y: bar.y, width: width + 2 * padding,
          height: bar.height),
        padding: padding)
    }
  }

  /// Returns the free columns on either side of each label.
  private func gap(beside labels: [[Glyph]], _ room: Int) -> Int {
    (room - Self.width(labels)) / (labels.count + 1)
  }

  private static func width(_ labels: [[Glyph]]) -> Int {
    labels.reduce(0) { $0 + $1.displayWidth }
  }

  /// What a label says, from the longest to the shortest.
  private enum Wording: CaseIterable {
    case keySignAndName
    case shortKeySignAndName
    case signAndName
    case keyAndSign
    case key
  }

  private func label(_ explorer: Explorer, _ wording: Wording) -> [Glyph] {
    let binding = canvas.context.settings.keymap.binding(of: .list(.explorerPressed(explorer)))
    let keys = (binding?.keys ?? []).map { canvas.symbols.label(of: $0) }
    let shortest = keys.min { $0.displayWidth < $1.displayWidth }
    let name = site.name(of: explorer)
    let sign = canvas.symbols.tabs[explorer]
    let parts: [String?] =
      switch wording {
      case .keySignAndName: [keys.first, sign, name]
      case .shortKeySignAndName: [shortest, sign, name]
      case .signAndName: [sign, name]
      case .keyAndSign: [shortest, sign]
      case .key: [shortest ?? String(name.prefix(1))]
      }
    return Glyph.glyphs(of: parts.compactMap(\.self).joined(separator: " "))
  }

  /// A button at the right end.
  private struct Button {
    let name: String
    let label: String
    var rect: Rect
    let action: Action
  }

  /// Returns the buttons for help and quitting, as far as they fit.
  private var buttons: [Button] {
    let columns = canvas.layout.size.width
    var buttons: [Button] = []
    func add(_ name: String, _ label: String, _ action: Action) {
      let rect = Rect(x: 0, y: bar.y, width: label.displayWidth + 2, height: bar.height)
      buttons.append(Button(name: name, label: label, rect: rect, action: action))
    }
    if let label = canvas.context.keyLabel(.sheet(.helpPressed)), columns >= 24 {
      add("toolbar-help", columns >= 50 ? label + " help" : label, .sheet(.helpPressed))
    }
    if let button = canvas.keyHint(.quitPressed, "quit"), columns >= 80 {
      add("toolbar-quit", button, .quitPressed)
    }
    var end = span.upperBound
    for index in buttons.indices.reversed() {
      end -= buttons[index].rect.width
      buttons[index].rect.x = end
    }
    return buttons
  }
}

extension Explorer {
  /// The name of its tab's element (seed 000's automation).
  fileprivate var elementID: String {
    switch self {
    case .posts: "toolbar-makepost"
    case .searches: "toolbar-search"
    case .users: "toolbar-users"
    }
  }
}
