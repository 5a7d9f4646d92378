import FireflyHTTP

/// An answer with a list of posts, made piece by piece: what comes before the list has been written, the
/// walk writes the list, `finish` what comes after it.
actor PostStream {
  /// Bytes of a piece, at least.
  static let pieceLength = 64 * 1024
  /// Bytes after which the list ends early, with `has_more` behind it: clients read no more than 64 MB.
  static let maximumBytes = 32 << 20

  /// Whether the last piece has been made.
  private(set) var isDone = false
  private let store: SQLiteStore
  private let finish: Finish
  private let maximumBytes: Int
  /// Bytes that have been handed over.
  private var sent = 0
  private var json: JSONWriter
  private var walk: any PostWalk
  /// What names the answer, if it is to be kept.
  private var feed: FeedCache.Key?

  /// Writes what comes after the list.
  typealias Finish = @Sendable (inout JSONWriter, _ count: Int, _ hasMore: Bool) -> Void

  /// What a transaction has come to.
  private struct Step {
    var json: JSONWriter
    var walk: any PostWalk
    var hasMore = false
    /// Whether what was read is that of the moment before it.
    var isCurrent = false
    /// The whole answer as it was written before.
    var kept: [UInt8]?
  }

  /// A stream that has not begun.
  ///
  /// - `feed`: names an answer that is to be kept, unless it is too long for that.
  init(
    _ store: SQLiteStore, head: JSONWriter, walk: any PostWalk, feed: FeedCache.Key? = nil,
    maximumBytes: Int = PostStream.maximumBytes, finish: @escaping Finish
  ) {
    self.maximumBytes = maximumBytes
    self.store = store
    self.feed = feed
    self.finish = finish
    self.walk = walk
    json = head
  }

  /// The next piece, or nil at the end.
  /// - Throws: `StoreError`.
  func next() async throws(StoreError) -> [UInt8]? {
    if isDone { return nil }
    let moment = store.feeds.moment
    let step = try await read(at: moment)
    if let kept = step.kept {
      isDone = true
      return kept
    }
    (json, walk) = (step.json, step.walk)
    let isFull = sent + json.bytes.count >= maximumBytes
    if !step.hasMore || isFull {
      if step.hasMore { walk.close(&json) }
      finish(&json, walk.count, step.hasMore)
      isDone = true
    }
    let bytes = json.take()
    sent += bytes.count
    if isDone, step.isCurrent, walk.isComplete, let feed {
      store.feeds.keep(bytes, of: feed, at: moment)
    }
    // A second piece is read later than the first.
    feed = nil
    return bytes
  }

  /// Reads what the next piece takes.
  private func read(at moment: FeedCache.Moment) async throws(StoreError) -> Step {
    let feeds = store.feeds
    return try await store.read { [json, walk, feed] db in
      var step = Step(json: json, walk: walk)
      if let feed {
        step.isCurrent = try feeds.isUnchanged(db)
        step.kept = step.isCurrent ? feeds.feed(feed, at: moment) : nil
      }
      if step.kept == nil {
        let length = feed == nil ? Self.pieceLength : FeedCache.feedBytes
        step.hasMore = try step.walk.write(to: &step.json, atLeast: length, db)
      }
      return step
    }
  }
}
