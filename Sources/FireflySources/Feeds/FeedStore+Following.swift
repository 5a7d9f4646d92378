import FireflyAPI
import FireflyCore

extension FeedStore {
  /// What became of a feed that was to be followed.
  enum Following {
    /// With the addresses of the other feeds of the same page.
    case added(FeedList.Feed, others: [String])
    case known(FeedList.Feed)
    /// There is none; why, as a sentence.
    case none(String)
  }

  /// Follows a feed, or that of a page which names one.
  ///
  /// - Parameters:
  ///   - name: the user's name for it; nil for its own.
  ///   - folder: the folder into which it is put; empty for none, nil for none or where it is already.
  /// - Returns: what became of it.
  /// - Throws: a description of the problem if the list can't be written.
  func follow(
    _ address: String, name: String?, folder: String? = nil, in list: FeedList
  ) async throws -> Following {
    if let named = NamedFeedAddress(address) {
      return try await follow(named, name: name, folder: folder, in: list)
    }
    guard var own = FeedList.address(address) else {
      return .none(FeedList.refusal(of: address))
    }
    let feeds = list.feeds
    // Who names a feed that has failed wants to know whether it is there now.
    let isRetried = retry(own)
    if let known = feeds.first(where: { $0.address == own }) {
      if isRetried { _ = await refresh([own]) }
      if let name { try list.rename(own, to: name) }
      if let folder { try list.put(own, into: folder) }
      return .known(list.feeds.first { $0.address == own } ?? known)
    }
    guard feeds.count < FeedList.maximum else {
      return .none("You follow \(FeedList.maximum) feeds, and no more can be followed.")
    }
    _ = await refresh([own])
    // `feed://` says that it is a feed, not whether it is encrypted.
    if feed(own).facts.receivedAt == nil, address.lowercased().hasPrefix("feed://") {
      let plain = "http" + own.dropFirst(own.hasPrefix("https") ? 5 : 4)
      _ = await refresh([plain])
      // A server that answers neither way may know only the older one, which leads on to the other.
      if feed(plain).facts.receivedAt != nil || !feed(own).facts.isNoFeed { own = plain }
    }
    let facts = feed(own).facts
    if facts.receivedAt == nil, let failure = facts.failure,
      facts.isNoFeed || facts.isRefused == true
    {
      return .none(failure)
    }
    // What has moved is kept at its new address.
    let found = facts.movedTo ?? facts.feed.flatMap(FeedList.address) ?? own
    if found != own, facts.movedTo == nil { rename(own, to: found) }
    let new = FeedList.Feed(address: found, name: name, folder: folder)
    guard try list.add([new]).isEmpty else { return .added(new, others: facts.others ?? []) }
    if let folder { try list.put(found, into: folder) }
    return .known(new)
  }
}

extension Feeds: FollowingBackend {
  func follow(
    _ address: String, name: String?, in handle: String?, folder: String?
  ) async throws(APIError) -> SourceUser {
    let following: FeedStore.Following
    do {
      following = try await store.follow(
        // At the top level it is in no folder.
        address, name: name, folder: folder ?? handle.flatMap(Self.folder) ?? "", in: list)
    } catch {
      throw Self.unwritten(error)
    }
    switch following {
    case .added(let feed, _), .known(let feed): return user(feed)
    case .none(let reason): throw .notOffered(reason)
    }
  }

  func logIn(_ request: PasswordRequest, password: String) {
    store.logIn(request, password: password)
  }

  func move(_ handle: String, to text: String) async throws(APIError) -> SourceUser {
    if let folder = Self.folder(handle) { return try rename(folder: folder, to: text) }
    let old = try feed(handle)
    guard FeedList.address(text) != old.address else { return user(old) }
    let known = APIError.notOffered("You follow that feed already.")
    if let address = FeedList.parse(text)?.address, address != old.address,
      list.byAddress[address] != nil
    {
      throw known
    }
    do {
      // It is not asked whether it is there: it was followed.
      if let address = FeedList.address(text), try list.moveBack(old, to: address) {
        return user(try feed(Self.handle(address)))
      }
      switch try await store.follow(text, name: old.name, folder: old.folder ?? "", in: list) {
      case .added(let new, _):
        try list.replace(old, by: new)
        return user(new)
      case .known(let feed):
        guard feed.address == old.address else { throw known }
        return user(feed)
      case .none(let reason): throw APIError.notOffered(reason)
      }
    } catch {
      throw Self.unwritten(error)
    }
  }

  private func rename(folder: String, to text: String) throws(APIError) -> SourceUser {
    guard let new = FeedFolder.name(text) else { throw .notOffered("A folder needs a name.") }
    let inside = feeds.compactMap(\.folder).filter { FeedFolder.contains(folder, $0) }
    guard FeedFolder.cut(text) == nil,
      inside.allSatisfy({ FeedFolder.cut(new + $0.dropFirst(folder.count)) == nil })
    else {
      throw .notOffered(
        "Folders are at most \(FeedFolder.maximumDepth) deep, and their names have at most "
          + "\(FeedFolder.maximumLetters) letters.")
    }
    do {
      if new != folder { try list.rename(folder: folder, to: new) }
    } catch {
      throw Self.unwritten(error)
    }
    return row(ofFolder: new, feeds.filter { isIn(new, $0) }, of: feeds.count)
  }

  func rename(
    _ handle: String, to name: String?, folder: String?
  ) throws(APIError) -> SourceUser {
    let feed = try feed(handle)
    do {
      guard try list.rename(feed.address, to: name), try list.put(feed.address, into: folder) else {
        throw APIError.status(404, message: nil)
      }
    } catch {
      throw Self.unwritten(error)
    }
    return user(try self.feed(handle))
  }

  func unfollow(_ handle: String) throws(APIError) {
    do {
      if let folder = Self.folder(handle) { return try list.remove(folder: folder) }
      guard try list.remove(try feed(handle).address) else {
        throw APIError.status(404, message: nil)
      }
    } catch {
      throw Self.unwritten(error)
    }
  }

  func followAgain(_ handle: String) throws(APIError) -> SourceUser {
    do {
      try list.restore(handle)
      guard let folder = Self.folder(handle) else { return user(try feed(handle)) }
      return row(ofFolder: folder, feeds.filter { isIn(folder, $0) }, of: feeds.count)
    } catch {
      throw Self.unwritten(error)
    }
  }

  private static func unwritten(_ error: any Error) -> APIError {
    error as? APIError ?? .status(507, message: "The list of feeds can't be written: \(error)")
  }
}
