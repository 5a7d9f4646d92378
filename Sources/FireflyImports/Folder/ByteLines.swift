/// The lines of some bytes, each with its line break.
struct ByteLines: Sequence, IteratorProtocol {
  /// The bytes after the last line.
  private(set) var rest: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

  mutating func next() -> ArraySlice<UInt8>? {
    guard !rest.isEmpty else { return nil }
    let end = rest.firstIndex(of: 0x0A).map { $0 + 1 } ?? rest.endIndex
    defer { rest = rest[end...] }
    return rest[..<end]
  }
}

extension ArraySlice<UInt8> {
  /// A line without its line break.
  var withoutBreak: ArraySlice<UInt8> {
    let line = last == 0x0A ? dropLast() : self
    return line.last == 0x0D ? line.dropLast() : line
  }
}
