import FireflyCore
import Foundation

extension PostgresStore {
  func user(_ email: String) async throws(StoreError) -> RegisteredUser? {
    try await read { db in try Self.user(email, db) }
  }

  func existingProfile(of email: String) async throws(StoreError) -> Post? {
    try await read { db in
      guard let user = try Self.userID(email, db) else {
        throw StoreError.unknownUser(email: email)
      }
      return try Self.profile(of: user, db)
    }
  }

  func profile(of email: String) async throws(StoreError) -> Post {
    if let profile = try await existingProfile(of: email) { return profile }
    return try await write { db in try Self.ensureProfile(of: email, at: Date(), db) }
  }

  func writeProfile(
    of email: String, _ change: PostChange, picture: PictureDraft?, quota: Quota,
    if condition: PostCondition, at now: Date
  ) async throws(StoreError) -> Post {
    try await writePosts(picture, by: email, quota, at: now) { unused, db in
      let id = try Self.ensureProfile(of: email, at: now, db).id
      return try Self.update(
        id, change, picture, if: condition, by: email, &unused, db)
    }
  }

  static func ensureProfile(
    of email: String, at now: Date, _ db: PostgresSession
  ) throws -> Post {
    guard let user = try userID(email, db) else { throw StoreError.unknownUser(email: email) }
    if let profile = try profile(of: user, db) { return profile }
    // Serializes concurrent requests that would each create a profile.
    try db.run("SELECT id FROM users WHERE id = $1 FOR UPDATE", user)
    if let profile = try profile(of: user, db) { return profile }
    return try insert(
      Post(
        id: 0, userID: user, parentID: -1, title: "", createdAt: now, timezone: "UTC",
        template: .profile), db)
  }

  /// Returns the form in which e-mails are compared.
  static func emailKey(_ email: String) -> String { StoredText.clean(email).lowercased() }

  static func user(_ email: String, _ db: PostgresSession) throws -> RegisteredUser? {
    try db.run("SELECT id, email, name FROM users WHERE email_key = $1", emailKey(email))
      .first.map { RegisteredUser(id: $0[0], email: $0[1], name: $0[2]) }
  }

  static func userID(_ email: String?, _ db: PostgresSession) throws -> Int? {
    guard let email else { return nil }
    return try db.value("SELECT id FROM users WHERE email_key = $1", emailKey(email))
  }

  /// Returns the number of the user with this e-mail; creates the user if necessary.
  /// - Throws: `PostgresError`.
  static func ensureUser(
    _ email: String, name: String?, invitedBy: Int?, at time: Date, _ db: PostgresSession
  ) throws -> Int {
    if let id = try userID(email, db) { return id }
    let id: Int? = try db.value(
      """
      INSERT INTO users (email, email_key, invited_by, created_at) VALUES ($1, $2, $3, $4)
      ON CONFLICT (email_key) DO NOTHING RETURNING id
      """, email, emailKey(email), invitedBy, StoredTime.milliseconds(time))
    guard let id else {
      // Another process created the user first.
      guard let id = try userID(email, db) else { throw StoreError.unknownUser(email: email) }
      return id
    }
    try setName(name.map(StoredText.clean), of: id, db)
    return id
  }

  /// Returns the profile of a user; nil if there is none.
  /// - Throws: `PostgresError`.
  static func profile(of user: Int, _ db: PostgresSession) throws -> Post? {
    try PostgresPost.posts(
      db, "WHERE p.user_id = $1 AND p.template_name = 'profile' ORDER BY p.id LIMIT 1", user
    ).first
  }
}

// Display names.
extension PostgresStore {
  /// Sets the name of a user; nil removes it.
  /// - Throws: `PostgresError`.
  static func setName(_ name: String?, of user: Int, _ db: PostgresSession) throws {
    let old = try db.run("SELECT name_key, email FROM users WHERE id = $1 FOR UPDATE", user)
    guard let old = old.first else { return }
    let key = DisplayName.key(name, email: old[1])
    try db.run(
      "UPDATE users SET name = $1, name_key = $2, shown_name = NULL WHERE id = $3", name, key, user)
    for key in Set([key, old[0] as String]).sorted() { try disambiguate(key, db) }
  }

  /// Updates the display names of users whose names look alike.
  private static func disambiguate(_ key: String, _ db: PostgresSession) throws {
    let users = try db.run(
      """
      SELECT id, coalesce(name, ''), email FROM users WHERE name_key = $1
      ORDER BY id LIMIT $2
      """, key, DisplayName.compared + 1)
    if users.count > DisplayName.compared {
      try db.run(
        """
        UPDATE users SET shown_name = coalesce(nullif(name, ''), email) || ' (' || email || ')'
        WHERE name_key = $1 AND shown_name IS NULL
        """, key)
      return
    }
    let shownNames = DisplayName.disambiguate(users.map { ($0[1], $0[2]) })
    for (user, shown) in zip(users, shownNames) {
      try db.run(
        "UPDATE users SET shown_name = $1 WHERE id = $2 AND shown_name IS DISTINCT FROM $1",
        shown, user[0] as Int)
    }
  }
}
