import FireflyTransfer
import Foundation

/// The bytes of a file in their order, unpacked if gzip has compressed them; only a piece is in memory.
package final class ArchiveStream {
  /// Bytes of compressed data that are unpacked at once: they may become a thousand times as many.
  private static let step = 4 << 10

  private let more: () throws -> Data
  private let inflater: Inflater?
  /// What was read of the file and isn't unpacked yet.
  private var packed: Data
  private var bytes: [UInt8] = []
  private var place = 0
  private var isOver = false

  /// Begins.
  ///
  /// - Parameters:
  ///   - start: what has been read of the file, at least two bytes.
  ///   - more: returns the next bytes; empty at the end.
  /// - Throws: `ImportError` if it is compressed and zlib is missing.
  package init(
    _ start: Data, more: @escaping () throws -> Data = { Data() }
  ) throws(ImportError) {
    (packed, self.more) = (start, more)
    inflater = GzipFile.isOne(start) ? try Inflater() : nil
  }

  /// Begins with a file of a zip archive.
  ///
  /// - Parameters:
  ///   - size: its probable bytes if it is deflated; nil if it is stored.
  ///   - more: returns the next bytes; empty at the end.
  /// - Throws: `ImportError` if zlib is missing.
  init(deflated size: Int?, more: @escaping () throws -> Data) throws(ImportError) {
    (packed, self.more) = (Data(), more)
    inflater =
      if let size { try Inflater(window: -15, room: min(256 << 10, max(size, 1_024))) } else { nil }
  }

  /// Returns the next bytes: fewer than asked for at the end only.
  ///
  /// - Throws: `ImportError` if the data is damaged, and what reading the file throws.
  func read(_ count: Int) throws -> ArraySlice<UInt8> {
    while bytes.count - place < count, try fill() {}
    let piece = bytes[place...].prefix(count)
    place = piece.endIndex
    return piece
  }

  /// Adds a piece; returns whether there may be more.
  private func fill() throws -> Bool {
    guard !isOver else { return false }
    if packed.isEmpty { packed = try more() }
    guard !packed.isEmpty else {
      isOver = true
      try inflater?.end()
      return false
    }
    bytes.removeFirst(place)
    place = 0
    let piece = packed.prefix(inflater == nil ? packed.count : Self.step)
    packed = packed.dropFirst(piece.count)
    guard let inflater else {
      bytes += piece
      return true
    }
    try inflater.add(piece) { bytes throws(ImportError) in self.bytes += bytes }
    return true
  }
}
