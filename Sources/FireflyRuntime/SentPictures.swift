import FireflyPictures

/// The pictures that a terminal with the kitty protocol keeps for us, by their numbers there.
struct SentPictures {
  /// Pictures, and bytes of files, that the terminal is left with at most.
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

  /// None yet.
  ///
  /// - Parameter seed: tells programs apart that share a terminal: the process's number.
  init(seed: UInt32) {
    // At least 0x10000, so that no part of it can be taken for a colour of the palette.
    firstID = (seed % 0xFE + 1) << 16
    nextID = firstID
  }

  /// A frame begins: what is used from now on is not let go of until the next.
  mutating func beginFrame() { frame += 1 }

  /// The number of a picture that was sent, which is thereby used.
  mutating func use(_ form: SharpRendering) -> UInt32? {
    entries[form]?.lastUse = frame
    return entries[form]?.id
  }

  /// Gives a picture a number.
  mutating func insert(_ form: SharpRendering, bytes: Int) -> UInt32 {
    let id = nextID
    nextID = firstID + (nextID - firstID + 1) % 0x1_0000
    entries[form] = Entry(id: id, bytes: bytes, lastUse: frame)
    byteCount += bytes
    return id
  }

  /// Takes out what there is no room for, the least recently used first; returns the numbers.
  ///
  /// - Parameter keepsUnused: whether the terminal keeps pictures that it shows nowhere. kitty before
  ///   0.28 forgets all of them when asked to forget one: then none is relied on.
  /// - Returns: the numbers of those that were taken out.
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

  /// Takes everything out; returns the numbers.
  mutating func removeAll() -> [UInt32] {
    defer {
      entries = [:]
      byteCount = 0
    }
    return entries.values.map(\.id).sorted()
  }
}
