import FireflyCore

// Asking for pictures, and what their sizes change.
extension AppState {
  /// Asks for a post's picture, if it has one that nobody asked for yet.
  mutating func loadPicture(of post: Post) -> [Effect] {
    guard showsPicture(of: post), let address = post.imageURL, pictures[address] == nil else {
      return []
    }
    pictures[address] = .loading
    return [.loadPicture(address: address)]
  }

  /// Asks for the pictures of the cards in the window and of the next few, in list order.
  mutating func loadVisiblePictures() -> [Effect] {
    guard settings.pictures != .none, layout.hasThumbnails else { return [] }
    var effects: [Effect] = []
    for index in nearbyCards() { effects += loadPicture(of: list.posts[index]) }
    return effects
  }

  /// Seconds that a list waits for its first picture: less than anyone notices.
  static let picturePatience = 0.05

  /// Asks for the pictures that a list which has just come needs.
  ///
  /// An explorer's own list in front is held back until the first one in its window has come; the rest
  /// is asked for then, and the first ones of the explorers behind (seeds 003, 004).
  mutating func loadPictures(
    of explorer: Explorer, _ level: Navigator.Level.ID, isFirstTime: Bool, at now: Double
  ) -> [Effect] {
    guard explorer == self.explorer else {
      return hasShownPosts && list.pictureDeadline == nil ? loadFirstPicturesBehind() : []
    }
    guard isFirstTime, current.navigator.root.id == level,
      let post = firstPicturePost(of: explorer),
      let address = post.imageURL
    else { return loadVisiblePictures() }
    let effects = loadPicture(of: post)
    guard pictures[address] == .loading else { return effects + loadVisiblePictures() }
    updateList(level) { $0.phase = .awaitingPicture(address, until: now + Self.picturePatience) }
    return effects
  }

  /// Shows the lists that wait for their first picture, if there is a reason to.
  ///
  /// - Parameter reason: told the picture's address and until when the list waits for it.
  mutating func showPosts(_ reason: (String, Double) -> Bool = { _, _ in true }) -> [Effect] {
    var isChanged = false
    for explorer in Explorer.allCases {
      guard let root = explorers[explorer]?.navigator.root.id,
        case .awaitingPicture(let address, let until) = explorers[explorer]?.lists[root]?.phase,
        reason(address, until)
      else { continue }
      explorers[explorer]?.lists[root]?.phase = .loaded
      isChanged = true
    }
    return isChanged ? loadVisiblePictures() + loadFirstPicturesBehind() : []
  }

  /// Asks for the first pictures of the other explorers, for when one comes to them.
  private mutating func loadFirstPicturesBehind() -> [Effect] {
    Explorer.allCases.filter { $0 != explorer }.flatMap { explorer in
      firstPicturePost(of: explorer).map { loadPicture(of: $0) } ?? []
    }
  }

  /// The first post with a picture in the window of an explorer's own list.
  private func firstPicturePost(of explorer: Explorer) -> Post? {
    guard settings.pictures != .none, layout.hasThumbnails,
      let root = explorers[explorer]?.navigator.root, let list = explorers[explorer]?.lists[root.id]
    else { return nil }
    let seen = restingLayout(of: list).visible(
      from: root.position.scroll, height: layout.windowHeight)
    return seen.lazy.map { list.posts[$0] }.first(where: showsPicture)
  }

  /// Addresses of the pictures in and near the window.
  func visiblePictureAddresses() -> [String] {
    nearbyCards().compactMap { list.posts[$0].imageURL }
  }

  /// Addresses of the pictures whose shapes the heights of lists hang on.
  private func expandedPictureAddresses() -> [String] {
    explorers.values.flatMap { explorer in
      explorer.navigator.levels.compactMap { level in
        guard let list = explorer.lists[level.id],
          let index = list.index(of: level.position.expandedID)
        else { return nil }
        return list.posts[index].imageURL
      }
    }
  }

  private func nearbyCards() -> Range<Int> {
    let cards = restingLayout()
    let window = layout.windowHeight
    // One window ahead, so that scrolling finds them there.
    return cards.visible(from: current.position.scroll, height: 2 * window)
  }

  /// A picture has come, or not; a card that waits for its shape takes it on.
  mutating func receivePicture(
    _ address: String, aspectRatio: Double?, at now: Double
  ) -> [Effect] {
    pictures[address] = aspectRatio.map { .ready(aspectRatio: $0) } ?? .failed
    let effects = showPosts { awaited, _ in awaited == address }
    if pictures.count > 2_000 {
      let near = Set(visiblePictureAddresses() + expandedPictureAddresses())
      pictures = pictures.filter { near.contains($0.key) || $0.value == .loading }
    }
    for explorer in explorers.values {
      for level in explorer.navigator.levels {
        guard let list = explorer.lists[level.id],
          let index = list.index(of: level.position.expandedID),
          list.posts[index].imageURL == address
        else { continue }
        keepSelectionInView(of: level.id)
      }
    }
    return effects
  }

  /// Goes a step on with the selected card: expanded, its picture over the whole screen, collapsed.
  ///
  /// The picture only where it is before the user's eyes: at rest, and more of it in the window than
  /// not. Otherwise Enter does what Space does.
  mutating func enterCard(at now: Double) -> [Effect] {
    guard let post = selectedPost, current.position.expandedID == post.id,
      let address = post.imageURL, case .ready = pictures[address],
      isPictureInView(of: post, at: now)
    else { return toggleCard(at: now) }
    return showPicture(at: now)
  }

  private func isPictureInView(of post: Post, at now: Double) -> Bool {
    guard showsPicture(of: post), let index = list.index(of: post.id), !list.isMoving(at: now),
      list.expansion(of: post.id, at: now) == 1
    else { return false }
    let picture = cardLayout(for: post, in: list).pictureFrame(at: 1)
    let middle = restingLayout().top(of: index) + picture.y + picture.height / 2
    let scroll = current.position.scroll
    return middle >= scroll && middle < scroll + layout.windowHeight
  }

  /// Shows the selected card's picture over the whole screen.
  mutating func showPicture(at now: Double) -> [Effect] {
    guard let post = selectedPost else { return [] }
    guard showsPicture(of: post), let address = post.imageURL else {
      noteInList("This post has no picture.", at: now)
      return []
    }
    overlay = .picture(address: address)
    return loadPicture(of: post)
  }
}
