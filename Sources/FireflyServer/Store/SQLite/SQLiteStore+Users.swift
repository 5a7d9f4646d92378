import FireflyCore
import Foundation
import GRDB

extension SQLiteStore {
  func user(_ email: String) async throws(StoreError) -> RegisteredUser? {
    try await read { db in try Self.user(email, db) }
  }

  func existingProfile(of email: String) async throws(StoreError) -> Post? {
    try await read { db in
      if let profile = try Self.profile(of: email, db) { return profile }
      guard try Self.userID(email, db) != nil else { throw StoreError.unknownUser(email: email) }
      return nil
    }
  }

  func profile(of email: String) async throws(StoreError) -> Post {
    if let profile = try await read({ db in try Self.profile(of: email, db) }) { return profile }
    return try await write { db in try Self.ensureProfile(of: email, db) }
  }

  func writeProfile(
    of email: String, _ change: PostChange, picture: PictureDraft?, quota: Quota,
    if condition: PostCondition, at now: Date
  ) async throws(StoreError) -> Post {
    try await writePosts(picture, at: now) { unused, db in
      let id = try Self.ensureProfile(of: email, at: now, db).id
      let (profile, old) = try Self.update(
        id, change, picture, quota, if: condition, by: email, db)
      unused += old
      return profile
    }
  }

  static func ensureProfile(
    of email: String, at now: Date = Date(), _ db: Database
  ) throws -> Post {
    if let profile = try profile(of: email, db) { return profile }
    guard let user = try userID(email, db) else { throw StoreError.unknownUser(email: email) }
    return try insert(
      Post(
        id: 0, userID: user, parentID: -1, title: "", createdAt: now, timezone: "UTC",
        template: .profile), db)
  }

  static func user(_ email: String, _ db: Database) throws -> RegisteredUser? {
    try Row.fetchOne(
      db.cachedStatement(sql: "SELECT id, email, name FROM users WHERE email = ?"),
      arguments: [StoredText.clean(email)]
    ).map { RegisteredUser(id: $0[0], email: $0[1], name: $0[2]) }
  }

  static func userID(_ email: String?, _ db: Database) throws -> Int? {
    try email.flatMap { try user($0, db)?.id }
  }

  /// Returns the number of the owner; nil before the first run.
  static func ownerID(_ db: Database) throws -> Int? {
    try userID(setting("local-email", db), db)
  }

  /// Returns the number of the user with this e-mail; creates the user if necessary.
  static func ensureUser(
    _ email: String, name: String?, invitedBy: Int?, at time: Date = Date(), _ db: Database
  ) throws -> Int {
    if let id = try userID(email, db) { return id }
    try db.execute(
      sql: "INSERT INTO users (email, invited_by, created_at) VALUES (?, ?, ?)",
      arguments: [StoredText.clean(email), invitedBy, StoredTime.milliseconds(time)])
    let id = Int(db.lastInsertedRowID)
    try setName(name.map(StoredText.clean), of: id, db)
    return id
  }

  /// Returns the profile of a user; nil if there is none, or no such user.
  static func profile(of email: String, _ db: Database) throws -> Post? {
    guard let user = try userID(email, db) else { return nil }
    return try SQLitePost.posts(
      db, "WHERE p.user_id = ? AND p.template_name = 'profile' ORDER BY p.id LIMIT 1", [user]
    ).first
  }
}
