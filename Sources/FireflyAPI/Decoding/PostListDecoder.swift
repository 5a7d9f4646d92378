import FireflyCore
import Foundation

/// Reads the posts of a feed or of a list of children as their bytes arrive.
///
/// As tolerant as `LossyList`, of UTF-8, but never holding more of the JSON than one post and the chunk
/// at hand: 10,000 children are 12 MB of JSON. Each post is cleaned; each number comes once.
struct PostListDecoder {
  /// Elements over this many bytes are skipped, and so much may stand around them: a post with five texts of
  /// 490,000 control characters each, of which each takes six bytes of JSON, can be read.
  static let elementLimit = 16 << 20

  /// The maximum posts of a page: a post of 20 bytes of JSON takes 500 in memory.
  static let maximumPosts = 100_000

  // As many reasons as anyone reads.
  private static let maximumReasons = 100

  private let key: String
  private let keeps: @Sendable (Post) -> Bool
  private let decoder = JSONDecoder()
  private var splitter: ElementSplitter
  private var strings = SharedStrings()
  private var seen: Set<Int> = []
  private var page = PostPage(posts: [])
  private var skipped = 0
  private let elementLimit: Int
  private let maximum: Int
  /// Posts of the page, with those nested in them.
  private var count = 0

  /// Posts that are worth showing before the rest has come.
  private static let beginningLength = 64

  /// What has come so far, as a cut page, if it is enough to be shown.
  var beginning: PostPage? {
    guard page.posts.count >= Self.beginningLength else { return nil }
    var beginning = page
    beginning.isCut = true
    return beginning
  }

  /// Whether the server says that the list goes on; known at its end.
  private(set) var hasMore = false
  /// The number of the last post that was read, kept or not.
  private(set) var last: Int?

  /// Whether there are more posts than wanted: then the page is a cut one, and ends here.
  var isFull: Bool { page.isCut }

  /// - Parameters:
  ///   - key: where the array is: `posts` or `children`.
  ///   - maximum: how many posts are wanted, with those nested in them.
  ///   - elementLimit: in bytes.
  ///   - keeps: which posts to keep; the others are dropped without a word.
  init(
    key: String, maximum: Int = .max, elementLimit: Int = Self.elementLimit,
    keeps: @escaping @Sendable (Post) -> Bool = { _ in true }
  ) {
    self.key = key
    self.elementLimit = elementLimit
    self.maximum = maximum
    self.keeps = keeps
    splitter = ElementSplitter(key: key, elementLimit: elementLimit)
  }

  /// Reads the next bytes.
  /// - Throws: `APIError.tooDeep` beyond 512 levels, `.unreadable` if this is no JSON.
  mutating func receive(_ chunk: Data) throws(APIError) {
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

  /// The page, when all bytes have been received.
  /// - Throws: `APIError.unreadable` if the JSON is not whole, or has no such array.
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
    guard element.depth > DeepStack.shallow else {
      return try decoder.decode(Attempt<Post>.self, from: element.bytes).result
        .map { $0.cleaned(sharing: &strings) }
    }
    let bytes = element.bytes
    return try DeepStack.run {
      try JSONDecoder().decode(Attempt<Post>.self, from: bytes).result.map { $0.cleaned() }
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

  /// What stands under a key of the skeleton.
  private struct Shape: Decodable {
    let isArray: Bool
    let isTrue: Bool

    init(from decoder: any Decoder) throws {
      isTrue = (try? decoder.singleValueContainer().decode(Bool.self)) == true
      isArray = (try? decoder.unkeyedContainer()) != nil
    }
  }
}
