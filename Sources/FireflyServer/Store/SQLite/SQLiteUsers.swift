import FireflyCore
import GRDB

/// Reads the profiles of all users, by proximity to the reader, then by activity.
struct SQLiteUsers: SQLitePostList {
  private let reader: String?
  private let before: Int?
  private var left: Int
  private var order: (people: UserProximity, profiles: ArraySlice<Int>)?

  /// Creates a reader; `before` is the profile after which the list starts; nil for the first.
  init(reader: String?, before: Int?, limit: Int) {
    self.reader = reader
    self.before = before
    left = min(limit, FeedRequest.maximum)
  }

  var isAtEnd: Bool { left <= 0 || order?.profiles.isEmpty == true }

  mutating func next(_ db: Database) throws -> [PostListPage.Entry] {
    guard left > 0 else { return [] }
    let (people, profiles) = try order ?? begin(db)
    let ids = profiles.prefix(min(left, FeedRequest.pageLength))
    left -= ids.count
    order = (people, profiles.dropFirst(ids.count))
    let posts = try SQLiteStore.posts(Array(ids), db)
    return ids.compactMap { id in
      guard var profile = posts[id] else { return nil }
      profile.feed = people.details(of: profile)
      return PostListPage.Entry(post: profile)
    }
  }

  private func begin(_ db: Database) throws -> (UserProximity, ArraySlice<Int>) {
    let people = try UserProximity(everybodyFor: reader, db)
    let rows = try Row.fetchAll(
      db.cachedStatement(
        sql: """
          SELECT min(p.id), p.user_id FROM posts p
          WHERE p.template_name = 'profile' AND (\(StoredPost.isComplete) OR p.user_id = ?)
          GROUP BY p.user_id
          """), arguments: [people.readerID ?? 0])
    return (people, people.order(rows.map { ($0[0], $0[1]) }, after: before))
  }
}
