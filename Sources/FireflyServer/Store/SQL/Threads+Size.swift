import FireflyCore

extension SQLSession {
  /// Sets how many posts are below each post of a page.
  ///
  /// Within the page, their order says it. Of posts whose branch continues after the page, or is skipped
  /// in it, the rest is counted by paths: for all of them together, each post once. What that can't find
  /// out in its time stays nil.
  /// - Parameters:
  ///   - items: the posts of the page.
  ///   - isOver: whether the whole branch ends with the page.
  ///   - skipped: the post whose replies are left out.
  ///   - hasPaths: whether all posts of the branch have paths.
  /// - Throws: the error of the database.
  func count(
    _ items: inout [BranchPage.Item], isOver: Bool, skipping skipped: Int?, hasPaths: Bool
  ) throws {
    // Those whose branch continues, the topmost first; and those that have the skipped post.
    var (open, skipping) = ([Int](), [Int]())
    for index in items.indices {
      while let last = open.last, items[last].depth >= items[index].depth {
        items[last].repliesBelow = index - last - 1
        open.removeLast()
      }
      open.append(index)
      let isLast = index == items.count - 1
      if items[index].post.id == skipped, isOver || !isLast { skipping = open }
    }
    for index in open { items[index].repliesBelow = items.count - index - 1 }
    if isOver { open = [] }
    open.removeAll { items[$0].post.childCount == 0 }
    guard !open.isEmpty || !skipping.isEmpty else { return }
    let rest =
      hasPaths ? try rest(after: items.last?.post.id, of: open.map { items[$0].post.id }) : nil
    let left = try skipping.last.flatMap { index in
      hasPaths ? try self.rest(after: items[index].post.id, of: [items[index].post.id]) : nil
    }
    var sum = 0
    for index in open.reversed() {
      sum += rest?[items[index].post.id] ?? 0
      items[index].repliesBelow = rest.flatMap { _ in items[index].repliesBelow.map { $0 + sum } }
    }
    for index in skipping {
      items[index].repliesBelow = left.flatMap { left in
        items[index].repliesBelow.map { $0 + (left.first?.value ?? 0) }
      }
    }
  }

  /// Counts the posts after one, in reading order, that are below some posts of which each is below the
  /// one before.
  ///
  /// - Parameters:
  ///   - last: the post after which they are counted.
  ///   - posts: the posts.
  /// - Returns: for each of the posts, how many are below it, but not below the next one; nil if that takes
  ///   as long as a search may.
  /// - Throws: the error of the database.
  private func rest(after last: Int?, of posts: [Int]) throws -> [Int: Int]? {
    guard let last, !posts.isEmpty else { return [:] }
    var time = SearchTime()
    do {
      return try search(within: &time) {
        let counts = try rows(
          """
          SELECT o.id, (SELECT count(*) FROM posts c
            WHERE c.root_id = o.root_id AND c.path > o.start AND c.path < \(dialect.pathEnd("o.path")))
          FROM (
            SELECT id, root_id, path, coalesce(
              lag(\(dialect.pathEnd("path"))) OVER (ORDER BY path DESC),
              (SELECT path FROM posts WHERE id = ?1)) AS start
            FROM posts WHERE \(dialect.isIn("id", "?2")) AND path IS NOT NULL
          ) o
          """, last, SQLList(posts), convert: { ($0[0] as Int, $0[1] as Int) })
        return counts.count == posts.count ? Dictionary(counts) { first, _ in first } : nil
      }
    } catch StoreError.searchTooLong {
      return nil
    }
  }
}
