/// A list of posts of a database, with the current position.
protocol PagedList: Sendable {
  /// Whether the end is known to be reached.
  var isAtEnd: Bool { get }
  /// Whether all details of the posts so far are known.
  var isComplete: Bool { get }
  /// The reader for whom reading searches, in turn with other searches; nil if it does not.
  var searcher: String? { get }
}

extension PagedList {
  var isComplete: Bool { true }
  var searcher: String? { nil }
}

/// Reads a list in pages.
actor PagedCursor<List: PagedList>: PostListCursor {
  /// Reads a page of at least a number of bytes.
  /// - Returns: the page, and the list after it.
  typealias Read = @Sendable (List, _ bytes: Int) async throws(StoreError) -> (PostListPage, List)

  private var list: List
  private let searchQueue: SearchQueue
  private let read: Read

  init(_ list: List, _ searchQueue: SearchQueue, read: @escaping Read) {
    self.list = list
    self.searchQueue = searchQueue
    self.read = read
  }

  func next(atLeast bytes: Int) async throws(StoreError) -> PostListPage {
    let (page, rest) = try await searchQueue.run(for: list.searcher) {
      [list, read] () async throws(StoreError) in
      try await read(list, bytes)
    }
    list = rest
    return page
  }
}

extension PostListPage {
  /// Estimated size of a post as JSON without its texts, in bytes.
  private static let postBytes = 500

  /// Appends the posts that a list has read.
  mutating func add(_ new: [Entry], of list: some PagedList) {
    entries += new
    bytes += new.reduce(0) { $0 + $1.post.textBytes + Self.postBytes }
    isLast = new.isEmpty || list.isAtEnd
    isComplete = list.isComplete
  }
}
