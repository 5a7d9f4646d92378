import FireflyAPI
import FireflyCore

// Feeds are followed, moved between folders and left on the service.
extension Reader: FollowingBackend {
  func follow(
    _ address: String, name: String?, in handle: String?, folder: String?
  ) async throws(APIError) -> SourceUser {
    let folder = folder ?? handle.flatMap(Feeds.folder) ?? ""
    let found: (feed: FeedList.Feed, isKnown: Bool) = try await follow(
      address, name: name, folder: folder)
    return user(found.feed)
  }

  /// Follows a feed, or that of a page which names one.
  ///
  /// - Parameters:
  ///   - name: what it is called there; nil for its own name.
  ///   - folder: its folder; empty for none, nil for none or where it is already.
  /// - Returns: the feed, and whether it was followed before.
  func follow(
    _ address: String, name: String?, folder: String?
  ) async throws(APIError) -> (feed: FeedList.Feed, isKnown: Bool) {
    try requireAccount()
    guard let parsed = FeedList.parse(address) else {
      throw .notOffered(FeedList.refusal(of: address))
    }
    guard parsed.user == nil, parsed.password == nil else {
      throw .notOffered(
        "A feed with a password can't be followed from here. Follow it on the page of \(web.name).")
    }
    try await sync.loadFeeds()
    let before = feed(at: parsed.address)
    var stream = before.flatMap { sync.stream(of: $0.address) }
    if stream == nil {
      do throws(APIError) {
        stream = try await sync.api.follow(parsed.address)
      } catch  where error.mayHaveArrived {
        // It may have taken long to load the feed.
        try await sync.loadFeeds()
        guard let found = feed(at: parsed.address) else { throw error }
        stream = sync.stream(of: found.address)
      }
      try await sync.loadFeeds()
    }
    guard let stream, let feed = followed(sync.address(of: stream)) else {
      throw .notOffered("\(web.name) does not list the feed.")
    }
    let changed = try await change(feed, name: name, folder: folder)
    // Its entries are there already.
    if before == nil { try await sync.look(unlessWithin: 0) }
    return (changed, before != nil)
  }

  /// Names a feed and puts it into a folder; nil or empty leaves it as it is, an empty folder is none.
  private func change(
    _ feed: FeedList.Feed, name: String?, folder: String?
  ) async throws(APIError) -> FeedList.Feed {
    guard let stream = sync.stream(of: feed.address) else { throw .status(404, message: nil) }
    let name = name.flatMap(\.line).flatMap { $0 == feed.name ? nil : $0 }
    let new = folder.map(FeedFolder.name) ?? feed.folder
    guard name != nil || new != feed.folder else { return feed }
    try await sync.api.change(stream, name: name, folder: (old: feed.folder, new: new))
    try await sync.loadFeeds()
    guard var changed = followed(feed.address) else { throw .status(404, message: nil) }
    // FreshRSS writes some signs otherwise.
    changed.name = name ?? changed.name
    return changed
  }

  func rename(
    _ handle: String, to name: String?, folder: String?
  ) async throws(APIError) -> SourceUser {
    try requireAccount()
    return user(try await change(plain.feed(handle), name: name, folder: folder ?? ""))
  }

  func move(_ handle: String, to text: String) async throws(APIError) -> SourceUser {
    try requireAccount()
    let feed = try plain.feed(handle)
    guard FeedList.address(text) == FeedList.address(address(of: feed)) else {
      throw .notOffered(
        "The address of a feed can't be changed there. Follow the new one, and this one no longer.")
    }
    return user(feed)
  }

  func unfollow(_ handle: String) async throws(APIError) {
    try requireAccount()
    let feed = try plain.feed(handle)
    let address = address(of: feed)
    try await unfollow(feed)
    sync.left.withLock {
      $0[handle] = FeedList.Feed(address: address, name: feed.name, folder: feed.folder)
    }
  }

  func followAgain(_ handle: String) async throws(APIError) -> SourceUser {
    guard let feed = sync.left.withLock({ $0[handle] }) else { throw .status(404, message: nil) }
    let again: (feed: FeedList.Feed, isKnown: Bool) = try await follow(
      feed.address, name: feed.name, folder: feed.folder ?? "")
    return user(again.feed)
  }

  /// Follows a feed no longer.
  func unfollow(_ feed: FeedList.Feed) async throws(APIError) {
    guard let stream = sync.stream(of: feed.address) else { throw .status(404, message: nil) }
    try await sync.api.unfollow(stream)
    try await sync.loadFeeds()
  }

  func logIn(_ request: PasswordRequest, password: String) {}

  /// Returns the feed that the service follows under an address of its own or that of its page; nil for none.
  func feed(at address: String) -> FeedList.Feed? {
    sync.store.list.feeds.first { feed in
      let facts = sync.store.feed(feed.address).facts
      return facts.feed.flatMap(FeedList.address) == address
        || facts.site.flatMap(FeedList.address) == address
    }
  }

  private func followed(_ address: String) -> FeedList.Feed? {
    sync.store.list.byAddress[address]
  }
}
