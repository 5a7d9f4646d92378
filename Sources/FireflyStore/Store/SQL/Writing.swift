import FireflyCore
import Foundation

extension SQLStore {
  func create(
    _ post: Post, picture: PictureDraft?, key: CreationKey?, quota: Quota,
    repliers: Access.Repliers, by email: String, at now: Date
  ) async throws(StoreError) -> Post {
    do throws(StoreError) {
      return try await write(post, picture, key, quota, repliers, by: email, at: now)
    } catch {
      // Refused posts count, too, so that their number is limited.
      if error.isRefusal, quota.posts != nil {
        _ = try? await write(within: nil, isChange: false) { db in
          try db.userID(email).map { try db.countPost(of: $0, quota, at: now) }
        }
      }
      throw error
    }
  }

  private func write(
    _ post: Post, _ picture: PictureDraft?, _ key: CreationKey?, _ quota: Quota,
    _ repliers: Access.Repliers, by email: String, at now: Date
  ) async throws(StoreError) -> Post {
    try await writePosts(picture, by: email, quota, at: now) { _, db in
      guard let user = try db.userID(email) else { throw StoreError.unknownUser(email: email) }
      // Before a post number is drawn, so that repeated requests draw only one.
      if let key, let known = try db.claim(key, by: user, at: now) { return known }
      try db.countPost(of: user, quota, at: now)
      var post = post
      post.userID = user
      if let parent = post.parentID, parent >= 0 {
        try db.validate(post, below: parent, repliers)
      }
      post.imageURL = try db.url(of: picture)
      try db.recordActivity(of: user, at: post.createdAt ?? now)
      let stored = try db.insert(post)
      try db.keepPictures(of: stored)
      if stored.template == .profile { try db.refreshUsers([user]) }
      if let key { try db.record(key, stored, of: user) }
      return stored
    }
  }

  func update(
    _ id: Int, _ change: PostChange, picture: PictureDraft?, quota: Quota,
    if condition: PostCondition, by email: String, at now: Date
  ) async throws(StoreError) -> Post {
    try await writePosts(picture, by: email, quota, at: now) { _, db in
      try db.update(id, change, picture, if: condition, by: email, at: now)
    }
  }

  /// Writes posts in one transaction; also stores the new picture, and removes unused ones.
  ///
  /// - Parameters:
  ///   - picture: the new picture, if any.
  ///   - email: the author, for the quota.
  ///   - quota: the author's quota.
  ///   - now: the current time.
  ///   - body: appends the names of pictures without a post to the list.
  func writePosts<Value: Sendable>(
    _ picture: PictureDraft? = nil, by email: String = "", _ quota: Quota = .none, at now: Date,
    _ body: @escaping @Sendable (_ unused: inout [String], any SQLSession) throws -> Value
  ) async throws(StoreError) -> Value {
    // Stored first, so that no post can have a picture that a power cut would lose.
    if let picture { try await upload(picture, by: email, quota, at: now) }
    do throws(StoreError) {
      let (value, unused) = try await write { db in
        picture?.isClaimUsed = false
        var unused: [String] = []
        return (try body(&unused, db), unused)
      }
      await removePictures(unused, at: now)
      // A repeated request already has its post and picture.
      if let picture, let claim = picture.claim, !picture.isClaimUsed {
        await release(claim, at: now)
      }
      if purgeClock.isDue(at: now) { try? await purgeDeleted(at: now) }
      sweepPicturesIfDue()
      return value
    } catch {
      if let claim = picture?.claim { await release(claim, at: now) }
      throw error
    }
  }
}

extension SQLSession {
  /// Edits a post; the pictures that it no longer shows wait for a while.
  func update(
    _ id: Int, _ change: PostChange, _ picture: PictureDraft?, if condition: PostCondition,
    by email: String, at now: Date
  ) throws -> Post {
    guard let old = try lockedPost(id) else { throw StoreError.unknownPost(id) }
    guard try userID(email) == old.userID else { throw StoreError.notOwner }
    try condition.check(old)
    var new = change.applied(to: old)
    if let url = try url(of: picture) {
      new.imageURL = url
    } else if change.removesImage {
      new.imageURL = nil
    }
    new = new.storable
    try saveTexts(of: new, replacing: old)
    if new.template == .profile, change.title != nil {
      try setName(new.title, of: new.userID)
      new.authorName = try post(id)?.authorName
    }
    if new.template == .profile { try refreshUsers([new.userID]) }
    var gone = try keepPictures(of: new, replacing: old)
    if old.imageURL != new.imageURL, let name = old.imageURL.flatMap(UploadsFolder.name(inURL:)) {
      gone.append(name)
    }
    try keepForUndo(gone, of: old.userID, at: now)
    return new
  }

  // MARK: Repeated requests

  /// Claims the key for a new post of a user.
  ///
  /// - Returns: the post that was created with the key before; nil if there is none.
  /// - Throws: `StoreError.deletedMeanwhile` if that post was deleted.
  func claim(_ key: CreationKey, by user: Int, at now: Date) throws -> Post? {
    let end = StoredTime.milliseconds(now.addingTimeInterval(-CreationKey.lifetime))
    try run(
      "DELETE FROM creation_keys WHERE user_id = ?1 AND name = ?2 AND created_at <= ?3", user,
      key.name, end)
    // Waits for a concurrent transaction with the same key.
    let claimed = try run(
      """
      INSERT INTO creation_keys (user_id, name, post_id, created_at) VALUES (?1, ?2, 0, ?3)
      ON CONFLICT (user_id, name) DO NOTHING
      """, user, key.name, StoredTime.milliseconds(now))
    if claimed > 0 { return nil }
    let id: Int? = try value(
      "SELECT post_id FROM creation_keys WHERE user_id = ?1 AND name = ?2", user, key.name)
    guard let id, let post = try post(id) else { throw StoreError.deletedMeanwhile }
    return post
  }

  /// Records the post that was created with the key.
  func record(_ key: CreationKey, _ post: Post, of user: Int) throws {
    try run(
      "UPDATE creation_keys SET post_id = ?1 WHERE user_id = ?2 AND name = ?3", post.id, user,
      key.name)
  }

  /// Purges the keys of old requests.
  func purgeCreationKeys(at now: Date) throws {
    try run(
      "DELETE FROM creation_keys WHERE created_at <= ?1",
      StoredTime.milliseconds(now.addingTimeInterval(-CreationKey.lifetime)))
  }
}
