import FireflyCore

// Which pictures the lists want, and what their shapes change.
extension ListsState {
  /// Addresses of the pictures that the lists want now, the most urgent first: those of the cards in the
  /// window and of the next few, then the first ones of the explorers behind (seeds 003, 004).
  ///
  /// A list that is held back until its first picture has come wants nothing else before that.
  func wantedPictures(_ context: Context) -> [String] {
    let (list, position) = (list, current.position)
    if case .awaitingPicture(let address, _) = list.phase { return [address] }
    var wanted: [String] = []
    func add(_ index: Int) {
      if let address = context.picture(at: index, of: list) { wanted.append(address) }
    }
    if context.layout.hasThumbnails {
      // One window ahead, so that scrolling finds them there.
      restingLayout(of: list, context)
        .visible(from: position.scroll, height: 2 * context.layout.windowHeight).forEach(add)
    }
    if let index = list.index(of: position.expandedID) { add(index) }
    guard hasShownPosts else { return wanted }
    let behind = Explorer.allCases.filter { $0 != explorer }
    return wanted + behind.compactMap { firstPicture(of: $0, context) }
  }

  /// Addresses of the pictures whose shapes the heights of lists hang on.
  func expandedPictures() -> [String] {
    Explorer.allCases.flatMap { explorer in
      self[explorer].navigator.levels.compactMap { level in
        guard let list = self[level.id], let index = list.index(of: level.position.expandedID)
        else { return nil }
        return list.posts[index].imageURL
      }
    }
  }

  /// Holds the list that has just come in front back until the first picture in its window has come
  /// (seeds 003, 004), unless it is known already.
  mutating func awaitFirstPicture(_ context: Context) {
    guard let address = firstPicture(of: explorer, context) else { return }
    switch context.pictures[address] {
    case nil, .loading, .postponed:
      let until = context.now + context.settings.tunables.picturePatience
      self[current.navigator.root.id]?.phase = .awaitingPicture(address, until: until)
    case .ready, .failed: break
    }
  }

  /// Shows the lists that wait for their first picture, if there is a reason to.
  ///
  /// - Parameter reason: is given the picture's address and until when the list waits for it.
  mutating func stopWaitingForPictures(_ reason: (String, Double) -> Bool = { _, _ in true }) {
    for explorer in Explorer.allCases {
      let root = self[explorer].navigator.root.id
      if case .awaitingPicture(let address, let until) = self[root]?.phase, reason(address, until) {
        self[root]?.phase = .loaded
      }
    }
  }

  /// A picture's shape is known: the expanded cards that show it take it on.
  mutating func pictureShapeLoaded(_ address: String, _ context: Context) {
    for explorer in Explorer.allCases {
      for level in self[explorer].navigator.levels {
        guard let list = self[level.id], let index = list.index(of: level.position.expandedID),
          context.picture(of: list.posts[index])?.address == address
        else { continue }
        scrollSelectionIntoView(of: level.id, context)
      }
    }
  }

  /// Goes a step on with the selected card: expanded, then its picture over the whole screen, or collapsed.
  ///
  /// The picture only where it is before the user's eyes: at rest, and more of it in the window than
  /// not. Otherwise Enter does what Space does.
  mutating func enterCard(_ context: Context) -> [Effect] {
    guard let post = selectedPost, current.position.expandedID == post.id,
      let address = post.imageURL, case .ready = context.pictures[address],
      isPictureInView(of: post, context)
    else { return toggleCard(context) }
    return [.send(.picture(.pressed))]
  }

  private func isPictureInView(of post: Post, _ context: Context) -> Bool {
    guard context.showsPicture(of: post), let index = list.index(of: post.id),
      !list.isMoving(at: context.now), list.expansion(of: post.id, at: context.now) == 1
    else { return false }
    let picture = context.cardLayout(for: post, in: list).pictureFrame(at: 1)
    let middle = restingLayout(context).top(of: index) + picture.y + picture.height / 2
    let scroll = current.position.scroll
    return middle >= scroll && middle < scroll + context.layout.windowHeight
  }

  /// The address of the first picture in the window of an explorer's own list.
  private func firstPicture(of explorer: Explorer, _ context: Context) -> String? {
    guard context.showsPictures, context.layout.hasThumbnails else { return nil }
    let list = self[explorer].rootList
    let seen = restingLayout(of: list, context).visible(
      from: self[explorer].navigator.root.position.scroll, height: context.layout.windowHeight)
    return seen.lazy.compactMap { context.picture(at: $0, of: list) }.first
  }
}

extension Context {
  /// The address of the picture of a card in a list; nil for none.
  ///
  /// Its post is not copied for that.
  fileprivate func picture(at index: Int, of list: ListState) -> String? {
    picture(of: list.posts[index].id, list.posts[index].imageURL)
  }
}
