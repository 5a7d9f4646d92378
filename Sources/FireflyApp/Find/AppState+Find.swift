import FireflyCore
import FireflyScreen

// Finding within the list one is in.
extension AppState {
  /// Begins to find within the list.
  mutating func beginFind() -> [Effect] {
    find = FindState(origin: current.position)
    return []
  }

  /// A key of the text that is looked for; as it is typed, the first match is selected.
  mutating func typeInFind(_ key: Key, at now: Double) -> [Effect] {
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
