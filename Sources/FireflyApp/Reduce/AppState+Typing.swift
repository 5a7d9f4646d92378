import FireflyCore
import FireflyScreen

// Keys that are not commands: text being typed, and what lies over the lists.
extension AppState {
  /// Whether the next key belongs to `type(_:at:)` instead of the keymap.
  public var takesKeys: Bool {
    overlay != nil || find?.isTyping == true || !pendingLinks.isEmpty
  }

  /// Gives a key to what lies on top.
  mutating func type(_ key: Key, at now: Double) -> [Effect] {
    if !pendingLinks.isEmpty { return chooseLink(key) }
    switch overlay {
    case .help(let scroll): return typeInHelp(key, scroll)
    case .outline(let outline): return typeInOutline(key, outline, at: now)
    case .picture: return typeInPicture(key, at: now)
    case nil: return typeInFind(key, at: now)
    }
  }

  /// The number of a link, after `o`; any other key is none.
  private mutating func chooseLink(_ key: Key) -> [Effect] {
    let links = pendingLinks
    pendingLinks = []
    message = nil
    guard case .character(let character) = key, let number = character.wholeNumberValue,
      links.indices.contains(number - 1)
    else { return [] }
    return [.openLink(links[number - 1])]
  }

  /// Any key leads back from the picture; Enter goes on to the collapsed card.
  private mutating func typeInPicture(_ key: Key, at now: Double) -> [Effect] {
    if key == .control("l") { return [.redraw] }
    if key == .control("z") { return [.suspend] }
    overlay = nil
    let isEnter = settings.keymap.action(for: key) == .cardEntered
    return isEnter && current.position.expandedID != nil ? toggleCard(at: now) : []
  }

  // MARK: Help

  private mutating func typeInHelp(_ key: Key, _ scroll: Int) -> [Effect] {
    let page = max(1, layout.size.height - 4)
    switch key {
    case .down, .character("j"): overlay = .help(scroll: scroll + 1)
    case .up, .character("k"): overlay = .help(scroll: max(0, scroll - 1))
    case .pageDown, .character(" "): overlay = .help(scroll: scroll + page)
    case .pageUp: overlay = .help(scroll: max(0, scroll - page))
    case .mouse(let event) where event.kind == .wheelDown: overlay = .help(scroll: scroll + 3)
    case .mouse(let event) where event.kind == .wheelUp: overlay = .help(scroll: max(0, scroll - 3))
    case .mouse(let event) where event.kind != .press: break
    case .control("l"): return [.redraw]
    case .control("z"): return [.suspend]
    default: overlay = nil
    }
    if case .help(let scroll) = overlay {
      let most = max(0, HelpView.lines(for: settings.keymap).count - HelpView.window(layout))
      overlay = .help(scroll: min(scroll, most))
    }
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
    _ response: Response<[Outline.Node]>, of top: Post.ID
  ) -> [Effect] {
    guard case .outline(var outline) = overlay, outline.top.id == top else { return [] }
    outline.isLoading = false
    switch response {
    case .success(let nodes):
      outline.nodes = [Outline.Node(post: outline.top, depth: 0)] + nodes
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
        overlay = nil
        return []
      }
      outline.selected = index
      return jump(to: outline, at: now)
    case .enter, .right, .character("l"), .character(" "): return jump(to: outline, at: now)
    case .control("l"): return [.redraw]
    case .control("z"): return [.suspend]
    default:
      overlay = nil
      return []
    }
    outline.selected = min(outline.nodes.count - 1, max(0, outline.selected))
    overlay = .outline(outline)
    return []
  }

  /// Goes to the list that the selected line's post is in, and selects it there.
  private mutating func jump(to outline: Outline, at now: Double) -> [Effect] {
    overlay = nil
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
    case .character(let character): find.text.append(character)
    case .paste(let text): find.text += text.filter { !$0.isNewline }.prefix(200)
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
      note("Nothing is looked for: press / first.", at: now)
      return []
    }
    let start = (list.index(of: current.position.selectedID) ?? 0) + direction
    guard let index = match(from: start, step: direction, of: find) else {
      note("“\(find.text)” is not in this list.", at: now)
      return []
    }
    return select(index, at: now)
  }

  private func match(from start: Int, step: Int, of find: FindState) -> Int? {
    let count = list.posts.count
    guard count > 0 else { return nil }
    for offset in 0..<count {
      let index = ((start + offset * step) % count + count) % count
      if find.matches(list.posts[index]) { return index }
    }
    return nil
  }
}
