import FireflyCore
import FireflyScreen

/// A comparison of the server's current version of a post with the user's edited version.
struct Conflict: Equatable, Sendable {
  /// The comparison.
  let comparison: Comparison
  /// The target of the draft.
  let target: DraftTarget
  /// The comparison laid out for the current screen.
  private(set) var text: ConflictText
  /// Number of lines scrolled.
  private(set) var scroll = 0

  init(_ comparison: Comparison, at target: DraftTarget, _ layout: ScreenLayout) {
    self.comparison = comparison
    self.target = target
    text = ConflictText(comparison, layout)
  }

  /// Lays it out for another screen size.
  mutating func resize(_ layout: ScreenLayout) {
    text = ConflictText(comparison, layout)
    scrollTo(scroll)
  }

  /// Handles an action that scrolls.
  mutating func reduce(_ action: ConflictAction) {
    switch action {
    case .scrolled(let rows): scrollTo(scroll + rows)
    case .paged(let pages): scrollTo(scroll + pages * max(1, text.window - 1))
    case .jumpedToStart: scroll = 0
    case .jumpedToEnd: scrollTo(.max)
    default: break
    }
  }

  private mutating func scrollTo(_ line: Int) {
    scroll = max(0, min(line, text.lines.count - text.window))
  }
}

extension Conflict: FocusLayer {
  var keyContext: KeyContext { .conflict }
  var coversLists: Bool { true }

  func draw(_ canvas: Canvas, pictures: some PictureSource, into frame: inout Frame) {
    ConflictView(canvas, self).draw(into: &frame)
  }
}

extension FocusStack {
  /// The open comparison; nil if there is none.
  var conflict: Conflict? {
    get { self[Conflict.self] }
    _modify { yield &self[Conflict.self] }
  }
}
