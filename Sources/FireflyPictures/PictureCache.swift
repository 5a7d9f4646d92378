/// Values by their keys, the least recently used dropped once they take too many bytes together.
public struct PictureCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  @usableFromInline struct Entry: Sendable {
    @usableFromInline var value: Value
    @usableFromInline var bytes: Int
    @usableFromInline var lastUse: UInt64
  }

  /// Bytes that all values may take together.
  public let limit: Int
  /// Bytes that they take.
  public private(set) var byteCount = 0
  @usableFromInline var entries: [Key: Entry] = [:]
  @usableFromInline var clock: UInt64 = 0

  /// An empty cache; by default of 50 MB.
  public init(limit: Int = 50 << 20) { self.limit = limit }

  /// How many values there are.
  public var count: Int { entries.count }

  /// The value of a key, which is thereby used; nil if there is none.
  ///
  /// Inlined, because it is asked for every picture of every frame.
  @inlinable
  public mutating func value(for key: Key) -> Value? {
    guard let index = entries.index(forKey: key) else { return nil }
    clock += 1
    entries.values[index].lastUse = clock
    return entries.values[index].value
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
