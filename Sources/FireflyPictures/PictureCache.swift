/// Values by their keys, the least recently used dropped once they take too many bytes together.
public struct PictureCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private struct Entry: Sendable {
    var value: Value
    var bytes: Int
    var lastUse: UInt64
  }

  /// Bytes that all values may take together.
  public let limit: Int
  /// Bytes that they take.
  public private(set) var byteCount = 0
  private var entries: [Key: Entry] = [:]
  private var clock: UInt64 = 0

  /// An empty cache; by default of 50 MB.
  public init(limit: Int = 50 << 20) { self.limit = limit }

  /// How many values there are.
  public var count: Int { entries.count }

  /// The value of a key, which is thereby used; nil if there is none.
  public mutating func value(for key: Key) -> Value? {
    clock += 1
    entries[key]?.lastUse = clock
    return entries[key]?.value
  }

  /// Keeps a value, and drops others if there is no room; drops the value itself if it is larger
  /// than the limit.
  public mutating func insert(_ value: Value, bytes: Int, for key: Key) {
    remove(key)
    guard bytes <= limit else { return }
    clock += 1
    entries[key] = Entry(value: value, bytes: bytes, lastUse: clock)
    byteCount += bytes
    while byteCount > limit, let oldest = entries.min(by: { $0.value.lastUse < $1.value.lastUse }) {
      remove(oldest.key)
    }
  }

  /// Drops the value of a key, if there is one.
  public mutating func remove(_ key: Key) {
    guard let entry = entries.removeValue(forKey: key) else { return }
    byteCount -= entry.bytes
  }

  /// Drops all values.
  public mutating func removeAll() {
    entries = [:]
    byteCount = 0
  }
}
