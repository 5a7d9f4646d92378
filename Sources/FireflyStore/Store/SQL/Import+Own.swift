import FireflyCore
import FireflyTransfer
import Foundation

/// What is known of the posts of a document that are posts of this server, by their sources.
struct OwnPosts {
  /// The ID of this server; nil if none of the posts is of it.
  var server: String?
  /// The posts that exist.
  var known: [PostSource: KnownPost] = [:]
  /// The numbers of those that were deleted.
  var deleted: [PostSource: Int?] = [:]
  /// How many were deleted, but have a placeholder.
  var placeholders = 0
  /// How many were restored.
  var broughtBack = 0
}

// Posts of this server that come back from its own export: they are known by their numbers and dates.
extension SQLSession {
  /// Returns the posts of a plan that are posts of this server, and those that were deleted here.
  ///
  /// - Parameter document: where they are from.
  /// - Returns: what is known of them.
  /// - Throws: the error of a statement.
  func ownPosts(of planned: [ImportPlan.PlannedPost], _ document: ImportDocument) throws -> OwnPosts
  {
    var own = OwnPosts()
    guard planned.contains(where: { $0.source?.isOfServer == true }), let server = try setting("id")
    else { return own }
    let numbers = planned.compactMap { planned in
      planned.source.flatMap { source in
        source.number(at: server).map { (source: source, number: $0, isGone: planned.isDeleted) }
      }
    }
    guard !numbers.isEmpty else { return own }
    var gone = try deletedSources(of: numbers.map(\.number), server)
    if document.bringsBackDeleted {
      for (source, number, _) in numbers where gone[number] == source {
        _ = try restoreDeleted(number)
        gone[number] = nil
        own.broughtBack += 1
      }
    }
    let last = try lastNumber(of: "posts")
    let posts = try posts(numbers.map(\.number))
    for (source, number, isGone) in numbers {
      if let post = posts[number] {
        guard post.source(at: server) == source else { continue }
        own.known[source] = KnownPost(own: post)
        if post.template == .deleted, !isGone, !document.bringsBackDeleted { own.placeholders += 1 }
      } else if number <= last, !document.bringsBackDeleted, gone[number] ?? source == source {
        own.deleted[source] = .some(number)
      }
    }
    if !own.known.isEmpty || !own.deleted.isEmpty { own.server = server }
    return own
  }

  /// Returns the sources that deleted posts of this server have, by their numbers; purged ones have no date.
  private func deletedSources(of numbers: [Int], _ server: String) throws -> [Int: PostSource] {
    let rows: [(id: Int, date: Date)] = try rows(
      "SELECT id, created_at FROM deleted_posts WHERE \(dialect.isIn("id", "?1"))",
      SQLList(numbers), convert: { ($0[0], StoredTime.date(milliseconds: $0[1])) })
    return Dictionary(
      rows.compactMap { id, date in
        PostSource(server: server, number: id, date: date).map { (id, $0) }
      }
    ) { first, _ in first }
  }
}

extension Post {
  /// Returns the source that it has in an export of this server.
  func source(at server: String) -> PostSource? {
    createdAt.flatMap { PostSource(server: server, number: id, date: $0) }
  }
}
