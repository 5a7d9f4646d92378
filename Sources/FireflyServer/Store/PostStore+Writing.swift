import FireflyCore
import Foundation
import GRDB

/// What changes in a post; nil stays as it is.
public struct PostChange: Hashable, Sendable {
  /// The three texts.
  public var title, summary, body: String?
  /// The new centre of the crop, -1 … 1.
  public var clipOffsetX, clipOffsetY: Double?

  /// A change of nothing; set what changes.
  public init() {}
}

extension PostStore {
  /// Adds a post by a user; its number, author, time and child count are the store's to give.
  /// - Throws: `StoreError.unknownUser`, `.unusablePicture`, `.database`, `.folder`.
  public func create(_ post: Post, by email: String) async throws(StoreError) -> Post {
    try await create(post, picture: nil, by: email)
  }

  /// Adds a post with a picture: both or neither.
  func create(
    _ post: Post, picture: PictureDraft?, by email: String
  ) async throws(StoreError) -> Post {
    try await writing(picture) { db in
      guard let user = try Self.userID(email, db) else {
        throw StoreError.unknownUser(email: email)
      }
      var post = post
      post.userID = user
      if let picture { post.imageURL = try picture.keep() }
      return try Self.insert(post, db)
    }
  }

  /// Changes a post of the user's own; a picture that nothing shows any more is removed.
  /// - Throws: `StoreError.unknownPost`, `.notOwner`, `.database`.
  public func update(
    _ id: Int, _ change: PostChange, by email: String
  ) async throws(StoreError) -> Post {
    try await update(id, change, picture: nil, by: email)
  }

  /// Changes a post and its picture: both or neither.
  func update(
    _ id: Int, _ change: PostChange, picture: PictureDraft?, by email: String
  ) async throws(StoreError) -> Post {
    let (post, unused) = try await writing(picture) { db in
      try Self.update(id, change, picture, by: email, db)
    }
    unused.map(uploads.remove)
    return post
  }

  /// Deletes a post.
  ///
  /// Its children stay: they may be other people's.
  /// - `email`: who deletes; nil if it needn't be their own.
  /// - Throws: `StoreError.unknownPost`, `.notOwner`, `.database`.
  public func delete(_ id: Int, by email: String? = nil) async throws(StoreError) {
    let unused = try await write { db in
      guard let post = try Self.post(id, db) else { throw StoreError.unknownPost(id) }
      if let email, try Self.userID(email, db) != post.userID { throw StoreError.notOwner }
      try Self.unindex(post, db)
      try db.execute(sql: "DELETE FROM posts WHERE id = ?", arguments: [id])
      try db.execute(sql: "DELETE FROM query_views WHERE query_id = ?", arguments: [id])
      return try Self.unusedPicture(post.imageURL, db)
    }
    unused.map(uploads.remove)
  }

  /// Writes; if that fails, the picture is as little there as the post.
  func writing<Value: Sendable>(
    _ picture: PictureDraft?, _ body: @Sendable (Database) throws -> Value
  ) async throws(StoreError) -> Value {
    do {
      return try await write(body)
    } catch {
      picture?.discard()
      throw error
    }
  }

  /// Changes a post; gives it back, with the name of an upload that nothing shows any more.
  static func update(
    _ id: Int, _ change: PostChange, _ picture: PictureDraft?, by email: String, _ db: Database
  ) throws -> (Post, unused: String?) {
    guard let old = try post(id, db) else { throw StoreError.unknownPost(id) }
    // By number: letters that are the same in another case are not the same e-mail everywhere.
    guard try userID(email, db) == old.userID else { throw StoreError.notOwner }
    var new = old
    new.title = change.title ?? old.title
    new.summary = change.summary ?? old.summary
    new.body = change.body ?? old.body
    new.imageURL = try picture?.keep() ?? old.imageURL
    new.clipOffsetX = change.clipOffsetX ?? old.clipOffsetX
    new.clipOffsetY = change.clipOffsetY ?? old.clipOffsetY
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
    return (new, try unusedPicture(old.imageURL, db))
  }

  /// Adds a post as it is, but for its number; `createdAt` nil means now.
  static func insert(_ post: Post, _ db: Database) throws -> Post {
    let id = try insertRow(post, db)
    guard let stored = try Self.post(id, db) else { throw StoreError.unknownPost(id) }
    return stored
  }

  /// The quick half of `insert`: gives back the number only.
  static func insertRow(_ post: Post, _ db: Database) throws -> Int {
    let post = post.storable
    try db.cachedStatement(
      sql: """
        INSERT INTO posts (user_id, parent_id, title, summary, body, image_url, clip_offset_x,
          clip_offset_y, created_at, timezone, location_tag, ai_generated, template_name)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """
    ).execute(arguments: [
      post.userID, post.parentID, post.title, post.summary, post.body, post.imageURL,
      post.clipOffsetX, post.clipOffsetY, PostRow.milliseconds(post.createdAt ?? Date()),
      post.timezone, post.locationTag, post.isAIGenerated, post.template.name,
    ])
    var stored = post
    stored.id = Int(db.lastInsertedRowID)
    try index(stored, db)
    return stored.id
  }

  private static func index(_ post: Post, _ db: Database) throws {
    try db.cachedStatement(
      sql: "INSERT INTO post_words (rowid, title, summary, body) VALUES (?, ?, ?, ?)"
    ).execute(arguments: words(of: post))
  }

  private static func unindex(_ post: Post, _ db: Database) throws {
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

  /// The name of the upload behind a post's picture, if no post has it any more.
  private static func unusedPicture(_ url: String?, _ db: Database) throws -> String? {
    guard let url, let name = UploadsFolder.name(inURL: url) else { return nil }
    let isUsed = try Bool.fetchOne(
      db, sql: "SELECT EXISTS (SELECT 1 FROM posts WHERE image_url = ?)", arguments: [url])
    return isUsed == true ? nil : name
  }
}
