import FireflyTransfer
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
    let inflater = try Inflater(window: window, room: min(256 << 10, max(expected, 1_024)))
    var output = Data()
    try inflater.add(data) { bytes throws(ImportError) in
      output.append(contentsOf: bytes)
      if output.count > limit { throw .tooLarge(limit: limit) }
    }
    try inflater.end()
    return output
  }

  /// Returns what unpacked data begins with, of the beginning of the compressed data.
  public static func beginning(of start: Data) -> Data {
    var output = Data()
    try? Inflater().add(start) { bytes in output.append(contentsOf: bytes) }
    return output
  }
}
