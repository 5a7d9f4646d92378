import FireflyPictures

/// The pictures that a terminal with the kitty protocol stores, by their IDs.
struct SentPictures {
  /// Maximum number and bytes of stored pictures.
  private static let maximumPictures = 200
  private static let maximumBytes = 24 << 20

  private struct Entry {
    let id: UInt32
    let bytes: Int
    var lastUse: Int
  }

  private let firstID: UInt32
  private var nextID: UInt32
  private var entries: [SharpRendering: Entry] = [:]
  private var byteCount = 0
  private var frame = 0

  private var hasSurplus: Bool {
    entries.count > Self.maximumPictures || byteCount > Self.maximumBytes
  }

  /// Creates an empty value.
  ///
  /// - Parameter seed: distinguishes programs that share a terminal: the process ID.
  init(seed: UInt32) {
    // At least 0x10000, so that the ID is not mistaken for a palette colour.
    firstID = (seed % 0xFE + 1) << 16
    nextID = firstID
  }

  /// Starts a frame: pictures used in it are not removed until the next one.
  mutating func beginFrame() { frame += 1 }

  /// Returns the ID of a stored picture, and marks it as used.
  mutating func use(_ form: SharpRendering) -> UInt32? {
    entries[form]?.lastUse = frame
    return entries[form]?.id
  }

  /// Adds a picture; returns its ID.
  mutating func insert(_ form: SharpRendering, bytes: Int) -> UInt32 {
    let id = nextID
    nextID = firstID + (nextID - firstID + 1) % 0x1_0000
    entries[form] = Entry(id: id, bytes: bytes, lastUse: frame)
    byteCount += bytes
    return id
  }

  /// Removes pictures beyond the limits, the least recently used first.
  ///
  /// - Parameter keepsUnused: whether the terminal stores pictures that are not on the screen.
  ///   kitty before 0.28 removes all of them when asked to remove one; then all are removed here,
  ///   too.
  /// - Returns: the IDs of the removed pictures.
  mutating func removeSurplus(keepsUnused: Bool) -> [UInt32] {
    guard hasSurplus else { return [] }
    guard keepsUnused else {
      let unused = entries.filter { $0.value.lastUse < frame }
      for (form, entry) in unused {
        entries[form] = nil
        byteCount -= entry.bytes
      }
      return unused.values.map(\.id).sorted()
    }
    var removed: [UInt32] = []
    while hasSurplus,
      let oldest = entries.min(by: { $0.value.lastUse < $1.value.lastUse }),
      oldest.value.lastUse < frame
    {
      entries[oldest.key] = nil
      byteCount -= oldest.value.bytes
      removed.append(oldest.value.id)
    }
    return removed
  }

  /// Removes all pictures; returns their IDs.
  mutating func removeAll() -> [UInt32] {
    defer {
      entries = [:]
      byteCount = 0
    }
    return entries.values.map(\.id).sorted()
  }
}
