import FireflyTransfer
import Foundation

/// The bytes of a zip archive, which are read where they are needed.
package final class ArchiveBytes {
  /// Bytes around a place that are kept for the next ones.
  private static let window = 64 << 10

  /// The number of bytes.
  let count: Int
  private let file: FileHandle?
  private let data: Data
  private var (kept, start): ([UInt8], Int) = ([], 0)

  /// The bytes of data.
  package init(_ data: Data) { (self.data, file, count) = (data, nil, data.count) }

  /// The bytes of a file.
  ///
  /// - Throws: Foundation's error if it can't be read.
  package init(_ file: FileHandle) throws {
    (data, self.file, count) = (Data(), file, Int(clamping: try file.seekToEnd()))
  }

  /// The first bytes, by which a format is recognised.
  var beginning: Data { get throws { try read(0..<min(4, count)) } }

  /// Returns the bytes of a range, and keeps those behind it.
  ///
  /// - Throws: as `read`.
  func bytes(_ range: Range<Int>) throws -> ArraySlice<UInt8> {
    if range.lowerBound < start || range.upperBound > start + kept.count {
      let end = max(range.upperBound, min(range.lowerBound + Self.window, count))
      kept = Array(try read(range.lowerBound..<end))
      start = range.lowerBound
    }
    return kept[(range.lowerBound - start)..<(range.upperBound - start)]
  }

  /// Reads the bytes of a range.
  ///
  /// - Throws: `ImportError` if the archive ends before, Foundation's error if it can't be read.
  func read(_ range: Range<Int>) throws -> Data {
    guard range.lowerBound >= 0, range.upperBound <= count else { throw ZipEntries.damaged }
    guard let file else { return data.dropFirst(range.lowerBound).prefix(range.count) }
    try file.seek(toOffset: UInt64(range.lowerBound))
    let bytes = try file.read(upToCount: range.count) ?? Data()
    guard bytes.count == range.count else { throw ZipEntries.damaged }
    return bytes
  }
}
