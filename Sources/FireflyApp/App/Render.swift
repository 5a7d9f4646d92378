import FireflyCore
import FireflyScreen

/// Draws the whole screen: a pure function of the state, the moment and the pictures at hand.
public func render(
  _ state: AppState, at now: Double, pictures: some PictureSource = NoPictures()
) -> Frame {
  let canvas = Canvas(state.context(at: now))
  var frame = Frame(size: state.size, blank: Cell(style: canvas.backdrop))
  guard state.size.width > 0, state.size.height > 0 else { return frame }
  if state.isStarting {
    SplashView.draw(state.explorer, canvas, into: &frame)
  } else {
    drawLists(of: state, canvas, pictures: pictures, into: &frame)
  }
  if state.settings.screenReader { ScreenReaderText.apply(to: &frame) }
  if !state.abilities.unicode { PlainCharacters.apply(to: &frame) }
  return frame
}

/// Draws the lists, what stands around them and what lies over them.
private func drawLists(
  of state: AppState, _ canvas: Canvas, pictures: some PictureSource, into frame: inout Frame
) {
  let scene = ListScene(state)
  LevelsView.draw(scene, canvas, pictures: pictures, into: &frame)
  TopBarView.draw(scene, canvas, into: &frame)
  ToolbarView.draw(state.tabs, canvas, into: &frame)
  if let note = state.shownNote { NoteView.draw(note, canvas, into: &frame) }
  state.focus.top?.draw(canvas, pictures: pictures, into: &frame)
}

extension AppState {
  /// Whether nothing has been shown yet since the start: then the splash is.
  var isStarting: Bool {
    !lists.hasShownPosts && !focus.coversLists && current.navigator.depth == 0
  }
}

extension AppState {
  /// The title of the terminal's window: the program, and the post that is open or whose children are shown.
  public var windowTitle: String {
    let position = current.position
    let list = list
    let open = list.index(of: position.expandedID).map { list.posts[$0] }
    guard let post = open ?? list.parent else { return "Firefly" }
    return "Firefly: " + post.label.shortened(to: 60)
  }
}
