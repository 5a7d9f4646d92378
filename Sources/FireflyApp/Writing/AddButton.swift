import FireflyCore
import FireflyScreen

/// The button in the top bar that begins a new post in the current list.
///
/// In the users' list it edits the current user's profile.
struct AddButton {
  /// Minimum number of columns to its left.
  private static let minimumLeft = 22
  /// Minimum number of columns of a path to its left, which is cut for it.
  private static let minimumPath = 30
  /// Columns of the key that stands before it.
  private static let otherKey = 10

  /// The label, with its key.
  let label: String
  /// The position.
  let rect: Rect
  /// What it begins.
  let offer: Offer

  /// What can be begun in a list.
  struct Offer {
    /// The labels, with the key, the longest first.
    let labels: [String]
    /// The name of the element.
    let element: String
    let action: EditorAction

    /// Returns what can be begun or continued in the current list; nil for nothing.
    init?(_ state: some WritingHost) {
      let (key, words): (EditorAction, [String])
      if state.isAmongUsers, !state.site.has(.subscriptions) {
        // Who is signed out has none; the bar says how to sign in.
        guard state.site.can(.profile), !state.site.asksForSignIn else { return nil }
        (key, element, action) = (.editPressed, "profile", .profilePressed)
        words = [state.ownProfile?.words.isEmpty == false ? "your profile" : "write your profile"]
      } else {
        (key, element, action) = (.newPressed, "add", .newPressed)
        let follow = state.site.offeredFeed == nil ? "follow a feed" : "follow this feed"
        guard let place = state.newTarget else {
          guard state.site.offeredFeed != nil else { return nil }
          labels = [(state.keyLabel(.editor(key)).map { $0 + " " } ?? "") + follow]
          return
        }
        words =
          state.writing.hasDraft(at: place)
          ? ["your draft"]
          : state.followsFeeds
            ? [follow]
            : place == .newQuery
              ? ["new search"]
              : state.answersPost ? Self.reply(to: state.list.parent) : ["new post"]
      }
      let label = state.keyLabel(.editor(key)).map { $0 + " " } ?? ""
      labels = words.map { label + $0 }
    }

    /// Returns the words for a reply, which name the post: not the selected one is answered, but the one above the
    /// list.
    private static func reply(to post: Post?) -> [String] {
      guard let title = post?.headline, !title.isEmpty else { return ["reply"] }
      return [20, 8].map { "reply to “\(title.shortened(to: $0))”" } + ["reply"]
    }
  }

  /// Creates the button; nil if nothing can be begun, a card is being edited, or there is no room.
  ///
  /// - Parameters:
  ///   - edge: the column before which it ends.
  ///   - room: the columns that stay free before it.
  init?(_ scene: ListScene, _ canvas: Canvas, before edge: Int, leaving room: Int) {
    // An empty list shows the button in its middle.
    guard let offer = scene.offer, scene.editor == nil, scene.find == nil,
      !scene.explorer.list.posts.isEmpty
    else { return nil }
    self.offer = offer
    let labels = offer.labels
    let places = labels.indices.lazy.compactMap { index in
      let label = labels[index]
      let isLonger = index == 0 && labels.count > 1 && label != labels[1]
      // A longer label than needed takes no other key's place.
      return Self.place(
        columns: Glyph.glyphs(of: label).displayWidth, before: edge,
        leaving: room + (isLonger ? Self.otherKey : 0),
        cutsTitle: index == labels.count - 1, scene, canvas
      ).map { (label, $0) }
    }
    guard let (label, rect) = places.first else { return nil }
    (self.label, self.rect) = (label, rect)
  }

  /// Returns the place of a button of the top bar; nil without room.
  ///
  /// - Parameter cutsTitle: whether a long path gives way to it: to the key that is needed most.
  static func place(
    columns width: Int, before edge: Int, leaving room: Int, cutsTitle: Bool, _ scene: ListScene,
    _ canvas: Canvas
  ) -> Rect? {
    let x = edge - width - 2
    // Below the root, the path has priority over other keys.
    let isBelow = scene.explorer.navigator.depth > 0
    let whole = isBelow ? CapsuleView.wholeWidth(of: scene, canvas.symbols) + 1 : minimumLeft
    let left = cutsTitle && isBelow ? min(whole, minimumPath) : whole
    guard !canvas.layout.topBar.isEmpty, x - room - canvas.layout.cardX >= left else { return nil }
    return Rect(x: x, y: 0, width: width, height: 1)
  }
}

extension WritingHost {
  /// What can be begun or continued in the current list; nil for nothing.
  var offer: AddButton.Offer? { AddButton.Offer(self) }
}
