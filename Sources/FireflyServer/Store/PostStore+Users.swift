import FireflyCore
import Foundation
import GRDB

/// A template: the words that stand in the empty fields of a new post.
public struct PostTemplate: Hashable, Sendable {
  /// `post`, `query` or `profile`.
  public var name: String
  /// The words.
  public var placeholders: Post.Placeholders
  /// Several of them.
  public var pluralName: String
}

/// A person the server knows.
public struct User: Hashable, Sendable {
  /// The server's number.
  public var id: Int
  /// Their identity; upper and lower case are the same.
  public var email: String
  /// Their name, if known.
  public var name: String?
}

extension PostStore {
  /// The user with this e-mail, or nil.
  /// - Throws: `DatabaseError`.
  public func user(_ email: String) async throws -> User? {
    try await database.read { db in try Self.user(email, db) }
  }

  /// The profile of a user; a blank one is created where none was.
  /// - Throws: `StoreError.unknownUser`, `DatabaseError`.
  public func profile(of email: String) async throws -> Post {
    if let profile = try await database.read({ db in try Self.profile(of: email, db) }) {
      return profile
    }
    return try await database.write { db in
      // Asked again, because another program may have been quicker.
      if let profile = try Self.profile(of: email, db) { return profile }
      guard let user = try Self.userID(email, db) else {
        throw StoreError.unknownUser(email: email)
      }
      var blank = Post(id: 0, userID: user, parentID: -1, title: "", timezone: "UTC")
      blank.template = .profile
      return try Self.insert(blank, db)
    }
  }

  /// Writes a user's profile, which is made if there is none; its title becomes the user's name.
  /// - Throws: `StoreError.unknownUser`, `.unknownPost`, `.notOwner`, `DatabaseError`.
  public func writeProfile(of email: String, _ change: PostChange) async throws -> Post {
    let profile = try await profile(of: email)
    _ = try await update(profile.id, change, by: email)
    if let name = change.title {
      try await database.write { db in
        try db.execute(sql: "UPDATE users SET name = ? WHERE email = ?", arguments: [name, email])
      }
    }
    return try await self.profile(of: email)
  }

  /// The template of this name, or nil.
  /// - Throws: `DatabaseError`.
  public func template(_ name: String) async throws -> PostTemplate? {
    try await database.read { db in
      try Row.fetchOne(
        db, sql: "SELECT * FROM templates WHERE name = ?", arguments: [name]
      ).map { row in
        PostTemplate(
          name: row["name"],
          placeholders: Post.Placeholders(
            title: row["placeholder_title"], summary: row["placeholder_summary"],
            body: row["placeholder_body"]),
          pluralName: row["plural_name"])
      }
    }
  }

  static func user(_ email: String, _ db: Database) throws -> User? {
    try Row.fetchOne(
      db.cachedStatement(sql: "SELECT id, email, name FROM users WHERE email = ?"),
      arguments: [email]
    ).map { User(id: $0[0], email: $0[1], name: $0[2]) }
  }

  static func userID(_ email: String, _ db: Database) throws -> Int? {
    try user(email, db)?.id
  }

  /// The number of the user with this e-mail, who is made if there is none yet.
  static func ensureUser(
    _ email: String, name: String?, invitedBy: Int?, at time: Date = Date(), _ db: Database
  ) throws -> Int {
    if let id = try userID(email, db) { return id }
    try db.execute(
      sql: "INSERT INTO users (email, name, invited_by, created_at) VALUES (?, ?, ?, ?)",
      arguments: [email, name, invitedBy, PostRow.milliseconds(time)])
    return Int(db.lastInsertedRowID)
  }

  /// The first profile of a user; nil if there is none or no such user.
  static func profile(of email: String, _ db: Database) throws -> Post? {
    guard let user = try userID(email, db) else { return nil }
    return try PostRow.posts(
      db, "WHERE p.user_id = ? AND p.template_name = 'profile' ORDER BY p.id LIMIT 1", [user]
    ).first
  }
}
