import FireflyCore
import FireflyScreen

/// Draws the whole screen; a pure function of state, time and loaded pictures.
package func render(
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

/// Draws the lists, the bars around them and the layers over them.
private func drawLists(
  of state: AppState, _ canvas: Canvas, pictures: some PictureSource, into frame: inout Frame
) {
  let surroundings = state.surroundings(at: canvas.context.now)
  let scene = ListScene(surroundings)
  LevelsView.draw(scene, canvas, pictures: pictures, into: &frame)
  TopBarView(scene: scene, canvas: canvas).draw(into: &frame)
  ColumnsView(scene: scene, canvas: canvas).drawHeadings(into: &frame)
  ToolbarView(
    canvas: canvas, explorer: state.explorer, isWriting: state.focus.isWriting,
    badges: Explorer.allCases.filter(surroundings.hasBadge),
    site: state.site
  ).draw(into: &frame)
  if let note = state.shownNote { NoteView.draw(note, canvas, into: &frame) }
  state.focus.top?.draw(canvas, pictures: pictures, into: &frame)
  if let top = state.focus.top, top.showsNotes, let note = state.shownNote {
    NoteView.draw(note, canvas, over: top.noteRows(canvas), into: &frame)
  }
}

extension AppState {
  /// Whether the splash is shown: nothing has been loaded since the start.
  var isStarting: Bool {
    !lists.hasShownPosts && !focus.coversLists && current.navigator.depth == 0
  }
}

extension AppState {
  /// The title of the terminal's window, with the open post or the current parent.
  package var windowTitle: String {
    let position = current.position
    let list = list
    let open = list.index(of: position.expandedID).map { list.posts[$0] }
    guard let post = open ?? list.parent else { return "Firefly" }
    return "Firefly: " + post.label.shortened(to: 60)
  }
}
