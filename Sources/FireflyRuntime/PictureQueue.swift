import FireflyPictures
import Synchronization

/// Lets pictures be loaded a few at a time and decoded one at a time: the visible ones first, as they
/// stand in the list, then the others in the order they were asked for.
///
/// Scrolling through a long list passes thousands of them: those that have waited longest are out of
/// sight by then, and are given up.
actor PictureQueue {
  /// A picture that waits, or is being loaded.
  private struct Turn {
    let address: String
    /// Counts up: who asked earlier has a smaller one.
    let number: Int
    var isDecoded = false
  }

  /// Pictures that are loaded at the same time, and those that may wait for that.
  private static let maximumLoading = 3
  private static let maximumWaiting = 24
  private let patience: Duration

  private var lastNumber = 0
  /// The pictures in sight, in the order of the list.
  ///
  /// Behind a lock, so that the main actor, which tells them with every frame of a list that is
  /// scrolled, wakes no task.
  private nonisolated let visible = Mutex<[String]>([])
  private var loading: [Turn] = []
  private var waiting: [(turn: Turn, go: CheckedContinuation<Bool, Never>)] = []
  private var isDecoding = false
  /// Pictures whose bytes are there, with the time until which they let others go first.
  private var loaded:
    [(turn: Turn, until: ContinuousClock.Instant, go: CheckedContinuation<Void, Never>)] = []

  /// Turns with an empty queue.
  ///
  /// - Parameter patience: how long the decoder is kept free for a picture on its way that stands
  ///   before the one at hand.
  init(patience: Duration = .milliseconds(20)) { self.patience = patience }

  /// Tells what is in sight, in the order of the list; returns whether it is anything else than before.
  @discardableResult
  nonisolated func visibleChanged(to addresses: [String]) -> Bool {
    visible.withLock { visible in
      defer { visible = addresses }
      return visible != addresses
    }
  }

  /// Waits for a turn to load a picture; false if it was given up.
  ///
  /// A task that gets one must `endTurn`.
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

  /// Ends a turn.
  func endTurn(_ address: String) {
    if let index = loading.firstIndex(where: { $0.address == address }) {
      loading.remove(at: index)
    }
    if let next = waiting.indices.min(by: { isBefore(waiting[$0].turn, waiting[$1].turn) }) {
      let next = waiting.remove(at: next)
      loading.append(next.turn)
      next.go.resume(returning: true)
    }
    decodeNext()
  }

  /// Decodes a picture when nothing else is decoded and nothing more urgent is to be: a large one
  /// takes a lot of memory meanwhile.
  ///
  /// What has no turn comes last.
  func decode<Failure: Error>(
    _ address: String, _ work: @escaping @Sendable () throws(Failure) -> PicturePyramid
  ) async throws(Failure) -> PicturePyramid {
    let turn = loading.first { $0.address == address } ?? Turn(address: address, number: .max)
    await withCheckedContinuation {
      loaded.append((turn, .now + patience, $0))
      decodeNext()
    }
    defer {
      isDecoding = false
      if let index = loading.firstIndex(where: { $0.number == turn.number }) {
        loading[index].isDecoded = true
      }
      decodeNext()
    }
    return try await Self.run(work)
  }

  @concurrent private static func run<Failure: Error>(
    _ work: @Sendable () throws(Failure) -> PicturePyramid
  ) async throws(Failure) -> PicturePyramid { try work() }

  private func decodeNext() {
    guard !isDecoding,
      let index = loaded.indices.min(by: { isBefore(loaded[$0].turn, loaded[$1].turn) })
    else { return }
    let (turn, until, go) = loaded[index]
    let isFirst = !loading.contains { other in
      !other.isDecoded && isBefore(other, turn)
        && !loaded.contains { $0.turn.number == other.number }
    }
    guard isFirst || until <= .now else {
      Task {
        try? await Task.sleep(until: until, clock: .continuous)
        decodeNext()
      }
      return
    }
    isDecoding = true
    loaded.remove(at: index)
    go.resume()
  }

  /// Gives up the one that has waited longest of those out of sight, or the last one that is visible.
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
