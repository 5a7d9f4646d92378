import FireflyCore
import FireflyScreen

// A branch of the tree as an outline, and the jump to one of its posts.
extension AppState {
  /// Opens the outline of the branch one is in.
  mutating func showOutline() -> [Effect] {
    guard
      let top = list.parent.flatMap({ $0.id > 0 && $0.template != .query ? $0 : nil })
        ?? selectedPost
    else { return [] }
    overlay = .outline(Outline(top: top))
    return [.loadOutline(of: top.id)]
  }

  /// Takes the lines of the outline in, if it is still open.
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

  /// A key or the mouse in the outline: it moves the selection, goes there, or closes the outline.
  mutating func typeInOutline(
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
}
