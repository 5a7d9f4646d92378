import FireflyCore
import FireflyScreen

// Keys that are not commands: text being typed, and what lies over the lists.
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

  // MARK: Outline

  /// Opens the outline of the branch one is in.
  mutating func showOutline() -> [Effect] {
    guard
      let top = list.parent.flatMap({ $0.id > 0 && $0.template != .query ? $0 : nil })
        ?? selectedPost
    else { return [] }
    overlay = .outline(Outline(top: top))
    return [.loadOutline(of: top.id)]
  }

  mutating func receiveOutline(
    _ response: Response<Outline.Branch>, of top: Post.ID
  ) -> [Effect] {
    guard case .outline(var outline) = overlay, outline.top.id == top else { return [] }
    outline.isLoading = false
    switch response {
    case .success(let branch):
      outline.nodes = [Outline.Node(post: outline.top, depth: 0)] + branch.nodes
      outline.isCut = branch.isCut
      let selected = current.position.selectedID
      outline.selected = outline.nodes.firstIndex { $0.post.id == selected } ?? 0
    case .failure(let reason): outline.failure = reason
    }
    overlay = .outline(outline)
    return []
  }

  private mutating func typeInOutline(
    _ key: Key, _ outline: Outline, at now: Double
  ) -> [Effect] {
    var outline = outline
    let page = max(1, layout.size.height - 4)
    switch key {
    case .down, .character("j"): outline.selected += 1
    case .up, .character("k"): outline.selected -= 1
    case .pageDown: outline.selected += page
    case .pageUp: outline.selected -= page
    case .home, .character("g"): outline.selected = 0
    case .end, .character("G"): outline.selected = outline.nodes.count - 1
    case .mouse(let event) where event.kind == .wheelDown: outline.selected += 3
    case .mouse(let event) where event.kind == .wheelUp: outline.selected -= 3
    case .mouse(let event):
      guard event.kind == .press else { return [] }
      guard let index = OutlineView.node(at: event.point, of: outline, layout) else {
        return leaveOutline()
      }
      outline.selected = index
      return jump(to: outline, at: now)
    case .enter, .right, .character("l"), .character(" "): return jump(to: outline, at: now)
    case .control("l"): return [.redraw]
    case .control("z"): return [.suspend]
    default: return leaveOutline()
    }
    outline.selected = min(outline.nodes.count - 1, max(0, outline.selected))
    overlay = .outline(outline)
    return []
  }

  /// Closes the outline, if it is open; what it still waits for is not asked for any further.
  mutating func leaveOutline() -> [Effect] {
    guard case .outline(let outline) = overlay else { return [] }
    overlay = nil
    return outline.isLoading ? [.cancelOutline] : []
  }

  /// Goes to the list that the selected line's post is in, and selects it there.
  private mutating func jump(to outline: Outline, at now: Double) -> [Effect] {
    leaveOutline() + goThrough(outline, at: now)
  }

  private mutating func goThrough(_ outline: Outline, at now: Double) -> [Effect] {
    let wantsTop = current.navigator.current.destination != .children(of: outline.top.id)
    let path = outline.path(to: outline.selected)
    guard let target = path.last else {
      // The top itself stands in the list above.
      return wantsTop ? [] : goBack(at: now)
    }
    let parents = (wantsTop ? [outline.top] : []) + path.dropLast()
    guard !parents.isEmpty else {
      return list.index(of: target.id).map { select($0, at: now) } ?? []
    }
    let effects = goDown(through: parents, at: now)
    list.wanted = target.id
    if list.index(of: target.id) != nil {
      current.position.selectedID = target.id
      keepSelectionInView()
    }
    return effects
  }

  // MARK: Find

  /// Begins to find within the list.
  mutating func beginFind() -> [Effect] {
    find = FindState(origin: current.position)
    return []
  }

  private mutating func typeInFind(_ key: Key, at now: Double) -> [Effect] {
    guard var find else { return [] }
    switch key {
    case .character(let character): find.append(String(character))
    case .paste(let text): find.append(text)
    case .backspace, .control("h"):
      if find.text.isEmpty { return cancelFind(find) }
      find.text.removeLast()
    case .control("u"): find.text = ""
    case .control("w"):
      while find.text.last == " " { find.text.removeLast() }
      while let last = find.text.last, last != " " { find.text.removeLast() }
    case .escape, .control("c"), .control("g"): return cancelFind(find)
    case .enter:
      find.isTyping = false
      self.find = find.text.isEmpty ? nil : find
      return []
    case .down, .control("n"): return goToMatch(1, at: now)
    case .up, .control("p"): return goToMatch(-1, at: now)
    case .mouse(let event): return mouse(event, at: now)
    case .control("l"): return [.redraw]
    case .control("z"): return [.suspend]
    default: return []
    }
    self.find = find
    // As one types: the first match from where one began.
    let start = list.index(of: find.origin.selectedID) ?? 0
    if let hopeless = find.hopeless, find.text.hasPrefix(hopeless) { return [] }
    guard !find.text.isEmpty, let index = match(from: start, step: 1, of: find) else {
      self.find?.hopeless = find.text.isEmpty ? nil : find.text
      return restore(find.origin)
    }
    self.find?.hopeless = nil
    return select(index, at: now)
  }

  private mutating func cancelFind(_ find: FindState) -> [Effect] {
    self.find = nil
    return restore(find.origin)
  }

  /// Goes back to where one was when one began to find, if that is still there.
  private mutating func restore(_ origin: Navigator.ListPosition) -> [Effect] {
    guard list.index(of: origin.selectedID) != nil else { return [] }
    current.position.selectedID = origin.selectedID
    setScroll(restingLayout().clampedScroll(origin.scroll, window: layout.windowHeight))
    return loadVisiblePictures()
  }

  /// Goes to the next (1) or previous (-1) match, round the ends.
  mutating func goToMatch(_ direction: Int, at now: Double) -> [Effect] {
    guard let find, !find.text.isEmpty else {
      noteInList("Nothing is looked for: press / first.", at: now)
      return []
    }
    let start = (list.index(of: current.position.selectedID) ?? 0) + direction
    guard let index = match(from: start, step: direction, of: find) else {
      noteInList("“\(find.text)” is not in this list.", at: now)
      return []
    }
    return select(index, at: now)
  }

  private mutating func match(from start: Int, step: Int, of find: FindState) -> Int? {
    var list = list
    let match = list.findIndex.match(find.text, in: list.posts, from: start, step: step)
    self.list = list
    return match
  }
}
