import FireflyScreen

/// The status of all requested pictures, by address.
struct PicturesState: Hashable, Sendable {
  /// The status of a picture.
  enum Status: Hashable, Sendable {
    /// Being loaded.
    case loading
    /// Waiting, because later requests came first.
    case postponed
    /// Failed, for a reason in few words: `404`; nil if it is unknown.
    case failed(String?)
    /// Loaded, with its width divided by its height.
    case ready(aspectRatio: Double)
  }

  private var statuses: [String: Status] = [:] { didSet { revision.advance() } }
  private(set) var revision = Revision()
  /// The pictures that failed or were postponed: few.
  private var failed: Set<String> = []
  private var postponed: Set<String> = []

  /// The status of a picture; nil if it was not requested.
  subscript(address: String) -> Status? { statuses[address] }

  /// Requests pictures, unless they were requested before.
  mutating func request(_ addresses: [String]) -> [Effect] {
    var effects: [Effect] = []
    for address in addresses where statuses[address] == nil {
      statuses[address] = .loading
      effects.append(.picture(.load(address: address)))
    }
    return effects
  }

  /// Sets the aspect ratio of a loaded picture; nil if loading failed.
  ///
  /// - Parameter reason: why loading failed, in few words.
  mutating func shapeLoaded(_ address: String, aspectRatio: Double?, reason: String? = nil) {
    statuses[address] = aspectRatio.map { .ready(aspectRatio: $0) } ?? .failed(reason)
    if aspectRatio == nil { failed.insert(address) } else { failed.remove(address) }
    // Postponed pictures can be requested again.
    for address in postponed { statuses[address] = nil }
    postponed = []
  }

  /// Changes the address of a picture.
  mutating func rename(_ old: String?, to new: String?) -> [Effect] {
    guard let old, let new, old != new, case .ready(let ratio) = statuses[old] else { return [] }
    shapeLoaded(new, aspectRatio: ratio)
    return [.picture(.rename(from: old, to: new))]
  }

  /// Postpones a picture until another is loaded.
  mutating func postpone(_ address: String) {
    statuses[address] = .postponed
    postponed.insert(address)
  }

  /// Allows failed pictures to be requested again, except the visible ones.
  mutating func forgetFailures(except seen: [String] = []) {
    guard !failed.isEmpty else { return }
    for address in failed.subtracting(seen) { statuses[address] = nil }
    failed.formIntersection(seen)
  }

  /// Returns whether a picture could not be loaded.
  func hasFailed(_ address: String) -> Bool {
    if case .failed = statuses[address] { true } else { false }
  }

  /// Whether there are too many entries.
  var isCrowded: Bool { statuses.count > 2_000 }

  /// Removes all pictures except these and those being loaded.
  mutating func removeAll(except near: [String]) {
    let near = Set(near)
    statuses = statuses.filter { near.contains($0.key) || $0.value == .loading }
  }
}
