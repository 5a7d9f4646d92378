import FireflyCore
import FireflyModel
import FireflyScreen

/// A sheet with text over the lists.
struct Sheet: Hashable, Sendable {
  /// The contents of a sheet.
  enum Content: Hashable, Sendable {
    case help
    /// Errors in the configuration, and sentences about Firefly's own files.
    case complaints([SettingsError], notices: [String] = [])
    /// What a command of the user's has printed.
    case output(of: String, String)
  }

  let content: Content
  /// Number of lines scrolled.
  private(set) var scroll = 0
  var filter = Filter()
  /// Whether it was closed.
  private(set) var isOver = false

  /// Where it is shown: the help omits keys that do nothing there.
  private let site: Site

  init(_ content: Content, at site: Site = .own(as: .signedOut)) {
    (self.content, self.site) = (content, site)
  }

  func text(_ keymap: Keymap, _ layout: ScreenLayout, symbols: Symbols = .unicode) -> SheetText {
    let text: SheetText =
      switch content {
      case .help: .help(keymap, layout, symbols, site)
      case .complaints(let complaints, let notices): .complaints(complaints, notices, layout)
      case .output(let command, let words): .output(of: command, words, layout)
      }
    return text.filtered(by: filter)
  }

  /// Handles an action.
  ///
  /// - Parameters:
  ///   - lines: number of lines.
  ///   - window: number of visible lines.
  mutating func reduce(_ action: SheetAction, lines: Int, window: Int) {
    switch action {
    case .helpPressed: break
    case .scrolled(let action):
      scroll = action.position(from: scroll, page: max(1, window - 1), end: max(0, lines - window))
    case .closed: isOver = true
    }
  }
}

extension Sheet: FilteredLayer {
  var keyContext: KeyContext { filter.isTyping ? .filter : .sheet }
  var coversLists: Bool { true }
  var isSheet: Bool { true }

  func movedAction(_ scroll: ScrollAction) -> Action { .sheet(.scrolled(scroll)) }

  mutating func filterChanged() { scroll = 0 }

  func draw(_ canvas: Canvas, pictures: some PictureSource, into frame: inout Frame) {
    SheetView.draw(canvas, self, into: &frame)
  }
}
