import FireflyCore
import Foundation

extension PostgresStore {
  func create(
    _ post: Post, picture: PictureDraft?, key: CreationKey?, quota: Quota,
    repliers: Access.Repliers, by email: String, at now: Date
  ) async throws(StoreError) -> Post {
    try await writePosts(picture, by: email, quota, at: now) { _, db in
      guard let user = try Self.userID(email, db) else {
        throw StoreError.unknownUser(email: email)
      }
      // Before a post number is drawn, so that repeated requests draw only one.
      if let known = try key?.claim(by: user, at: now, db) { return known }
      var post = post
      post.userID = user
      if let parent = post.parentID, parent >= 0 {
        try Self.validate(post, below: parent, repliers, db)
      }
      try quota.countPost(of: user, at: now, db)
      post.imageURL = try Self.url(of: picture, db)
      let stored = try Self.insert(post, db)
      try key?.record(stored, of: user, db)
      return stored
    }
  }

  func update(
    _ id: Int, _ change: PostChange, picture: PictureDraft?, quota: Quota,
    if condition: PostCondition, by email: String, at now: Date
  ) async throws(StoreError) -> Post {
    try await writePosts(picture, by: email, quota, at: now) { unused, db in
      try Self.update(id, change, picture, if: condition, by: email, &unused, db)
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
  /// - Returns: what `body` returns.
  /// - Throws: `StoreError`.
  func writePosts<Value: Sendable>(
    _ picture: PictureDraft? = nil, by email: String = "", _ quota: Quota = .none, at now: Date,
    _ body: @escaping @Sendable (_ unused: inout [String], PostgresSession) throws -> Value
  ) async throws(StoreError) -> Value {
    // Stored first, so that no post can have a picture that a power cut would lose.
    if let picture { try await upload(picture, by: email, quota, at: now) }
    do throws(StoreError) {
      let (value, unused) = try await write { db in
        picture?.isClaimUsed = false
        var unused = try Self.purgeDeleted(at: now, db)
        return (try body(&unused, db), unused)
      }
      await removePictures(unused, at: now)
      // A repeated request already has its post and picture.
      if let picture, let claim = picture.claim, !picture.isClaimUsed {
        await release(claim, at: now)
      }
      sweepPicturesIfDue()
      return value
    } catch {
      if let claim = picture?.claim { await release(claim, at: now) }
      throw error
    }
  }

  /// Edits a post; appends the picture that no post has any more to `unused`.
  /// - Throws: `StoreError`, `PostgresError`.
  static func update(
    _ id: Int, _ change: PostChange, _ picture: PictureDraft?, if condition: PostCondition,
    by email: String, _ unused: inout [String], _ db: PostgresSession
  ) throws -> Post {
    guard let old = try lockedPost(id, db) else { throw StoreError.unknownPost(id) }
    guard try userID(email, db) == old.userID else { throw StoreError.notOwner }
    try condition.check(old)
    var new = change.applied(to: old)
    if let url = try url(of: picture, db) {
      new.imageURL = url
    } else if change.removesImage {
      new.imageURL = nil
    }
    new = new.storable
    try db.run(
      """
      UPDATE posts SET title = $1, summary = $2, body = $3, image_url = $4, clip_offset_x = $5,
        clip_offset_y = $6, words = $7::tsvector WHERE id = $8
      """, new.title, new.summary, new.body, new.imageURL, new.clipOffsetX, new.clipOffsetY,
      try SearchVector.text(of: new), id)
    if new.template == .profile, change.title != nil {
      try setName(new.title, of: new.userID, db)
      new.authorName = try post(id, db)?.authorName
    }
    unused += try unusedPicture(old.imageURL, db)
    return new
  }

  /// Inserts a post with a new number; a missing `createdAt` is the current time.
  /// - Throws: `StoreError`, `PostgresError`.
  static func insert(_ post: Post, _ db: PostgresSession) throws -> Post {
    let post = post.storable
    // Locks the parent, so that an update of its branch's paths waits for this child.
    if let parent = post.parentID, parent >= 0 { try countChild(below: parent, db) }
    let row = try db.run(
      """
      WITH added AS (
        INSERT INTO posts (id, user_id, parent_id, title, summary, body, image_url, clip_offset_x,
          clip_offset_y, created_at, timezone, location_tag, ai_generated, template_name, words,
          root_id, path, depth, path_parent)
        SELECT c.*, \(PostgresTreePaths.root), \(PostgresTreePaths.path), \(PostgresTreePaths.depth),
          CASE WHEN p.id IS NULL OR p.root_id IS NOT NULL THEN c.parent_id END
        FROM (
          SELECT nextval('post_numbers') AS id, $1::bigint AS user_id, $2::bigint AS parent_id,
            $3::text, $4::text, $5::text, $6::text, $7::double precision, $8::double precision,
            $9::bigint AS created_at, $10::text, $11::text, $12::boolean, $13::text, $14::tsvector
        ) c LEFT JOIN posts p ON p.id = c.parent_id
        RETURNING *
      )
      SELECT \(StoredPost.columns), p.depth FROM added p LEFT JOIN users u ON u.id = p.user_id
      """, post.userID, post.parentID, post.title, post.summary, post.body, post.imageURL,
      post.clipOffsetX, post.clipOffsetY, StoredTime.milliseconds(post.createdAt ?? Date()),
      post.timezone, post.locationTag, post.isAIGenerated, post.template.name,
      try SearchVector.text(of: post)
    ).first
    guard let row else { throw StoreError.unknownPost(0) }
    if let depth = row[17] as Int?, depth >= StoreLimits.levels { throw StoreError.tooDeep }
    return PostgresPost.post(row)
  }

  /// Increments the child count of a parent.
  /// - Throws: `StoreError.unknownParent` if the parent was deleted; `PostgresError`.
  static func countChild(below parent: Int, _ db: PostgresSession) throws {
    let counted = try db.run(
      """
      UPDATE posts SET child_count = child_count + 1
      WHERE id = $1 AND template_name NOT IN ('deleted', 'query')
      """, parent)
    if counted.changesCount == 0 { throw StoreError.unknownParent(parent) }
  }
}
