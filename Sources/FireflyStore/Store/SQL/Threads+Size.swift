import FireflyCore

/// The posts of a page of a branch whose own branches are not all in the page.
struct OpenBranches: Sendable {
  /// What is not in the page.
  struct Counts: Sendable {
    /// For each post whose branch goes on after the page, how many follow that are not below the next such
    /// post; nil if unknown.
    var following: [Int: Int]?
    /// The number of posts below the skipped one; nil if unknown.
    var skipped: Int?
  }

  /// Indexes of the posts whose branch goes on after the page, each below the one before.
  private var continued: [Int] = []
  /// Indexes of the skipped post and those above it.
  private var skipping: [Int] = []
  /// The posts at these indexes.
  fileprivate var continuedPosts: [Int] = []
  fileprivate var skippedPost: Int?
  /// The last post of the page.
  fileprivate var last: Int?
  /// Whether the posts have paths, by which they are counted.
  private(set) var canBeCounted = true

  /// No posts.
  init() {}

  /// Sets how many posts are below each post of a page, as far as their order says it.
  ///
  /// - Parameters:
  ///   - isOver: whether the whole branch ends with the page.
  ///   - skipped: the post whose replies are left out.
  init(of items: inout [BranchPage.Item], isOver: Bool, skipping skipped: Int?) {
    // Those whose branch continues, the topmost first; and those that have the skipped post.
    var open: [Int] = []
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
    continued = isOver ? [] : open.filter { items[$0].post.childCount != 0 }
    continuedPosts = continued.map { items[$0].post.id }
    skippedPost = skipping.last.map { items[$0].post.id }
    last = items.last?.post.id
  }

  var isEmpty: Bool { continued.isEmpty && skipping.isEmpty }

  /// The same for a branch whose posts can't be counted by paths.
  var uncountable: OpenBranches {
    var branches = self
    branches.canBeCounted = false
    return branches
  }

  /// Adds what is not in the page; without counts, the numbers are unknown.
  func setCounts(_ counts: Counts?, of items: inout [BranchPage.Item]) {
    var sum = 0
    for index in continued.reversed() {
      sum += counts?.following?[items[index].post.id] ?? 0
      items[index].repliesBelow = counts?.following.flatMap { _ in
        items[index].repliesBelow.map { $0 + sum }
      }
    }
    for index in skipping {
      items[index].repliesBelow = counts?.skipped.flatMap { skipped in
        items[index].repliesBelow.map { $0 + skipped }
      }
    }
  }
}

extension SQLSession {
  /// Counts what is not in a page, each post once.
  func counts(of open: OpenBranches) throws -> OpenBranches.Counts {
    OpenBranches.Counts(
      following: try rest(after: open.last, of: open.continuedPosts),
      skipped: try open.skippedPost.flatMap { skipped in
        try rest(after: skipped, of: [skipped])?[skipped]
      })
  }

  /// Counts the posts after one, in reading order, that are below some posts of which each is below the
  /// one before.
  ///
  /// - Parameter last: the post after which they are counted.
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
