import FireflyCore
import FireflyHTTP
import GRDB

/// Writes the children of a post, nested to a depth, a little at a time.
///
/// Holds one short page of posts a level and remembers its place by time and number, so neither a list
/// of 10,000 children nor a change under way disturbs it. It never descends into a post it is inside
/// of, and once `budget` posts are nested, the rest of them come without their children.
struct TreeWalk: PostWalk {
  /// The most levels that are nested.
  static let maxDepth = 64
  /// Posts read at a time.
  static let pageLength = 64

  /// How many posts of the first level have been written.
  private(set) var count = 0
  private let depth: Int
  private var budget: Int
  private var levels: [Level]
  /// The child behind which the list begins, until it has been looked up.
  private var before: Int?

  /// One list of children under way.
  private struct Level {
    let parent: Int
    var position = PostCursor.start
    /// What has been read and not written yet, the next one last.
    var page: [Post] = []
    var isReadOut = false
  }

  /// The children of a post: one level with depth 1, at most `maxDepth`.
  ///
  /// - `before`: the child behind which the list begins; nil for its beginning.
  init(below parent: Int, depth: Int, before: Int? = nil, budget: Int = 10_000) {
    self.before = before
    self.depth = min(max(depth, 1), Self.maxDepth)
    self.budget = budget
    levels = [Level(parent: parent)]
  }

  mutating func write(
    to json: inout JSONWriter, atLeast length: Int, _ db: Database
  ) throws -> Bool {
    if let id = before {
      before = nil
      guard let post = try SQLiteStore.post(id, db) else { return false }
      levels[0].position = .after(post)
    }
    while json.bytes.count < length {
      guard let post = try nextPost(db) else {
        levels.removeLast()
        if levels.isEmpty { return false }
        json.endArray()
        json.endObject()
        continue
      }
      if levels.count == 1 { count += 1 }
      json.beginObject()
      json.fields(of: post)
      if descend(into: post) {
        json.key("children")
        json.beginArray()
      } else {
        json.endObject()
      }
    }
    return true
  }

  func close(_ json: inout JSONWriter) {
    for _ in levels.dropFirst() {
      json.endArray()
      json.endObject()
    }
  }

  private mutating func nextPost(_ db: Database) throws -> Post? {
    let top = levels.count - 1
    if levels[top].page.isEmpty && !levels[top].isReadOut {
      let page = try SQLiteStore.children(
        of: levels[top].parent, after: levels[top].position, limit: Self.pageLength, db)
      levels[top].isReadOut = page.isLast
      if let last = page.posts.last { levels[top].position = .after(last) }
      levels[top].page = page.posts.reversed()
    }
    return levels[top].page.popLast()
  }

  private mutating func descend(into post: Post) -> Bool {
    let children = post.childCount ?? 0
    guard levels.count < depth, children <= budget,
      !levels.contains(where: { $0.parent == post.id })
    else { return false }
    budget -= children
    levels.append(Level(parent: post.id, isReadOut: children == 0))
    return true
  }
}
