import FireflyHTTP
import FireflyJSON
import FireflyStore

/// Encodes a list of posts as JSON, in pieces, for the body of a response.
///
/// The caller has written what comes before the list; `finish` writes what comes after it.
actor PostListBody {
  /// Minimum size of a piece in bytes.
  static let pieceLength = 64 * 1024
  /// Maximum size in bytes, after which the list ends early with `has_more`; clients read at most
  /// 64 MB.
  static let maximumBytes = 32 << 20

  /// Whether the last piece has been encoded.
  private(set) var isDone = false
  /// Whether all details of the posts so far were known.
  private(set) var isComplete = true
  private let cursor: any PostListCursor
  private let finish: Finish
  private let maximumBytes: Int
  private var json: JSONWriter
  /// Number of posts written at the top level, and of open lists of children.
  private var (count, open) = (0, 0)
  /// Size of the pieces so far in bytes.
  private var sent = 0
  /// The first piece, until `next` returns it.
  private var first: [UInt8]?

  /// Writes what comes after the list.
  typealias Finish = @Sendable (inout JSONWriter, _ count: Int, _ hasMore: Bool) -> Void

  /// Creates a body; reads nothing yet.
  init(
    head: JSONWriter, _ cursor: any PostListCursor,
    maximumBytes: Int = PostListBody.maximumBytes, finish: @escaping Finish
  ) {
    json = head
    self.cursor = cursor
    self.maximumBytes = maximumBytes
    self.finish = finish
  }

  /// Encodes the first piece; `next` returns it again.
  ///
  /// - Parameter length: the minimum size in bytes, unless the list is shorter.
  func begin(atLeast length: Int) async throws(StoreError) -> [UInt8] {
    let piece = try await piece(atLeast: length)
    first = piece
    return piece
  }

  /// Returns the next piece; nil at the end.
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
