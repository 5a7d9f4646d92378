import FireflyCore

// Feeds that get another address.
extension FeedStore {
  /// Keeps a feed that has moved for good under its new address, and follows it there.
  func move(_ old: KeptFeed, to new: String) {
    let address = old.facts.address
    keep(old.moved(to: new), at: new)
    var old = old
    old.facts.movedTo = new
    try? storage.entries(address).update { _ in old }
    state.withLock { $0.feeds[address]?.facts.movedTo = new }
    _ = try? list.move(address, to: new)
  }

  /// Returns the address that a feed has now, if it has moved for good.
  func current(_ address: String) -> String {
    var address = address
    for _ in 0..<Self.maximumMoves {
      guard let next = feed(address).facts.movedTo, next != address else { break }
      address = next
    }
    return address
  }

  /// Moves of a feed that are followed.
  private static let maximumMoves = 5

  /// Keeps a feed that the page at an address has named under its own address.
  func rename(_ address: String, to new: String) { keep(feed(address).renamed(to: new), at: new) }

  /// Keeps a feed at an address, unless one was received there before.
  private func keep(_ feed: KeptFeed, at address: String) {
    var result = feed
    try? storage.entries(address).update { known in
      if let known, known.facts.receivedAt != nil {
        result = known
        result.facts.before = feed.facts.before
        result.facts.movedTo = nil
      }
      return result
    }
    adopt(result)
  }
}
