import FireflyCore
import Foundation
import GRDB

// Display names: a part of the e-mail distinguishes users with similar names.
extension SQLiteStore {
  /// Sets the name of a user; nil removes it.
  static func setName(_ name: String?, of user: Int, _ db: Database) throws {
    let old = try Row.fetchOne(
      db, sql: "SELECT name_key, email FROM users WHERE id = ?", arguments: [user])
    guard let old else { return }
    let key = DisplayName.key(name, email: old[1])
    try db.execute(
      sql: "UPDATE users SET name = ?, name_key = ?, shown_name = NULL WHERE id = ?",
      arguments: [name, key, user])
    for key in Set([key, old[0] as String]) { try disambiguate(key, db) }
  }

  /// Updates the display names of all users without a name and of those whose names look alike, after
  /// an import.
  static func disambiguateAll(_ db: Database) throws {
    let keys = try String.fetchAll(
      db,
      sql: """
        SELECT name_key FROM users GROUP BY name_key
        HAVING count(*) > 1 OR min(coalesce(name, '')) = ''
        """)
    for key in keys { try disambiguate(key, db) }
  }

  /// Fills the columns of display names, in migrations.
  static func fillNameKeys(_ db: Database) throws {
    for row in try Row.fetchAll(db, sql: "SELECT id, name, email FROM users") {
      try db.execute(
        sql: "UPDATE users SET name_key = ? WHERE id = ?",
        arguments: [DisplayName.key(row[1], email: row[2]), row[0] as Int])
    }
    try disambiguateAll(db)
  }

  private static func disambiguate(_ key: String, _ db: Database) throws {
    let users = try Row.fetchAll(
      db,
      sql: """
        SELECT id, coalesce(name, ''), email FROM users WHERE name_key = ? LIMIT ?
        """, arguments: [key, DisplayName.compared + 1])
    if users.count > DisplayName.compared {
      return try db.execute(
        sql: """
          UPDATE users SET shown_name = coalesce(nullif(name, ''), email) || ' (' || email || ')'
          WHERE name_key = ? AND shown_name IS NULL
          """, arguments: [key])
    }
    let shownNames = DisplayName.disambiguate(users.map { ($0[1], $0[2]) })
    for (user, shown) in zip(users, shownNames) {
      try db.execute(
        sql: "UPDATE users SET shown_name = ?1 WHERE id = ?2 AND shown_name IS NOT ?1",
        arguments: [shown, user[0] as Int])
    }
  }
}
