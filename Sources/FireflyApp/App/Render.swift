import FireflyCore
import FireflyScreen

/// Draws the whole screen: a pure function of the state, the moment and the pictures at hand.
public func render(
  _ state: AppState, at now: Double, pictures: some PictureSource = NoPictures()
) -> Frame {
  let canvas = Canvas(state: state, now: now)
  var frame = Frame(size: state.size, blank: Cell(style: canvas.backdrop))
  guard state.size.width > 0, state.size.height > 0 else { return frame }
  if state.isStarting {
    SplashView.draw(canvas, into: &frame)
  } else {
    drawLists(canvas, pictures: pictures, into: &frame)
  }
  if !state.abilities.unicode { PlainCharacters.apply(to: &frame) }
  return frame
}

/// Draws the lists, what stands around them and what lies over them.
private func drawLists(_ canvas: Canvas, pictures: some PictureSource, into frame: inout Frame) {
  LevelsView.draw(canvas, pictures: pictures, into: &frame)
  TopBarView.draw(canvas, into: &frame)
  ToolbarView.draw(canvas, into: &frame)
  if canvas.state.overlay != nil { frame.links = [] }
  switch canvas.state.overlay {
  case .help(let scroll): HelpView.draw(canvas, scroll: scroll, into: &frame)
  case .complaints(let complaints, let scroll):
    ComplaintsView.draw(canvas, complaints, scroll: scroll, into: &frame)
  case .outline(let outline): OutlineView.draw(canvas, outline, into: &frame)
  case .picture(let address):
    PictureView.draw(canvas, address: address, pictures: pictures, into: &frame)
  case nil: MessageView.draw(canvas, into: &frame)
  }
}

extension AppState {
  /// Whether nothing has been shown yet since the start: then the splash is.
  var isStarting: Bool { !hasShownPosts && overlay == nil && current.navigator.depth == 0 }
}

/// What every view draws with: the state, the moment, and the theme as this terminal shows it.
struct Canvas {
  let state: AppState
  let now: Double
  let theme: Theme
  let symbols: Symbols
  let layout: ScreenLayout

  init(state: AppState, now: Double) {
    self.state = state
    self.now = now
    theme = state.theme
    symbols = state.abilities.unicode ? .unicode : .ascii
    layout = state.layout
  }

  /// The style of what lies behind everything.
  var backdrop: Style { Style(foreground: theme.text, background: theme.backdrop) }

  /// Text on the backdrop.
  func onBackdrop(_ attributes: Attributes = []) -> Style {
    Style(
      foreground: theme.text(alpha: 1, over: theme.backdrop), background: theme.backdrop,
      attributes: attributes)
  }

  /// Whether cards are filled with blocks, rather than drawn with lines.
  var isFilled: Bool { state.fillsCards }

  /// The colour that edges have where it must be told from the text.
  var line: Color { theme.text(alpha: 0.6, over: theme.backdrop) }
}
