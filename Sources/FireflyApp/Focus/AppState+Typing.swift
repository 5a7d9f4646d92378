import FireflyCore
import FireflyScreen

// Keys that are not commands: whom they belong to, and what lies over the lists to be read.
extension AppState {
  /// Whether the next key belongs to `type(_:at:)` instead of the keymap.
  public var takesKeys: Bool {
    overlay != nil || find?.isTyping == true || linkChoice != nil
  }

  /// Gives a key to what lies on top.
  mutating func type(_ key: Key, at now: Double) -> [Effect] {
    if let linkChoice { return chooseLink(key, linkChoice, at: now) }
    switch overlay {
    case .help(let scroll):
      let lines = HelpView.lines(for: settings.keymap).count
      return read(key, scroll, lines: lines, window: HelpView.window(layout)) {
        .help(scroll: $0)
      }
    case .complaints(let complaints, let scroll):
      let lines = ComplaintsView.lines(complaints, layout).count
      return read(key, scroll, lines: lines, window: ComplaintsView.window(layout)) {
        .complaints(complaints, scroll: $0)
      }
    case .outline(let outline): return typeInOutline(key, outline, at: now)
    case .picture: return typeInPicture(key, at: now)
    case nil: return typeInFind(key, at: now)
    }
  }

  /// Any key leads back from the picture; Enter goes on to the collapsed card.
  private mutating func typeInPicture(_ key: Key, at now: Double) -> [Effect] {
    if key == .control("l") { return [.redraw] }
    if key == .control("z") { return [.suspend] }
    overlay = nil
    let isEnter = settings.keymap.action(for: key) == .cardEntered
    return isEnter && current.position.expandedID != nil ? toggleCard(at: now) : []
  }

  // MARK: Sheets to read

  /// A key on a sheet with some lines, of which a window is seen: it scrolls, or leaves the sheet.
  private mutating func read(
    _ key: Key, _ scroll: Int, lines: Int, window: Int, _ sheet: (Int) -> Overlay
  ) -> [Effect] {
    let page = max(1, layout.size.height - 4)
    let rows: Int
    switch key {
    case .down, .character("j"): rows = 1
    case .up, .character("k"): rows = -1
    case .pageDown, .character(" "): rows = page
    case .pageUp: rows = -page
    case .mouse(let event) where event.kind == .wheelDown: rows = 3
    case .mouse(let event) where event.kind == .wheelUp: rows = -3
    case .mouse(let event) where event.kind != .press: rows = 0
    case .control("l"): return [.redraw]
    case .control("z"): return [.suspend]
    default:
      overlay = nil
      return []
    }
    overlay = sheet(min(max(0, lines - window), max(0, scroll + rows)))
    return []
  }
}
