import FireflyCore
import FireflyScreen

// The mouse: a click selects and expands, the wheel scrolls, a drag to the left drills in.
extension AppState {
  /// Columns of a drag to the left that count as a swipe: seed 000's 30 points.
  private static let swipeColumns = 3

  /// What lies under a point of the screen.
  enum MouseTarget: Equatable {
    case picture(Int)
    case capsule
    case tab(Explorer)
    case help
    case retry
    case card(Int)
    case indicator(Int)
    case nothing
  }

  mutating func mouse(_ event: MouseEvent, at now: Double) -> [Effect] {
    if overlay != nil { return type(.mouse(event), at: now) }
    switch event.kind {
    case .wheelDown: return wheel(1, at: now)
    case .wheelUp: return wheel(-1, at: now)
    case .press:
      drag = DragState(start: event.point)
      return []
    case .drag: return dragged(to: event.point, at: now)
    case .release:
      defer { drag = nil }
      guard let drag, !drag.isDone, abs(drag.start.x - event.point.x) < Self.swipeColumns,
        abs(drag.start.y - event.point.y) < 2
      else { return [] }
      return click(drag.start, at: now)
    }
  }

  private mutating func click(_ point: Point, at now: Double) -> [Effect] {
    switch target(at: point, now: now) {
    case .capsule: return goBack(at: now)
    case .tab(let explorer): return press(explorer, at: now)
    case .help:
      overlay = .help(scroll: 0)
      return []
    case .retry: return refresh(at: now)
    case .card(let index):
      current.position.selectedID = list.posts[index].id
      return toggleCard(at: now)
    case .picture(let index):
      current.position.selectedID = list.posts[index].id
      return showPicture(at: now)
    case .indicator(let index):
      current.position.selectedID = list.posts[index].id
      return followIndicator(at: now)
    case .nothing: return []
    }
  }

  private mutating func dragged(to point: Point, at now: Double) -> [Effect] {
    guard var drag, !drag.isDone, drag.start.x - point.x >= Self.swipeColumns,
      abs(drag.start.y - point.y) <= Self.swipeColumns
    else { return [] }
    drag.isDone = true
    self.drag = drag
    // A swipe drills only into what has something below (seed 000); it never begins a post.
    let index: Int
    switch target(at: drag.start, now: now) {
    case .card(let card), .picture(let card): index = card
    default: return []
    }
    guard list.posts[index].childIndicator(for: nil) == .chevron else { return [] }
    current.position.selectedID = list.posts[index].id
    return followIndicator(at: now)
  }

  /// Scrolls the list; the selection stays within the window.
  private mutating func wheel(_ direction: Int, at now: Double) -> [Effect] {
    guard !list.posts.isEmpty else { return [] }
    let cards = restingLayout()
    let window = layout.windowHeight
    let step = 3 * ScreenLayout.pointsPerRow
    let scroll = cards.clampedScroll(
      current.position.scroll + Double(direction) * step, window: window)
    setScroll(scroll)
    let visible = cards.visible(from: scroll, height: window)
    let whole = visible.filter {
      cards.top(of: $0) >= scroll && cards.top(of: $0) + cards.height(of: $0) <= scroll + window
    }
    let kept = whole.isEmpty ? Array(visible) : whole
    if let index = list.index(of: current.position.selectedID), let first = kept.first,
      let last = kept.last, index < first || index > last
    {
      current.position.selectedID = list.posts[index < first ? first : last].id
    }
    return loadMoreIfNear(visible.upperBound, now) + loadVisiblePictures()
  }

  /// Finds what lies under a point, by the layout the views draw with.
  func target(at point: Point, now: Double) -> MouseTarget {
    let screen = layout
    if screen.toolbar.contains(point) {
      return ToolbarView.target(at: point, in: self)
    }
    if screen.topBar.contains(point) {
      return TopBarView.capsule(of: self)?.contains(point) == true ? .capsule : .nothing
    }
    guard screen.list.contains(point) else { return .nothing }
    if case .failed = list.phase { return .retry }
    let cards = movingLayout(of: list, at: now)
    let row = Double(point.y - screen.list.y) + 0.5
    let y = list.scroll(current.position, at: now) + row * ScreenLayout.pointsPerRow
    guard let index = cards.index(at: y) else { return .nothing }
    let post = list.posts[index]
    if post.childIndicator(for: user?.email) != nil {
      let expansion = list.expansion(of: post.id, at: now)
      let top =
        Double(screen.list.y)
        + (cards.top(of: index) - list.scroll(current.position, at: now))
        / ScreenLayout.pointsPerRow
      let frame = cardLayout(for: post, in: list).indicatorFrame(at: expansion)
      let rect = ChildIndicatorView.rect(frame, cardX: screen.cardX, top: top, screen)
      if rect.contains(point) { return .indicator(index) }
    }
    if isPicture(of: post, at: point, height: y - cards.top(of: index), now: now) {
      return .picture(index)
    }
    let isBeside = point.x < screen.cardX || point.x >= screen.cardX + screen.cardColumns
    return isBeside ? .nothing : .card(index)
  }

  /// Whether a point of an expanded card, so many points below its top, lies on its picture.
  private func isPicture(of post: Post, at point: Point, height: Double, now: Double) -> Bool {
    guard list.expansion(of: post.id, at: now) == 1, showsPicture(of: post) else { return false }
    let frame = cardLayout(for: post, in: list).pictureFrame(at: 1)
    let x = (Double(point.x - layout.cardX) + 0.5) * ScreenLayout.pointsPerColumn
    return x >= frame.x && x < frame.x + frame.width && height >= frame.y
      && height < frame.y + frame.height
  }

  /// Where the cards of a list stand at this very moment.
  func movingLayout(of list: ListState, at now: Double) -> ListLayout {
    var taller: [Int: Double] = [:]
    for (id, expansion) in list.expansions {
      guard let index = list.index(of: id) else { continue }
      let layout = cardLayout(for: list.posts[index], in: list)
      taller[index] = layout.height(at: expansion.value(at: now))
    }
    return ListLayout(count: list.posts.count, taller: taller)
  }
}
