import Foundation

/// Where the bytes of an archive come from.
protocol ArchiveSource: AnyObject {
  /// Returns the next bytes, at most so many; none at the end.
  ///
  /// - Throws: what reading the file throws.
  func read(_ limit: Int) throws -> Data

  /// Goes to a place, as `lseek` does; returns it, or nil if that can't be done.
  func seek(_ offset: Int, from origin: Int32) -> Int?
}

/// The bytes of a zip archive, which are read where they are needed.
public final class ArchiveBytes: ArchiveSource {
  private let file: FileHandle?
  private let data: Data
  private let count: Int
  private var place = 0

  /// The bytes of data.
  public init(_ data: Data) { (self.data, file, count) = (data, nil, data.count) }

  /// The bytes of a file.
  ///
  /// - Throws: Foundation's error if it can't be read.
  public init(_ file: FileHandle) throws {
    (data, self.file, count) = (Data(), file, Int(clamping: try file.seekToEnd()))
    try file.seek(toOffset: 0)
  }

  func read(_ limit: Int) throws -> Data {
    let piece =
      if let file {
        try file.read(upToCount: limit) ?? Data()
      } else {
        data.dropFirst(place).prefix(limit)
      }
    place += piece.count
    return piece
  }

  func seek(_ offset: Int, from origin: Int32) -> Int? {
    let start = origin == SEEK_SET ? 0 : origin == SEEK_CUR ? place : count
    let (target, isTooFar) = start.addingReportingOverflow(offset)
    guard !isTooFar, 0...count ~= target,
      (try? file?.seek(toOffset: UInt64(target))) != nil || file == nil
    else { return nil }
    place = target
    return target
  }
}
