import FireflyCore
import FireflyHTTP
import GRDB

/// A list of posts that is read page by page.
protocol PostPages: Sendable {
  /// The next posts; none at the end.
  mutating func next(_ db: Database) throws -> [Post]
  /// Whether it is known that there are no more.
  var isAtEnd: Bool { get }
  /// Whether all that there is to tell of the posts is known.
  var isComplete: Bool { get }
}

extension PostPages {
  var isComplete: Bool { true }

  /// All posts that are left.
  mutating func all(_ db: Database) throws -> [Post] {
    var all: [Post] = []
    while true {
      let page = try next(db)
      if page.isEmpty { return all }
      all += page
    }
  }
}

/// What is written as JSON a little at a time.
protocol PostWalk: Sendable {
  /// How many posts of the outermost list have been written.
  var count: Int { get }
  /// Whether all that there is to tell of the posts has been written.
  var isComplete: Bool { get }
  /// Writes elements of the list until the writer holds `length` bytes; false when all is written. The
  /// brackets of the list are the caller's.
  mutating func write(to json: inout JSONWriter, atLeast length: Int, _ db: Database) throws -> Bool
  /// Ends what has been begun below the list, although there is more.
  func close(_ json: inout JSONWriter)
}

extension PostWalk {
  func close(_ json: inout JSONWriter) {}

  var isComplete: Bool { true }
}

/// Writes the posts of a paged list.
struct PageWalk<Pages: PostPages>: PostWalk {
  private(set) var count = 0
  private var pages: Pages
  var isComplete: Bool { pages.isComplete }

  init(_ pages: Pages) { self.pages = pages }

  mutating func write(
    to json: inout JSONWriter, atLeast length: Int, _ db: Database
  ) throws -> Bool {
    while json.bytes.count < length {
      let page = try pages.next(db)
      if page.isEmpty { return false }
      for post in page { json.value(post) }
      count += page.count
      if pages.isAtEnd { return false }
    }
    return true
  }
}
