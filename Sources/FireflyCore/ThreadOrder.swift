import Foundation

/// Threads in the order of their last posts.
public enum ThreadOrder {
  /// Returns the top-level posts of a list, by the newest post of their branches; as far as the branches
  /// are in the list.
  ///
  /// - Parameter posts: posts of any levels, the newest first.
  /// - Returns: the top-level posts, each with the time of its last activity.
  public static func tops(of posts: [Post]) -> [Post] {
    var known: [Post.ID: Post] = [:]
    for post in posts { known[post.id] = known[post.id] ?? post }
    var last: [Post.ID: Date] = [:]
    var found: [Post.ID: Post.ID?] = [:]
    for post in posts {
      guard let top = top(of: post, known, &found) else { continue }
      let time = post.createdAt ?? .distantPast
      last[top] = max(last[top] ?? .distantPast, time)
    }
    let tops = last.keys.compactMap { known[$0] }.map { post in
      var post = post
      post.feed = post.feed ?? Post.FeedDetails()
      post.feed?.lastActivity = last[post.id]
      return post
    }
    return tops.sorted { one, other in
      let (first, second) = (last[one.id] ?? .distantPast, last[other.id] ?? .distantPast)
      return first == second ? one.id > other.id : first > second
    }
  }

  /// Returns the top of a post's branch, as far as it is known: the posts of a user may be below the
  /// profile; nil in a ring.
  ///
  /// Notes it for all posts on the way up.
  private static func top(
    of post: Post, _ known: [Post.ID: Post], _ found: inout [Post.ID: Post.ID?]
  ) -> Post.ID? {
    var (post, way, top) = (post, Set<Post.ID>(), Post.ID?.none)
    while way.insert(post.id).inserted {
      if let known = found[post.id] {
        top = known
        break
      }
      guard !post.isRoot, let parent = post.parentID.flatMap({ known[$0] }) else {
        top = post.id
        break
      }
      post = parent
    }
    for id in way { found.updateValue(top, forKey: id) }
    return top
  }
}
