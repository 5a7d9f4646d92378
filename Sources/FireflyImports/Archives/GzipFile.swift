import CGzip
import FireflyServer
import Foundation

/// Data compressed by gzip.
public enum GzipFile {
  /// Returns whether data begins like such a file.
  public static func isOne(_ data: Data) -> Bool { data.prefix(2).elementsEqual([0x1F, 0x8B]) }

  /// Unpacks data, all members of it.
  ///
  /// - Parameters:
  ///   - data: the compressed data.
  ///   - limit: maximum bytes of the result.
  /// - Returns: the bytes.
  /// - Throws: `ImportError`.
  public static func unpacked(_ data: Data, limit: Int) throws(ImportError) -> Data {
    // 16 + 15: gzip, with the largest window.
    try inflated(data, limit: limit, window: 31)
  }

  /// Unpacks data that has been deflated, as in zip archives.
  ///
  /// - Parameters:
  ///   - data: the compressed data.
  ///   - limit: maximum bytes of the result.
  ///   - expected: probable bytes of the result.
  ///   - window: the format, as zlib counts them.
  /// - Returns: the bytes.
  /// - Throws: `ImportError`.
  static func inflated(
    _ data: Data, limit: Int, expected: Int = .max, window: Int32 = -15
  ) throws(ImportError) -> Data {
    guard let library = firefly_gzip()?.pointee else {
      throw .damaged(place: "document", reason: "zlib is missing, which unpacks .gz files")
    }
    var output = Data()
    var stream = z_stream()
    let size = Int32(MemoryLayout<z_stream>.size)
    guard library.inflateInit2_(&stream, window, "1", size) == Z_OK else {
      throw .damaged(place: "document", reason: "zlib can't be used")
    }
    defer { _ = library.inflateEnd(&stream) }
    var buffer = [UInt8](repeating: 0, count: min(256 << 10, max(expected, 1_024)))
    let failure: ImportError? = data.withUnsafeBytes { bytes -> ImportError? in
      guard let start = bytes.baseAddress else { return nil }
      stream.next_in = start.assumingMemoryBound(to: UInt8.self)
      stream.avail_in = UInt32(clamping: bytes.count)
      while true {
        let status = buffer.withUnsafeMutableBufferPointer { room in
          stream.next_out = room.baseAddress
          stream.avail_out = UInt32(room.count)
          return library.inflate(&stream, Int32(Z_NO_FLUSH))
        }
        output.append(contentsOf: buffer[..<(buffer.count - Int(stream.avail_out))])
        if output.count > limit { return .tooLarge(limit: limit) }
        if status == Z_STREAM_END {
          // Several files may have been joined.
          guard stream.avail_in > 0, library.inflateReset(&stream) == Z_OK else { return nil }
        } else if status != Z_OK {
          let reason = stream.avail_in == 0 ? "it ends in the middle" : "it is not a gzip file"
          return .damaged(place: "document", reason: reason)
        }
      }
    }
    if let failure { throw failure }
    return output
  }
}
