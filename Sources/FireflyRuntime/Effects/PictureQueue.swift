import FireflyPictures
import Synchronization

/// Limits loading to a few pictures at a time and decoding to one: visible pictures first, in list
/// order, then the others in the order of the requests.
///
/// Scrolling through a long list requests thousands of pictures. The requests that have waited
/// longest are out of view by then, and are dropped.
actor PictureQueue {
  /// A picture that is waiting or loading.
  private struct Turn {
    let address: String
    /// Increases with every request.
    let number: Int
  }

  /// Maximum number of pictures loading, and of those waiting.
  private static let maximumLoading = 3
  private static let maximumWaiting = 24

  private var lastNumber = 0
  /// The addresses of the visible pictures, in list order.
  ///
  /// Behind a lock, so that the main actor can set it with every frame without waking a task.
  private nonisolated let visible = Mutex<[String]>([])
  private var loading: [Turn] = []
  private var waiting: [(turn: Turn, go: CheckedContinuation<Bool, Never>)] = []
  private var isDecoding = false
  /// Loaded pictures that wait for the decoder.
  private var loaded: [(turn: Turn, go: CheckedContinuation<Void, Never>)] = []

  /// Sets the visible pictures, in list order; returns whether they have changed.
  @discardableResult
  nonisolated func visibleChanged(to addresses: [String]) -> Bool {
    visible.withLock { visible in
      defer { visible = addresses }
      return visible != addresses
    }
  }

  /// Waits for a turn to load a picture; false if the request was dropped.
  ///
  /// A task that gets a turn must call `endTurn`.
  func waitForTurn(_ address: String) async -> Bool {
    lastNumber += 1
    let turn = Turn(address: address, number: lastNumber)
    guard loading.count >= Self.maximumLoading else {
      loading.append(turn)
      return true
    }
    if waiting.count >= Self.maximumWaiting { dropOne() }
    return await withCheckedContinuation { waiting.append((turn, $0)) }
  }

  func endTurn(_ address: String) {
    if let index = loading.firstIndex(where: { $0.address == address }) {
      loading.remove(at: index)
    }
    if let next = waiting.indices.min(by: { isBefore(waiting[$0].turn, waiting[$1].turn) }) {
      let next = waiting.remove(at: next)
      loading.append(next.turn)
      next.go.resume(returning: true)
    }
  }

  /// Decodes a picture when no other is being decoded, because a large one takes a lot of memory.
  ///
  /// Of those that wait, the most urgent is next; a picture without a turn comes last.
  func decode<Failure: Error>(
    _ address: String, _ work: @escaping @Sendable () throws(Failure) -> PicturePyramid
  ) async throws(Failure) -> PicturePyramid {
    let turn = loading.first { $0.address == address } ?? Turn(address: address, number: .max)
    if isDecoding { await withCheckedContinuation { loaded.append((turn, $0)) } }
    isDecoding = true
    defer { decodeNext() }
    return try await Self.run(work)
  }

  @concurrent private static func run<Failure: Error>(
    _ work: @Sendable () throws(Failure) -> PicturePyramid
  ) async throws(Failure) -> PicturePyramid { try work() }

  /// Hands the decoder over, if a picture waits for it.
  private func decodeNext() {
    isDecoding = false
    guard let next = loaded.indices.min(by: { isBefore(loaded[$0].turn, loaded[$1].turn) })
    else { return }
    isDecoding = true
    loaded.remove(at: next).go.resume()
  }

  /// Drops the invisible request that has waited longest, or the last visible one.
  private func dropOne() {
    let visible = visible.withLock { $0 }
    let hidden = waiting.firstIndex { !visible.contains($0.turn.address) }
    let last = waiting.indices.max { isBefore(waiting[$0].turn, waiting[$1].turn) }
    if let index = hidden ?? last { waiting.remove(at: index).go.resume(returning: false) }
  }

  private func isBefore(_ one: Turn, _ other: Turn) -> Bool {
    visible.withLock { visible in
      let places = (visible.firstIndex(of: one.address), visible.firstIndex(of: other.address))
      return (places.0 ?? .max, one.number) < (places.1 ?? .max, other.number)
    }
  }
}
