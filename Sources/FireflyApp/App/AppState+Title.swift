import FireflyCore

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
