import FireflyCore

extension SQLSession {
  /// The index for lists of the top-level posts of an author; it has all columns of its condition, so
  /// that counting reads nothing else.
  ///
  /// A schema version of each database creates it, so it never changes.
  static var topLevelIndex: String {
    """
    CREATE INDEX posts_of_authors ON posts (user_id, created_at, id, root_id, template_name)
    WHERE \(StoredPost.isTopLevel())
    """
  }

  /// Returns posts that match one of some conditions, newest first, after a position.
  ///
  /// Those of a clock that was ahead come last: otherwise they would lead the list until their time.
  ///
  /// - Parameters:
  ///   - conditions: each has an index in this order, which all of them together would not use. No post
  ///     matches two of them. Several are possible by the time of creation only, which posts have.
  ///   - time: the time by which they are ordered.
  ///   - limit: the maximum number of posts.
  ///   - now: the current time in milliseconds since 1970.
  /// - Throws: the error of the database.
  func page(
    whereAny conditions: [SQLCondition], by time: PostTime = .created,
    after position: PostPosition, limit: Int, at now: Int64
  ) throws -> StoredPost.Page {
    func page(
      _ part: String, after position: PostPosition, limit: Int
    ) throws -> StoredPost.Page {
      // A position has the upper end of the times: of two, SQLite would use either.
      let isBounded = part == "<=" && position != .start
      return try self.page(
        whereAny: conditions.map { condition in
          var condition = condition
          if !isBounded { condition.add("p.\(time.rawValue) \(part) ?", now) }
          return condition
        }, by: time, after: position, limit: limit)
    }
    let isAhead = position.time > now && position != .start
    var first = StoredPost.Page()
    if !isAhead {
      first = try page("<=", after: position, limit: limit)
      guard first.isLast, first.posts.count < limit else { return first }
    }
    let rest = try page(">", after: isAhead ? position : .start, limit: limit - first.posts.count)
    return StoredPost.Page(posts: first.posts + rest.posts, isLast: rest.isLast)
  }

  /// Returns posts that match one of some conditions, newest first, after a position.
  func page(
    whereAny conditions: [SQLCondition], by time: PostTime = .created,
    after position: PostPosition, limit: Int
  ) throws -> StoredPost.Page {
    let pages = try conditions.map { try page(where: $0, by: time, after: position, limit: limit) }
    return pages.count == 1 ? pages[0] : StoredPost.Page(merging: pages, limit: limit)
  }
}

extension StoredPost.Page {
  /// Merges pages that begin at the same position.
  fileprivate init(merging pages: [StoredPost.Page], limit: Int) {
    // Posts that follow a page that has more may be older than those of others.
    let end = pages.filter { !$0.isLast }.compactMap { $0.posts.last.map(PostPosition.after) }.max()
    let all = pages.flatMap(\.posts).map { (position: PostPosition.after($0), post: $0) }
      .sorted { $0.position > $1.position }
    posts = all.filter { post in end.map { post.position >= $0 } ?? true }.prefix(limit).map(\.post)
    isLast = posts.count == all.count && pages.allSatisfy(\.isLast)
  }
}
