import FireflyCore
import Foundation
import GRDB

// Names as they are shown: a part of the e-mail distinguishes users with similar names.
extension SQLiteStore {
  /// Users of one name whose e-mails are compared; of more, those that come are shown with the whole e-mail.
  private static let comparedNames = 100

  /// Gives a user a name; nil for none.
  static func setName(_ name: String?, of user: Int, _ db: Database) throws {
    let old = try Row.fetchOne(
      db, sql: "SELECT name_key, email FROM users WHERE id = ?", arguments: [user])
    guard let old else { return }
    let key = nameKey(name, email: old[1])
    try db.execute(
      sql: "UPDATE users SET name = ?, name_key = ?, shown_name = NULL WHERE id = ?",
      arguments: [name, key, user])
    for key in Set([key, old[0] as String]) { try tellApart(key, db) }
  }

  /// Tells users apart whose names look alike, where names have come in numbers.
  static func tellAllApart(_ db: Database) throws {
    let keys = try String.fetchAll(
      db, sql: "SELECT name_key FROM users GROUP BY name_key HAVING count(*) > 1")
    for key in keys { try tellApart(key, db) }
  }

  /// Fills in what a migration has added.
  static func keyNames(_ db: Database) throws {
    for row in try Row.fetchAll(db, sql: "SELECT id, name, email FROM users") {
      try db.execute(
        sql: "UPDATE users SET name_key = ? WHERE id = ?",
        arguments: [nameKey(row[1], email: row[2]), row[0] as Int])
    }
    try tellAllApart(db)
  }

  /// The same for names that look alike: in another case, with accents, other widths or more blanks.
  static func nameKey(_ name: String?, email: String) -> String {
    let name = ForeignText.cleanLine(name ?? "")
    return (name.isEmpty ? email : name).precomposedStringWithCompatibilityMapping
      .folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
      .split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  private static func tellApart(_ key: String, _ db: Database) throws {
    let users = try Row.fetchAll(
      db,
      sql: """
        SELECT id, coalesce(nullif(name, ''), email), email FROM users WHERE name_key = ? LIMIT ?
        """, arguments: [key, comparedNames + 1])
    if users.count > comparedNames {
      return try db.execute(
        sql: """
          UPDATE users SET shown_name = coalesce(nullif(name, ''), email) || ' (' || email || ')'
          WHERE name_key = ? AND shown_name IS NULL
          """, arguments: [key])
    }
    let starts = users.map { ($0[2] as String).prefix { $0 != "@" }.lowercased() }
    let counts = Dictionary(starts.map { ($0, 1) }, uniquingKeysWith: +)
    for (user, start) in zip(users, starts) {
      let (name, email): (String, String) = (user[1], user[2])
      let shown: String? =
        users.count > 1 ? "\(name) (\(counts[start] == 1 ? start : email))" : nil
      try db.execute(
        sql: "UPDATE users SET shown_name = ?1 WHERE id = ?2 AND shown_name IS NOT ?1",
        arguments: [shown, user[0] as Int])
    }
  }
}
