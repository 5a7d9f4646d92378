import FireflyCore
import Foundation

extension SQLStore {
  func user(_ email: String) async throws(StoreError) -> RegisteredUser? {
    try await read { db in try db.user(email) }
  }

  func existingProfile(of email: String) async throws(StoreError) -> Post? {
    try await read { db in
      guard let user = try db.userID(email) else { throw StoreError.unknownUser(email: email) }
      return try db.profile(of: user)
    }
  }

  func profile(of email: String) async throws(StoreError) -> Post {
    if let profile = try await existingProfile(of: email) { return profile }
    return try await write { db in try db.ensureProfile(of: email, at: Date()) }
  }

  func writeProfile(
    of email: String, _ change: PostChange, picture: PictureDraft?, quota: Quota,
    if condition: PostCondition, at now: Date
  ) async throws(StoreError) -> Post {
    try await writePosts(picture, by: email, quota, at: now) { _, db in
      let id = try db.ensureProfile(of: email, at: now).id
      return try db.update(id, change, picture, if: condition, by: email, at: now)
    }
  }
}

extension SQLSession {
  func user(_ email: String) throws -> RegisteredUser? {
    try first(
      "SELECT id, email, name FROM users WHERE email_key = ?1", SQLText.key(email),
      convert: { RegisteredUser(id: $0[0], email: $0[1], name: $0[2]) })
  }

  func userID(_ email: String?) throws -> Int? {
    guard let email else { return nil }
    return try value("SELECT id FROM users WHERE email_key = ?1", SQLText.key(email))
  }

  /// Returns the owner of the data; nil before the first run.
  func owner() throws -> LocalUser? {
    guard let name = try setting("local-name"), let email = try setting("local-email") else {
      return nil
    }
    return LocalUser(name: name, email: email)
  }

  /// Returns the number of the owner; nil before the first run.
  func ownerID() throws -> Int? { try userID(setting("local-email")) }

  /// Returns the number of the user with this e-mail; creates the user if necessary.
  func ensureUser(
    _ email: String, name: String?, invitedBy: Int?, at time: Date = Date()
  ) throws -> Int {
    if let id = try userID(email) { return id }
    let name = name.map(StoredText.clean)
    let key = DisplayName.key(name, email: email)
    let id: Int? = try value(
      """
      INSERT INTO users (email, email_key, name, name_key, invited_by, created_at)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6)
      ON CONFLICT (email_key) DO NOTHING RETURNING id
      """, email, SQLText.key(email), name, key, invitedBy, StoredTime.milliseconds(time))
    guard let id else {
      // Another process created the user first.
      guard let id = try userID(email) else { throw StoreError.unknownUser(email: email) }
      return id
    }
    try disambiguate(key)
    return id
  }

  /// Returns the profile of a user; nil if there is none.
  func profile(of user: Int) throws -> Post? {
    try posts(
      "WHERE p.user_id = ?1 AND p.template_name = 'profile' ORDER BY p.id LIMIT 1", user
    ).first
  }

  /// Returns the profile of a user; creates an empty one if there is none.
  func ensureProfile(of email: String, at now: Date) throws -> Post {
    guard let user = try userID(email) else { throw StoreError.unknownUser(email: email) }
    if let profile = try profile(of: user) { return profile }
    // Serializes concurrent requests that would each create a profile.
    try lockRow("users", user)
    if let profile = try profile(of: user) { return profile }
    try recordActivity(of: user, at: now)
    return try insert(
      Post(
        id: 0, userID: user, parentID: -1, title: "", createdAt: now, timezone: "UTC",
        template: .profile))
  }

  // MARK: Display names

  /// Returns the names of users without what distinguishes similar ones; the start of the e-mail for those without.
  func ownNames(of users: Set<Int>) throws -> [Int: String] {
    let names = try rows(
      "SELECT id, coalesce(name, ''), email FROM users WHERE \(dialect.isIn("id", "?1"))",
      SQLList(users.sorted()),
      convert: { (id: $0[0] as Int, name: $0[1] as String, email: $0[2] as String) })
    return Dictionary(
      names.map { ($0.id, $0.name.isEmpty ? User.shortName(of: $0.email) : $0.name) }
    ) { first, _ in first }
  }

  /// Sets the name of a user; nil removes it.
  func setName(_ name: String?, of user: Int) throws {
    let old = try first(
      "SELECT name_key, email FROM users WHERE id = ?1\(dialect.forUpdate)", user,
      convert: { (key: $0[0] as String, email: $0[1] as String) })
    guard let old else { return }
    let key = DisplayName.key(name, email: old.email)
    try run(
      "UPDATE users SET name = ?1, name_key = ?2, shown_name = NULL WHERE id = ?3", name, key, user)
    for key in Set([key, old.key]).sorted() { try disambiguate(key) }
  }

  /// Updates the display names of users whose names look alike.
  func disambiguate(_ key: String) throws {
    // Without an order, which would read all of them.
    var users = try rows(
      "SELECT id, coalesce(name, ''), email, shown_name FROM users WHERE name_key = ?1 LIMIT ?2",
      key, DisplayName.compared + 1,
      convert: {
        (id: $0[0] as Int, name: $0[1] as String, email: $0[2] as String, $0[3] as String?)
      })
    if users.count > DisplayName.compared {
      try run(
        """
        UPDATE users SET shown_name = coalesce(nullif(name, ''), email) || ' (' || email || ')'
        WHERE name_key = ?1 AND shown_name IS NULL
        """, key)
      return
    }
    users.sort { $0.id < $1.id }
    let names = DisplayName.disambiguate(users.map { ($0.name, $0.email) })
    for (user, name) in zip(users, names) where user.3 != name {
      try run("UPDATE users SET shown_name = ?1 WHERE id = ?2", name, user.id)
    }
  }
}
