import FireflyCore

// The pictures of the lists.
extension ListsState {
  /// Returns the addresses of the pictures to load, the most urgent first: those in the window and
  /// just below it, then the first ones of the other explorers (seeds 003, 004).
  ///
  /// A list that waits for its first picture needs nothing else.
  func wantedPictures(_ context: Context) -> [String] {
    let (list, position) = (list, current.position)
    if case .awaitingPicture(let address, _) = list.phase { return [address] }
    var wanted: [String] = []
    func add(_ index: Int) {
      if let address = context.picture(at: index, of: list) { wanted.append(address) }
    }
    if list.isThread {
      if !list.posts.isEmpty { add(0) }
      let cards = restingLayout(of: list, context)
      let near = cards.visible(from: position.scroll, height: 2 * context.layout.windowHeight)
      wanted += near.filter { cards.height(of: $0) > 0 }
        .flatMap { list.textPictures(of: list.posts[$0].id) }
    } else if context.layout.hasThumbnails {
      // One window ahead, for scrolling.
      restingLayout(of: list, context)
        .visible(from: position.scroll, height: 2 * context.layout.windowHeight).forEach(add)
    }
    if let index = list.index(of: position.expandedID) {
      add(index)
      wanted += list.textPictures(of: list.posts[index].id)
    }
    // The post that is answered stands above the editor.
    if context.writing != nil, let post = list.parent,
      let address = context.picture(of: post.id, post.imageURL)
    {
      wanted.append(address)
    }
    guard hasShownPosts else { return wanted }
    let behind = Explorer.allCases.filter { $0 != explorer }
    return wanted + behind.compactMap { firstPicture(of: $0, context) }
  }

  /// Returns the addresses of the pictures that determine heights of cards.
  func expandedPictures() -> [String] {
    pathLevels.compactMap { level in
      guard let list = self[level.id], let index = list.openCard(at: level.position)
      else { return nil }
      return list.posts[index].imageURL
    }
  }

  /// Hides the new list until the first picture in its window is loaded, unless it is already
  /// (seeds 003, 004).
  mutating func awaitFirstPicture(_ context: Context) {
    guard let address = firstPicture(of: explorer, context) else { return }
    switch context.pictures[address] {
    case nil, .loading, .postponed:
      let until = context.now + context.settings.tunables.picturePatience
      self[current.navigator.root.id]?.phase = .awaitingPicture(address, until: until)
    case .ready, .failed: break
    }
  }

  /// Shows the lists that wait for their first picture.
  ///
  /// - Parameter reason: decides by the picture's address and the end of the waiting time.
  mutating func stopWaitingForPictures(_ reason: (String, Double) -> Bool = { _, _ in true }) {
    for explorer in Explorer.allCases {
      let root = self[explorer].navigator.root.id
      if case .awaitingPicture(let address, let until) = self[root]?.phase, reason(address, until) {
        self[root]?.phase = .loaded
      }
    }
  }

  /// Adjusts the expanded cards when a picture's aspect ratio is known.
  mutating func pictureShapeLoaded(_ address: String, _ context: Context) {
    for level in pathLevels {
      guard let list = self[level.id], let index = list.openCard(at: level.position),
        context.picture(of: list.posts[index])?.address == address
      else { continue }
      scrollSelectionIntoView(of: level.id, context)
    }
  }

  /// Returns the address of the first visible picture of a root list.
  private func firstPicture(of explorer: Explorer, _ context: Context) -> String? {
    guard context.showsPictures, context.layout.hasThumbnails else { return nil }
    let list = self[explorer].rootList
    let seen = restingLayout(of: list, context).visible(
      from: self[explorer].navigator.root.position.scroll, height: context.layout.windowHeight)
    return seen.lazy.compactMap { context.picture(at: $0, of: list) }.first
  }
}

extension ListState {
  /// Returns the addresses of the pictures that are drawn in the text of a post.
  fileprivate func textPictures(of id: Post.ID) -> [String] {
    bodies[id]?.pictures.map(\.address) ?? []
  }
}

extension Context {
  /// Returns the address of a card's picture; nil for none.
  ///
  /// Doesn't copy the post.
  fileprivate func picture(at index: Int, of list: ListState) -> String? {
    picture(of: list.posts[index].id, list.posts[index].imageURL)
  }
}
