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

  /// What the help shows.
  private var scope: SheetText.HelpScope

  init(
    _ content: Content, at site: Site = .own(as: .signedOut), in tab: Explorer = .posts,
    over list: SheetText.HelpScope.List = .posts
  ) {
    self.content = content
    scope = SheetText.HelpScope(site: site, tab: tab, list: list)
  }

  /// Whether the help goes on with the keys that don't matter in lists; a filter finds those of both pages.
  var hasSecondPage: Bool { content == .help && !scope.isSecondPage && filter.isEmpty }

  func text(_ keymap: Keymap, _ layout: ScreenLayout, symbols: Symbols = .unicode) -> SheetText {
    var scope = scope
    // What is sought may stand on either page.
    scope.hasAll = !filter.isEmpty
    let text: SheetText =
      switch content {
      case .help: .help(keymap, layout, symbols, scope)
      case .complaints(let complaints, let notices): .complaints(complaints, notices, layout)
      case .output(let command, let words): .output(of: command, words, layout)
      }
    return text.filtered(by: filter).inColumns
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
    case .morePressed where hasSecondPage: (scope.isSecondPage, scroll) = (true, 0)
    case .morePressed, .closed: isOver = true
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
