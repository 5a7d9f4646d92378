import FireflyCore
import FireflyTransfer

/// What is known of the posts of a document that are posts of this server, by their sources.
struct OwnPosts {
  /// The posts that exist.
  var known: [PostSource: KnownPost] = [:]
  /// The numbers of those that were deleted.
  var deleted: [PostSource: Int?] = [:]
  /// How many were deleted, but have a placeholder.
  var placeholders = 0
  /// How many were restored.
  var broughtBack = 0
}

// Posts of this server that come back from its own export: they are known by their numbers.
extension SQLSession {
  /// Returns the posts of a plan that are posts of this server, and those that were deleted here.
  ///
  /// After a backup has come back, numbers may belong to others; those have other dates.
  ///
  /// - Parameters:
  ///   - planned: the posts.
  ///   - document: where they are from.
  /// - Returns: what is known of them.
  /// - Throws: the error of a statement.
  func ownPosts(of planned: [ImportPlan.PlannedPost], _ document: ImportDocument) throws -> OwnPosts
  {
    var own = OwnPosts()
    guard planned.contains(where: { $0.source?.isOfServer == true }), let server = try setting("id")
    else { return own }
    var numbers: [(source: PostSource, number: Int, post: Post)] = []
    for planned in planned {
      guard let source = planned.source, let number = source.number(at: server) else { continue }
      numbers.append((source, number, planned.post))
    }
    if document.bringsBackDeleted { own.broughtBack = try restoreOwn(numbers.map(\.number)) }
    let last = numbers.isEmpty ? 0 : try lastNumber(of: "posts")
    let posts = try posts(numbers.map(\.number))
    for (source, number, new) in numbers {
      if let post = posts[number] {
        guard post.isSame(as: new) else { continue }
        own.known[source] = KnownPost(own: post)
        let isGone = post.template == .deleted && new.template != .deleted
        if isGone, !document.bringsBackDeleted { own.placeholders += 1 }
      } else if number <= last, !document.bringsBackDeleted {
        own.deleted[source] = .some(number)
      }
    }
    return own
  }

  /// Restores posts that were deleted and are not purged; returns how many.
  private func restoreOwn(_ numbers: [Int]) throws -> Int {
    let ids: [Int] = try rows(
      "SELECT id FROM deleted_posts WHERE \(dialect.isIn("id", "?1")) ORDER BY id",
      SQLList(numbers), convert: { $0[0] })
    for id in ids { _ = try restoreDeleted(id) }
    return ids.count
  }
}

extension Post {
  /// Whether another version with the same number is of the same post.
  fileprivate func isSame(as other: Post) -> Bool {
    guard let date = createdAt, let other = other.createdAt else { return false }
    // Exports may have whole seconds.
    return abs(date.timeIntervalSince(other)) < 1
  }
}
