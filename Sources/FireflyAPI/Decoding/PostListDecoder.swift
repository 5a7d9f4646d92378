import FireflyCore
import Foundation

/// Decodes the posts of a feed or of a list of children as their bytes arrive.
///
/// As tolerant as `LossyList`, for UTF-8 only, but never holds more JSON than one post and the
/// current chunk: 10,000 children are 12 MB of JSON. Cleans each post and drops duplicate IDs.
struct PostListDecoder {
  /// Maximum size in bytes of an element, and of everything around the elements.
  ///
  /// Allows a post with five texts of 490,000 control characters, each of which takes six bytes of
  /// JSON.
  static let elementLimit = 16 << 20

  /// Maximum number of posts in a page: a post of 20 bytes of JSON takes 500 in memory.
  static let maximumPosts = 100_000

  // Maximum number of error descriptions to collect.
  private static let maximumReasons = 100

  private let key: String
  private let keeps: @Sendable (Post) -> Bool
  private let keepsTitles: Bool
  private let decoder = JSONDecoder()
  private var splitter: ElementSplitter
  private var seen: Set<Int> = []
  private var page = PostPage(posts: [])
  private var skipped = 0
  private let elementLimit: Int
  private let maximum: Int
  /// Number of posts in the page, including nested ones.
  private var count = 0

  /// Number of posts so far.
  var arrived: Int { page.posts.count }

  /// The posts so far, as a truncated page.
  var soFar: PostPage {
    var beginning = page
    beginning.isCut = true
    return beginning
  }

  /// Whether the server says that the list continues; known at its end.
  private(set) var hasMore = false
  /// The ID of the last post decoded, kept or not.
  private(set) var last: Int?

  /// Whether `maximum` was exceeded; the page is then truncated and complete.
  var isFull: Bool { page.isCut }

  /// - Parameters:
  ///   - key: the key of the array: `posts` or `children`.
  ///   - maximum: maximum number of posts, including nested ones.
  ///   - elementLimit: maximum size of a post in bytes.
  ///   - keepsTitles: whether replies keep titles that are made of their first words.
  ///   - keeps: which posts to keep; the others are dropped without an error.
  init(
    key: String, maximum: Int = .max, elementLimit: Int = Self.elementLimit,
    keepsTitles: Bool = false, keeps: @escaping @Sendable (Post) -> Bool = { _ in true }
  ) {
    self.key = key
    self.elementLimit = elementLimit
    self.maximum = maximum
    (self.keeps, self.keepsTitles) = (keeps, keepsTitles)
    splitter = ElementSplitter(key: key, elementLimit: elementLimit)
  }

  /// Decodes the next bytes.
  /// - Throws: `APIError.tooDeep` beyond 512 levels, `.unreadable` if this is not JSON.
  mutating func decode(_ chunk: Data) throws(APIError) {
    for element in try splitter.elements(in: chunk) {
      guard count < maximum else {
        page.isCut = true
        return
      }
      guard !element.isOversized else {
        skip(element.position, "larger than \(elementLimit) bytes")
        continue
      }
      guard page.posts.count < Self.maximumPosts else {
        skip(element.position, "more than \(Self.maximumPosts) posts")
        continue
      }
      do {
        switch try decode(element) {
        case .success(let post):
          last = post.id
          if keeps(post), seen.insert(post.id).inserted {
            page.posts.append(post)
            if maximum < .max { count += Self.countedWithNested(post) }
          }
        case .failure(let error): skip(element.position, error.plainDescription)
        }
      } catch {
        throw .unreadable(reason: "element \(element.position): \(error.plainDescription)")
      }
    }
  }

  /// Returns the page, after the last byte.
  /// - Throws: `APIError.unreadable` if the JSON is incomplete, or lacks the array.
  mutating func finish() throws(APIError) -> PostPage {
    if isFull { return page }
    let shapes: [String: Shape]
    do {
      shapes = try decoder.decode([String: Shape].self, from: splitter.skeleton)
    } catch {
      throw .unreadable(reason: "around the \(key): \(error.plainDescription)")
    }
    hasMore = shapes["has_more"]?.isTrue == true
    guard shapes[key]?.isArray == true else { throw .unreadable(reason: "no array under \(key)") }
    if skipped > page.skipped.count {
      page.skipped.append("\(skipped - page.skipped.count) more elements")
    }
    return page
  }

  private mutating func decode(
    _ element: ElementSplitter.Element
  ) throws -> Result<Post, any Error> {
    let (bytes, keepsTitles) = (element.bytes, keepsTitles)
    guard element.depth > DeepStack.shallow else {
      return try decoder.decode(Attempt<Post>.self, from: bytes).result
        .map { $0.cleaned(keepsTitles: keepsTitles) }
    }
    return try DeepStack.run {
      try JSONDecoder().decode(Attempt<Post>.self, from: bytes).result
        .map { $0.cleaned(keepsTitles: keepsTitles) }
    }
  }

  private static func countedWithNested(_ post: Post) -> Int {
    var count = 0
    var waiting = [post]
    while let next = waiting.popLast() {
      count += 1
      waiting += next.children ?? []
    }
    return count
  }

  private mutating func skip(_ position: Int, _ reason: String) {
    skipped += 1
    if skipped <= Self.maximumReasons { page.skipped.append("element \(position): \(reason)") }
  }

  /// Decodes the value under a key of the skeleton.
  private struct Shape: Decodable {
    let isArray: Bool
    let isTrue: Bool

    init(from decoder: any Decoder) throws {
      isTrue = (try? decoder.singleValueContainer().decode(Bool.self)) == true
      isArray = (try? decoder.unkeyedContainer()) != nil
    }
  }
}
