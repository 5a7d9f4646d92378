import FireflyCore
import Foundation
import GRDB

extension SQLiteStore {
  /// Page cache in kilobytes during an import.
  private static let importCache = 8_192

  /// Adds the posts of a document, on the calling thread.
  func add(
    _ document: ImportDocument, by author: LocalUser, ownership: ImportOwnership
  ) throws -> ImportResult? {
    try write { db in
      // A small cache would write pages of the indexes to the log repeatedly.
      try db.execute(sql: "PRAGMA cache_size = -\(Self.importCache)")
      defer { try? db.execute(sql: "PRAGMA cache_size = -\(Self.standardCache)") }
      let owner = try Self.owner(db)
      if ownership == .firstRun, owner != nil { return nil }
      var plan = ImportPlan(document, localName: author.name)
      let id = try Self.ensureUser(author.email, name: author.name, invitedBy: nil, db)
      var result = ImportResult()
      result.attached = try plan.attach { try Self.post(of: $0, db)?.post.id }
      let numbers = try Self.add(plan, localUser: id, &result, db) {
        document.onProgress?(min($0, document.items.count))
      }
      result.roots = plan.roots.map { numbers[$0] }
      result.splits = plan.splits(numbers: numbers)
      result.hasNewOwner =
        ownership != .unchanged && owner == nil && !document.items.isEmpty
      if result.hasNewOwner {
        try Self.setSetting("local-name", author.name, db)
        try Self.setSetting("local-email", author.email, db)
      }
      return result
    }
  }

  func owner() async throws(StoreError) -> LocalUser? {
    try await read(Self.owner)
  }

  private static func owner(_ db: Database) throws -> LocalUser? {
    guard let name = try setting("local-name", db), let email = try setting("local-email", db)
    else { return nil }
    return LocalUser(name: name, email: email)
  }

  /// Inserts planned posts, and updates those whose source was imported before.
  /// - Returns: their numbers.
  private static func add(
    _ plan: ImportPlan, localUser: Int, _ result: inout ImportResult, _ db: Database,
    onProgress: (Int) -> Void
  ) throws -> [Int] {
    let authors = try plan.authors.map { author in
      try ensureUser(author.email, name: author.name, invitedBy: localUser, db)
    }
    var numbers: [Int] = []
    numbers.reserveCapacity(plan.posts.count)
    var early: [Int] = []
    for planned in plan.posts {
      var post = planned.post
      post.userID = planned.user(of: authors, localUser: localUser)
      if let parent = planned.parent {
        if parent < numbers.count {
          post.parentID = numbers[parent]
        } else {
          early.append(numbers.count)
        }
      }
      if let source = planned.source, let known = try self.post(of: source, db) {
        if try updateImported(known, as: post, of: source, db) { result.updated += 1 }
        if known.isKept(from: post) { result.edited += 1 }
        numbers.append(known.post.id)
      } else {
        numbers.append(try insertRow(post, of: planned.source, db))
        result.added += 1
      }
      if numbers.count.isMultiple(of: 128) { onProgress(numbers.count) }
    }
    // Posts that came before their parents.
    for index in early {
      try db.cachedStatement(
        sql: "UPDATE posts SET parent_id = ? WHERE id = ? AND coalesce(parent_id, -1) < 0"
      ).execute(arguments: [plan.posts[index].parent.map { numbers[$0] }, numbers[index]])
    }
    try disambiguateAll(db)
    return numbers
  }
}
