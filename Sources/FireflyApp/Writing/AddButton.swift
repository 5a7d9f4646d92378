import FireflyCore
import FireflyScreen

/// The button that begins a new post in the list in front, with the words of its template; the seeds have
/// it at the list.
///
/// Among the users it begins the user's own profile.
struct AddButton {
  /// Columns that what stands at its left has at least.
  private static let minimumLeft = 22

  /// Its words, with its key.
  let label: String
  /// Where it stands, in the top bar.
  let rect: Rect
  /// What it offers.
  let offer: Offer

  /// What can be begun in a list.
  struct Offer {
    /// What it says, with its key.
    let label: String
    /// The name of its element.
    let element: String
    /// What pressing it does.
    let action: EditorAction

    /// What can be begun, or continued, in the list in front; nil where nothing can.
    init?(_ state: some WritingHost) {
      let (binding, words): (String, String)
      if state.isAmongUsers {
        guard state.source == nil else { return nil }
        (binding, element, action) = ("edit", "profile", .profilePressed)
        words = state.ownProfile?.words.isEmpty == false ? "your profile" : "write your profile"
      } else {
        guard let place = state.newTarget else { return nil }
        (binding, element, action) = ("new", "add", .newPressed)
        words =
          state.writing.hasDraft(at: place)
          ? "your draft" : place == .newQuery ? "new search" : "new post"
      }
      let key = state.settings.keymap.keys(of: binding).first
      label = (key.map { state.symbols.label(of: $0) + " " } ?? "") + words
    }
  }

  /// The button; nil where one may not add, writes already, or where there is no room.
  ///
  /// - `edge`: the column that it ends before.
  init?(_ scene: ListScene, _ canvas: Canvas, before edge: Int) {
    // Where there is no card at all, the button stands in their place.
    guard let offer = scene.offer, scene.editor == nil, scene.find == nil,
      !scene.explorer.list.posts.isEmpty
    else { return nil }
    self.offer = offer
    label = offer.label
    let width = Glyph.glyphs(of: label).displayWidth
    let x = edge - width - 2
    // Below, the whole path comes first.
    let isBelow = scene.explorer.navigator.depth > 0
    let left =
      isBelow
      ? CapsuleView.wholeWidth(of: scene.explorer, canvas.symbols) + 1 : Self.minimumLeft
    guard !canvas.layout.topBar.isEmpty, x - canvas.layout.cardX >= left else { return nil }
    rect = Rect(x: x, y: 0, width: width, height: 1)
  }
}
