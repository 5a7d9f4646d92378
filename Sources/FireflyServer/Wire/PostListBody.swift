import FireflyHTTP

/// The body of an answer with a list of posts, written piece by piece as JSON: what comes before the list
/// has been written, `finish` writes what comes after it.
actor PostListBody {
  /// Bytes of a piece, at least.
  static let pieceLength = 64 * 1024
  /// Bytes after which the list ends early, with `has_more` behind it: clients read no more than 64 MB.
  static let maximumBytes = 32 << 20

  /// Whether the last piece has been made.
  private(set) var isDone = false
  /// Whether everything about the posts so far was known.
  private(set) var isComplete = true
  private let cursor: any PostListCursor
  private let finish: Finish
  private let maximumBytes: Int
  private var json: JSONWriter
  /// How many posts of the list itself have been written, and how many lists of children are open.
  private var (count, open) = (0, 0)
  /// Bytes of the pieces so far.
  private var sent = 0
  /// The first piece, until it is handed over.
  private var first: [UInt8]?

  /// Writes what comes after the list.
  typealias Finish = @Sendable (inout JSONWriter, _ count: Int, _ hasMore: Bool) -> Void

  /// A body that has not begun.
  init(
    head: JSONWriter, _ cursor: any PostListCursor,
    maximumBytes: Int = PostListBody.maximumBytes, finish: @escaping Finish
  ) {
    json = head
    self.cursor = cursor
    self.maximumBytes = maximumBytes
    self.finish = finish
  }

  /// Makes the first piece; `next` returns it again.
  ///
  /// - Parameter length: how many bytes it has, at least, unless the list ends before.
  /// - Returns: the piece.
  /// - Throws: `StoreError`.
  func begin(atLeast length: Int) async throws(StoreError) -> [UInt8] {
    let piece = try await piece(atLeast: length)
    first = piece
    return piece
  }

  /// The next piece, or nil at the end.
  /// - Throws: `StoreError`.
  func next() async throws(StoreError) -> [UInt8]? {
    if let piece = first {
      first = nil
      return piece
    }
    return isDone ? nil : try await piece(atLeast: Self.pieceLength)
  }

  private func piece(atLeast length: Int) async throws(StoreError) -> [UInt8] {
    var isLast = false
    while !isLast, json.bytes.count < length {
      let page = try await cursor.next(atLeast: length - json.bytes.count)
      for entry in page.entries { write(entry) }
      if !page.isComplete { isComplete = false }
      isLast = page.isLast
    }
    if isLast || sent + json.bytes.count >= maximumBytes {
      close(to: 0)
      finish(&json, count, !isLast)
      isDone = true
    }
    let bytes = json.takeBytes()
    sent += bytes.count
    return bytes
  }

  private func write(_ entry: PostListPage.Entry) {
    close(to: entry.level)
    if entry.level == 0 { count += 1 }
    json.beginObject()
    json.fields(of: entry.post)
    if entry.hasChildren {
      json.key("children")
      json.beginArray()
      open += 1
    } else {
      json.endObject()
    }
  }

  private func close(to level: Int) {
    while open > level {
      json.endArray()
      json.endObject()
      open -= 1
    }
  }
}
