import FireflyCore
import FireflyScreen

/// Two versions of a post, compared: the server's, which is another than when the writing began, and one's
/// own.
struct Conflict: Equatable, Sendable {
  /// What is compared.
  let comparison: Comparison
  /// Where it belongs.
  let target: DraftTarget
  /// Its lines on the screen as it is.
  private(set) var text: ConflictText
  /// Lines that are above what is seen.
  private(set) var scroll = 0

  init(_ comparison: Comparison, at target: DraftTarget, _ layout: ScreenLayout) {
    self.comparison = comparison
    self.target = target
    text = ConflictText(comparison, layout)
  }

  /// Lays it out for another screen.
  mutating func resize(_ layout: ScreenLayout) {
    text = ConflictText(comparison, layout)
    scrollTo(scroll)
  }

  /// Scrolls as far as there is something.
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
  /// The two versions of a post; nil if there is none.
  var conflict: Conflict? {
    get { self[Conflict.self] }
    _modify { yield &self[Conflict.self] }
  }
}
