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
    return []
  }

  /// Shows the selected card's picture over the whole screen.
  mutating func showPicture(at now: Double) -> [Effect] {
    guard let post = selectedPost else { return [] }
    guard showsPicture(of: post), let address = post.imageURL else {
      note("This post has no picture.", at: now)
      return []
    }
    overlay = .picture(address: address)
    return loadPicture(of: post)
  }
}
