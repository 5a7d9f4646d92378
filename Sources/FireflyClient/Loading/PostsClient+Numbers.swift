import FireflyAPI
import FireflyCore
import FireflyModel
import Foundation

/// Maximum number of new posts; an account that was away for longer has them from the lists.
private let maximumNewPosts = 50_000

// Numbers of posts that may be unread.
extension PostsClient {
  /// Returns the highest number of a post, as far as the server tells; 0 if there is none.
  ///
  /// - Parameter known: the highest one of everyone's newest posts; nil to request them.
  package func highestNumber(known: Int? = nil) async throws(APIError) -> Int {
    let newest: Int
    if let known {
      newest = known
    } else {
      newest = try await recentPosts("post", .everyone, nil, 50).posts.map(\.id).max() ?? 0
    }
    // Imported posts may be older and have higher numbers.
    guard try await has(.ids), let higher = await newPosts(below: nil, since: newest) else {
      return newest
    }
    return max(newest, higher.map(\.id).max() ?? newest)
  }

  /// Returns the highest number of a post that was there at a time; 0 if there was none.
  ///
  /// Of more than 20,000 later posts, it returns a number among them.
  ///
  /// - Parameter time: seconds since 1970.
  package func highestNumber(at time: Double) async throws(APIError) -> Int {
    var (before, lowest): (Int?, Int) = (nil, 0)
    for _ in 0..<20 {
      let posts = try await recentPosts("post", .everyone, before, 1_000).posts
      // A server without paging answers with the first page again.
      guard let last = posts.last, last.id != before else { return 0 }
      let old = posts.filter { ($0.createdAt?.timeIntervalSince1970 ?? 0) <= time }
      if let highest = old.map(\.id).max() { return highest }
      (before, lowest) = (last.id, posts.map(\.id).min() ?? 0)
    }
    return lowest
  }

  /// Returns what posts answer, with the posts above them; those that don't come are left out.
  package func places(of ids: [Int]) async -> [UnreadPost] {
    var places: [Int: UnreadPost] = [:]
    for id in ids where places[id] == nil {
      guard !Task.isCancelled else { break }
      guard let post = try? await post(id, true) else { continue }
      for known in [post] + (post.ancestors ?? []) {
        places[known.id] = UnreadPost(id: known.id, parent: known.parentID)
      }
    }
    return Array(places.values)
  }

  /// Returns the posts with higher numbers than `since`; nil if the server does not answer.
  ///
  /// - Parameter top: only those below this post, in reading order; nil for all.
  package func newPosts(below top: Int?, since: Int) async -> [UnreadPost]? {
    var posts: [UnreadPost] = []
    var key: String?
    repeat {
      guard let page = try? await ids(top, since, key) else { return nil }
      posts += page.ids.compactMap { numbers in
        (numbers.first ?? nil).map {
          UnreadPost(id: $0, parent: numbers.count > 1 ? numbers[1] : nil)
        }
      }
      if page.ids.isEmpty || page.after == key { break }
      key = page.after
    } while key != nil && posts.count < maximumNewPosts
    return posts
  }
}
