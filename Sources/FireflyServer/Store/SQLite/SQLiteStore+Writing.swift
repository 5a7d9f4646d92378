import FireflyCore
import Foundation
import GRDB

extension SQLiteStore {
  func create(
    _ post: Post, picture: PictureDraft?, key: CreationKey?, quota: Quota,
    repliers: Access.Repliers, by email: String, at now: Date
  ) async throws(StoreError) -> Post {
    try await writePosts(picture, at: now) { _, db in
      guard let user = try Self.userID(email, db) else {
        throw StoreError.unknownUser(email: email)
      }
      if let known = try key?.post(of: user, at: now, db) { return known }
      var post = post
      post.userID = user
      if let parent = post.parentID, parent >= 0 {
        try Self.validate(post, below: parent, repliers, db)
      }
      try quota.countPost(of: user, at: now, db)
      post.imageURL = try picture.map { try Self.attach($0, of: user, quota, db) }
      let stored = try Self.insert(post, db)
      try key?.record(stored, of: user, at: now, db)
      return stored
    }
  }

  func update(
    _ id: Int, _ change: PostChange, picture: PictureDraft?, quota: Quota,
    if condition: PostCondition, by email: String, at now: Date
  ) async throws(StoreError) -> Post {
    try await writePosts(picture, at: now) { unused, db in
      let (post, old) = try Self.update(
        id, change, picture, quota, if: condition, by: email, db)
      unused += old
      return post
    }
  }

  /// Writes posts in one transaction; also saves the new picture, and removes unused ones.
  ///
  /// - Parameters:
  ///   - picture: the new picture, if any.
  ///   - now: the current time.
  ///   - body: appends the names of pictures without a post to the list.
  /// - Returns: what `body` returns.
  /// - Throws: `StoreError`.
  func writePosts<Value: Sendable>(
    _ picture: PictureDraft? = nil, at now: Date,
    _ body: @Sendable (_ unused: inout [String], Database) throws -> Value
  ) async throws(StoreError) -> Value {
    // Saved first, so that no post can have a picture that a power cut would lose.
    if let picture { try await BlockingThread.run(picture.save) }
    do {
      let (value, unused) = try await write { db in
        var unused = try Self.purgeDeleted(at: now, db)
        return (try body(&unused, db), unused)
      }
      if !unused.isEmpty { await BlockingThread.run { unused.forEach(uploads.remove) } }
      return value
    } catch {
      if let picture { await BlockingThread.run(picture.discard) }
      throw error
    }
  }

  /// Edits a post.
  /// - Returns: the post, and the names of pictures without a post.
  static func update(
    _ id: Int, _ change: PostChange, _ picture: PictureDraft?, _ quota: Quota,
    if condition: PostCondition, by email: String, _ db: Database
  ) throws -> (Post, unused: [String]) {
    guard let old = try undeletedPost(id, db) else { throw StoreError.unknownPost(id) }
    // By number, because the database compares e-mails without regard to case only in ASCII.
    guard try userID(email, db) == old.userID else { throw StoreError.notOwner }
    try condition.check(old)
    var new = change.applied(to: old)
    new.imageURL =
      try picture.map { try attach($0, of: old.userID, quota, db) }
      ?? (change.removesImage ? nil : old.imageURL)
    new = new.storable
    try unindex(old, db)
    try db.execute(
      sql: """
        UPDATE posts SET title = ?, summary = ?, body = ?, image_url = ?, clip_offset_x = ?,
          clip_offset_y = ? WHERE id = ?
        """,
      arguments: [
        new.title, new.summary, new.body, new.imageURL, new.clipOffsetX, new.clipOffsetY, id,
      ])
    try index(new, db)
    if new.template == .profile, change.title != nil {
      try setName(new.title, of: new.userID, db)
      new.authorName = try post(id, db)?.authorName
    }
    return (new, try unusedPicture(old.imageURL, db).map { [$0] } ?? [])
  }

  /// Records the picture of a user's post.
  /// - Returns: its URL.
  private static func attach(
    _ picture: PictureDraft, of user: Int, _ quota: Quota, _ db: Database
  ) throws -> String {
    try quota.checkPictureQuota(picture.byteCount, of: user, db)
    let url = try picture.markUsed()
    try db.execute(
      sql: "INSERT INTO pictures (name, user_id, bytes) VALUES (?, ?, ?)",
      arguments: [UploadsFolder.name(inURL: url), user, picture.byteCount])
    return url
  }

  /// Inserts a post with a new number; a missing `createdAt` is the current time.
  static func insert(_ post: Post, _ db: Database) throws -> Post {
    let id = try insertRow(post, db)
    guard let stored = try Self.post(id, db) else { throw StoreError.unknownPost(id) }
    return stored
  }

  /// Inserts a post without reading it back; returns its number.
  static func insertRow(_ post: Post, of source: PostSource? = nil, _ db: Database) throws -> Int {
    let post = post.storable
    try db.cachedStatement(
      sql: """
        INSERT INTO posts (user_id, parent_id, title, summary, body, image_url, clip_offset_x,
          clip_offset_y, created_at, timezone, location_tag, ai_generated, template_name,
          source, source_key, source_digest)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """
    ).execute(arguments: [
      post.userID, post.parentID, post.title, post.summary, post.body, post.imageURL,
      post.clipOffsetX, post.clipOffsetY, StoredTime.milliseconds(post.createdAt ?? Date()),
      post.timezone, post.locationTag, post.isAIGenerated, post.template.name, source?.name,
      source?.key, source?.digest(of: post),
    ])
    var stored = post
    stored.id = Int(db.lastInsertedRowID)
    try index(stored, db)
    return stored.id
  }

  static func index(_ post: Post, _ db: Database) throws {
    try db.cachedStatement(
      sql: "INSERT INTO post_words (rowid, title, summary, body) VALUES (?, ?, ?, ?)"
    ).execute(arguments: words(of: post))
  }

  static func unindex(_ post: Post, _ db: Database) throws {
    try db.cachedStatement(
      sql: """
        INSERT INTO post_words (post_words, rowid, title, summary, body)
        VALUES ('delete', ?, ?, ?, ?)
        """
    ).execute(arguments: words(of: post))
  }

  private static func words(of post: Post) -> StatementArguments {
    [
      post.id, SearchText.indexable(post.title), SearchText.indexable(post.summary),
      SearchText.indexable(post.body),
    ]
  }

  /// Returns the name of a picture if no post has it, including deleted posts that can be restored.
  static func unusedPicture(_ url: String?, _ db: Database) throws -> String? {
    guard let url, let name = UploadsFolder.name(inURL: url) else { return nil }
    let isUsed = try Bool.fetchOne(
      db,
      sql: """
        SELECT EXISTS (SELECT 1 FROM posts WHERE image_url = ?1)
          OR EXISTS (SELECT 1 FROM deleted_posts WHERE image_url = ?1)
        """, arguments: [url])
    if isUsed == true { return nil }
    try db.execute(sql: "DELETE FROM pictures WHERE name = ?", arguments: [name])
    return name
  }
}
