import FireflyCore
import Foundation
import GRDB

/// What a feed should hold.
public struct FeedRequest: Hashable, Sendable {
  /// Names of templates; empty means all.
  public var templates: [String]
  /// Only this user's posts; nil or an unknown e-mail means everybody's.
  public var author: String?
  /// Who asks: proximity and badges are theirs.
  public var reader: String?
  /// Only posts written after this.
  public var after: Date?
  /// Only posts older than the post with this number; an unknown number finds nothing.
  public var before: Int?
  /// At most so many, 1 … 1000.
  public var limit: Int

  /// A request; without arguments, the newest 50 posts of all kinds.
  public init(
    templates: [String] = [], author: String? = nil, reader: String? = nil, after: Date? = nil,
    before: Int? = nil, limit: Int = 50
  ) {
    self.templates = templates
    self.author = author
    self.reader = reader
    self.after = after
    self.before = before
    self.limit = limit
  }
}

extension PostStore {
  /// A feed, newest first, without the details that only the tagged feed has.
  /// - Throws: `DatabaseError`.
  public func recentPosts(_ request: FeedRequest) async throws -> [Post] {
    try await database.read { db in try Self.recentPosts(request, db) }
  }

  /// A feed, newest first, each post with its `feed` details.
  /// - Throws: `DatabaseError`.
  public func taggedPosts(_ request: FeedRequest) async throws -> [Post] {
    try await database.read { db in
      var people = try People(reader: request.reader, db)
      return try Self.recentPosts(request, db).map { post in
        var details = try people.details(of: post, db)
        details.pluralName = try String.fetchOne(
          db.cachedStatement(sql: "SELECT plural_name FROM templates WHERE name = ?"),
          arguments: [post.template.name])
        details.hasNewMatches =
          try post.template == .query && Self.hasNewMatches(post, for: people.readerID, db)
        var tagged = post
        tagged.feed = details
        return tagged
      }
    }
  }

  /// Everybody's profile, by proximity to the reader and then by activity; those that come after the
  /// profile with the number `before`, if one is given.
  /// - Throws: `DatabaseError`.
  public func recentUsers(
    reader: String?, before: Int? = nil, limit: Int = 1000
  ) async throws -> [Post] {
    try await database.read { db in
      var people = try People(reader: reader, db)
      let owners = try Row.fetchAll(
        db,
        sql: "SELECT min(id), user_id FROM posts WHERE template_name = 'profile' GROUP BY user_id"
      )
      let order = try owners.map { row -> (id: Int, proximity: Int, active: Int64) in
        (row[0], try people.proximity(of: row[1], db), try people.lastActivity(of: row[1], db))
      }
      .sorted { ($0.proximity, -$0.active, $0.id) < ($1.proximity, -$1.active, $1.id) }
      let start = before.map { id in
        order.firstIndex { $0.id == id }.map { $0 + 1 } ?? order.endIndex
      }
      return try order[(start ?? 0)...].prefix(min(max(limit, 1), 1000)).compactMap { entry in
        guard var profile = try Self.post(entry.id, db) else { return nil }
        profile.feed = try people.details(of: profile, db)
        return profile
      }
    }
  }

  private static func recentPosts(_ request: FeedRequest, _ db: Database) throws -> [Post] {
    var conditions = ["true"]
    var arguments: StatementArguments = []
    var position = ListPosition.start
    if let before = request.before {
      guard let post = try Self.post(before, db) else { return [] }
      position = .after(post)
    }
    if let after = request.after {
      conditions.append("p.created_at > ?")
      arguments += [PostRow.milliseconds(after)]
    }
    if !request.templates.isEmpty {
      let marks = Array(repeating: "?", count: request.templates.count).joined(separator: ",")
      conditions.append("p.template_name IN (\(marks))")
      arguments += StatementArguments(request.templates)
    }
    if let author = request.author, let id = try userID(author, db) {
      conditions.append("p.user_id = ?")
      arguments += [id]
    }
    return try PostRow.page(
      db, where: conditions.joined(separator: " AND "), arguments, after: position,
      limit: min(max(request.limit, 1), 1000))
  }
}
