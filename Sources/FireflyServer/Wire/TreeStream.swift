import GRDB

/// An answer with a list of children, made piece by piece: what comes before the list has been written,
/// the walk writes the list, `finish` what comes after it.
actor TreeStream {
  /// Bytes of a piece, at least.
  static let pieceLength = 64 * 1024

  private let database: DatabaseQueue
  private let finish: @Sendable (inout JSONWriter, _ count: Int) -> Void
  private var json: JSONWriter
  private var walk: TreeWalk
  private var isDone = false

  /// A stream that has not begun.
  init(
    _ database: DatabaseQueue, head: JSONWriter, walk: TreeWalk,
    finish: @escaping @Sendable (inout JSONWriter, _ count: Int) -> Void
  ) {
    self.database = database
    self.finish = finish
    self.walk = walk
    json = head
  }

  /// The answer: with a known length if it fits into one piece.
  /// - Throws: `DatabaseError`.
  func response() async throws -> Response {
    let first = try await next() ?? []
    if isDone { return .json(first) }
    let pieces = Pieces(first: first, rest: self)
    return Response(
      status: 200, headers: ["Content-Type": "application/json"],
      body: .stream { try await pieces.next() })
  }

  /// The next piece, or nil at the end.
  /// - Throws: `DatabaseError`.
  func next() async throws -> [UInt8]? {
    if isDone { return nil }
    let (json, walk, hasMore) = try await database.read { [json, walk] db in
      var json = json
      var walk = walk
      let hasMore = try walk.write(to: &json, atLeast: Self.pieceLength, db)
      return (json, walk, hasMore)
    }
    self.walk = walk
    self.json = json
    if !hasMore {
      finish(&self.json, walk.count)
      isDone = true
    }
    return self.json.take()
  }

  /// The first piece, which is there already, and then the others.
  private actor Pieces {
    private var first: [UInt8]?
    private let rest: TreeStream

    init(first: [UInt8], rest: TreeStream) {
      self.first = first
      self.rest = rest
    }

    func next() async throws -> [UInt8]? {
      guard let piece = first else { return try await rest.next() }
      first = nil
      return piece
    }
  }
}
