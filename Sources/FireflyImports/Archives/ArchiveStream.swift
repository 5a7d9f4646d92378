import FireflyTransfer
import Foundation

/// The bytes of a file in their order, unpacked if gzip has compressed them; only a piece is in memory.
public final class ArchiveStream: ArchiveSource {
  /// The bytes as they are in the file.
  private final class Packed: ArchiveSource {
    private var rest: Data
    private let more: () throws -> Data

    init(_ start: Data, _ more: @escaping () throws -> Data) { (rest, self.more) = (start, more) }

    func read(_ limit: Int) throws -> Data {
      if rest.isEmpty { rest = try more() }
      defer { rest = rest.dropFirst(limit) }
      return rest.prefix(limit)
    }

    func seek(_ offset: Int, from origin: Int32) -> Int? { nil }
  }

  /// Whether gzip has compressed the file.
  public let isCompressed: Bool
  private let packed: Packed
  private let reader: ArchiveReader?
  private var hasBegun = false
  /// What was looked at, and is read again.
  private var known = Data()

  /// Begins.
  ///
  /// - Parameters:
  ///   - start: what has been read of the file, at least two bytes.
  ///   - more: returns the next bytes; empty at the end.
  /// - Throws: `ImportError` if it is compressed and libarchive is missing.
  public init(
    _ start: Data, more: @escaping () throws -> Data = { Data() }
  ) throws(ImportError) {
    packed = Packed(start, more)
    isCompressed = GzipFile.isOne(start)
    reader = isCompressed ? try ArchiveReader(.gzip, packed) : nil
  }

  /// Returns the first bytes, which are read again: fewer than asked for if there aren't more.
  ///
  /// - Throws: as `read`.
  public func beginning(_ count: Int) throws -> Data {
    while known.count < count {
      let piece = try next()
      if piece.isEmpty { break }
      known += piece
    }
    return known
  }

  /// Returns the next bytes, at most so many; none at the end.
  ///
  /// - Throws: `ImportError` if the data is damaged, and what reading the file throws.
  public func read(_ limit: Int) throws -> Data {
    if known.isEmpty { known = try next() }
    defer { known = known.dropFirst(limit) }
    return known.prefix(limit)
  }

  /// Returns all bytes.
  ///
  /// - Throws: `ImportError` if there are more than the limit, and as `read`.
  public func all(limit: Int) throws -> Data {
    var data = Data()
    while true {
      let piece = try read(ArchiveReader.pieceSize)
      if piece.isEmpty { return data }
      data += piece
      if data.count > limit { throw ImportError.tooLarge(limit: limit) }
    }
  }

  func seek(_ offset: Int, from origin: Int32) -> Int? { nil }

  private func next() throws -> Data {
    guard let reader else { return try packed.read(.max) }
    if !hasBegun { _ = try reader.next() }
    hasBegun = true
    if let piece = try reader.piece() { return Data(piece) }
    guard reader.problem == nil else {
      throw ImportError.damaged(place: "document", reason: "the gzip file is damaged or cut")
    }
    return Data()
  }
}
