import FireflyCore
import FireflyScreen

/// The button that begins a new post in the list one is in, with the words of its template; the seeds have
/// it at the list.
struct AddButton {
  /// Columns that what stands at its left has at least.
  private static let minimumLeft = 22

  /// Its words, with its key.
  let label: String
  /// Where it stands, in the top bar.
  let rect: Rect

  /// The button; nil where one may not add, writes already, or where there is no room.
  ///
  /// - `edge`: the column that it ends before.
  init?(_ state: AppState, before edge: Int) {
    // Where there is no card at all, the button stands in their place.
    guard let words = Self.words(state), !state.focus.isWriting, state.focus.find == nil,
      !state.list.posts.isEmpty
    else { return nil }
    let key = state.settings.keymap.keys(of: "new").first.map { state.symbols.label(of: $0) + " " }
    label = (key ?? "") + words
    let width = Glyph.glyphs(of: label).displayWidth
    let x = edge - width - 2
    // Below, the whole path comes first.
    let isBelow = state.current.navigator.depth > 0
    let left = isBelow ? CapsuleView.wholeWidth(of: state) + 1 : Self.minimumLeft
    guard !state.layout.topBar.isEmpty, x - state.layout.cardX >= left else { return nil }
    rect = Rect(x: x, y: 0, width: width, height: 1)
  }

  /// What it says: what would be begun, or gone on with; nil where one may not add.
  static func words(_ state: AppState) -> String? {
    guard let place = state.newPlace else { return nil }
    if state.writing.hasDraft(at: place) { return "your draft" }
    return place == .newQuery ? "new search" : "new post"
  }
}
