/// An in-memory cache that evicts the least recently used values to stay below a size limit.
package struct PictureCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private struct Entry: Sendable {
    var value: Value
    var bytes: Int
    var lastUse: UInt64
  }

  /// Maximum total size of all values in bytes.
  package let limit: Int
  /// Total size of all values in bytes.
  package private(set) var byteCount = 0
  private var entries: [Key: Entry] = [:]
  private var clock: UInt64 = 0

  /// Creates an empty cache; by default of 50 MB.
  package init(limit: Int = 50 << 20) { self.limit = limit }

  /// Number of values.
  package var count: Int { entries.count }

  /// Returns the value of a key and marks it as used; nil if there is none.
  package mutating func value(for key: Key) -> Value? {
    guard let index = entries.index(forKey: key) else { return nil }
    clock += 1
    entries.values[index].lastUse = clock
    return entries.values[index].value
  }

  /// Inserts a value and evicts others if necessary; drops a value that is larger than the limit.
  package mutating func insert(_ value: Value, bytes: Int, for key: Key) {
    remove(key)
    guard bytes <= limit else { return }
    clock += 1
    entries[key] = Entry(value: value, bytes: bytes, lastUse: clock)
    byteCount += bytes
    while byteCount > limit, let oldest = entries.min(by: { $0.value.lastUse < $1.value.lastUse }) {
      remove(oldest.key)
    }
  }

  /// Removes the value of a key, if there is one.
  package mutating func remove(_ key: Key) {
    guard let entry = entries.removeValue(forKey: key) else { return }
    byteCount -= entry.bytes
  }

  /// Removes all values.
  package mutating func removeAll() {
    entries = [:]
    byteCount = 0
  }
}
