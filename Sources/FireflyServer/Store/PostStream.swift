import FireflyHTTP

/// An answer with a list of posts, made piece by piece: what comes before the list has been written, the
/// walk writes the list, `finish` what comes after it.
actor PostStream {
  /// Bytes of a piece, at least.
  static let pieceLength = 64 * 1024

  /// Whether the last piece has been made.
  private(set) var isDone = false
  private let store: PostStore
  private let finish: @Sendable (inout JSONWriter, _ count: Int) -> Void
  private var json: JSONWriter
  private var walk: any PostWalk

  /// A stream that has not begun.
  init(
    _ store: PostStore, head: JSONWriter, walk: any PostWalk,
    finish: @escaping @Sendable (inout JSONWriter, _ count: Int) -> Void
  ) {
    self.store = store
    self.finish = finish
    self.walk = walk
    json = head
  }

  /// The next piece, or nil at the end.
  /// - Throws: `StoreError`.
  func next() async throws(StoreError) -> [UInt8]? {
    if isDone { return nil }
    let (json, walk, hasMore) = try await store.read { [json, walk] db in
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
}
