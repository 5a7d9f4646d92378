import FireflyScreen

/// What is known of the pictures asked for so far, by address.
struct PicturesState: Hashable, Sendable {
  /// What is known of a picture.
  enum Status: Hashable, Sendable {
    /// Asked for.
    case loading
    /// Asked for, but others came first.
    case postponed
    /// Can't be had.
    case failed
    /// Here, with its width divided by its height.
    case ready(aspectRatio: Double)
  }

  private var statuses: [String: Status] = [:]
  /// Those that can't be had, or were postponed: few.
  private var failed: Set<String> = []
  private var postponed: Set<String> = []

  /// What is known of a picture; nil for nothing.
  subscript(address: String) -> Status? { statuses[address] }

  /// Asks for pictures that were not asked for yet.
  mutating func request(_ addresses: [String]) -> [Effect] {
    var effects: [Effect] = []
    for address in addresses where statuses[address] == nil {
      statuses[address] = .loading
      effects.append(.picture(.load(address: address)))
    }
    return effects
  }

  /// A picture has come (with its aspect ratio), or not.
  mutating func shapeLoaded(_ address: String, aspectRatio: Double?) {
    statuses[address] = aspectRatio.map { .ready(aspectRatio: $0) } ?? .failed
    if aspectRatio == nil { failed.insert(address) } else { failed.remove(address) }
    // There is room for another.
    for address in postponed { statuses[address] = nil }
    postponed = []
  }

  /// A picture has another address from now on.
  mutating func rename(_ old: String?, to new: String?) -> [Effect] {
    guard let old, let new, old != new, case .ready(let ratio) = statuses[old] else { return [] }
    shapeLoaded(new, aspectRatio: ratio)
    return [.picture(.rename(from: old, to: new))]
  }

  /// A picture has to wait until another has come.
  mutating func postpone(_ address: String) {
    statuses[address] = .postponed
    postponed.insert(address)
  }

  /// Lets pictures be asked for once more that could not be loaded, as soon as they come back into view.
  mutating func forgetFailures(except seen: [String] = []) {
    guard !failed.isEmpty else { return }
    for address in failed.subtracting(seen) { statuses[address] = nil }
    failed.formIntersection(seen)
  }

  /// Whether more is known than is worth keeping.
  var isCrowded: Bool { statuses.count > 2_000 }

  /// Forgets all pictures but these and those on their way.
  mutating func removeAll(except near: [String]) {
    let near = Set(near)
    statuses = statuses.filter { near.contains($0.key) || $0.value == .loading }
  }
}

/// A picture over the whole screen.
struct FullPicture: Equatable, Sendable {
  /// Where the picture is.
  let address: String
}

extension FullPicture: FocusLayer {
  var keyContext: KeyContext { .picture }
  var coversLists: Bool { true }

  func action(forUnbound key: Key, _ keymap: Keymap) -> Action? { .picture(.closed) }

  func draw(_ canvas: Canvas, pictures: some PictureSource, into frame: inout Frame) {
    PictureView.draw(canvas, address: address, pictures: pictures, into: &frame)
  }
}

extension FocusStack {
  /// The picture over the whole screen; nil if there is none.
  var picture: FullPicture? {
    get { self[FullPicture.self] }
    _modify { yield &self[FullPicture.self] }
  }
}
