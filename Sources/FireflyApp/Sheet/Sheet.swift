import FireflyScreen

/// A sheet to read, which lies over everything: what is on it, and how far it is scrolled.
struct Sheet: Hashable, Sendable {
  /// What can be read.
  enum Content: Hashable, Sendable {
    /// The keys.
    case help
    /// What of the configuration could not be understood.
    case complaints([SettingsComplaint])
  }

  /// What is on it.
  let content: Content
  /// Lines that are above what is seen.
  private(set) var scroll = 0
  /// Whether it has been closed.
  private(set) var isOver = false

  /// The service that is read, whose help has no keys that write.
  private let source: ReadOnlySource?

  init(_ content: Content, source: ReadOnlySource? = nil) {
    (self.content, self.source) = (content, source)
  }

  /// Its text for a screen.
  func text(_ keymap: Keymap, _ layout: ScreenLayout, symbols: Symbols = .unicode) -> SheetText {
    switch content {
    case .help: .help(keymap, layout, symbols, source)
    case .complaints(let complaints): .complaints(complaints, layout)
    }
  }

  /// Takes what happened.
  ///
  /// - `lines`: how many there are.
  /// - `window`: how many are seen at once.
  mutating func reduce(_ action: SheetAction, lines: Int, window: Int) {
    let end = max(0, lines - window)
    switch action {
    case .helpPressed: break
    case .scrolled(let rows): scroll = min(end, max(0, scroll + rows))
    case .paged(let pages): scroll = min(end, max(0, scroll + pages * max(1, window - 1)))
    case .jumpedToStart: scroll = 0
    case .jumpedToEnd: scroll = end
    case .closed: isOver = true
    }
  }
}

extension Sheet: FocusLayer {
  var keyContext: KeyContext { .sheet }
  var coversLists: Bool { true }

  func action(forUnbound key: Key, _ keymap: Keymap) -> Action? { .sheet(.closed) }

  func draw(_ canvas: Canvas, pictures: some PictureSource, into frame: inout Frame) {
    SheetView.draw(canvas, self, into: &frame)
  }
}

extension FocusStack {
  /// The sheet to read; nil if there is none.
  var sheet: Sheet? {
    get { self[Sheet.self] }
    _modify { yield &self[Sheet.self] }
  }
}
