import FireflyAPI
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
  public static func unpacked(_ data: Data, limit: Int) throws -> Data {
    try ArchiveStream(data).all(limit: limit)
  }

  /// Unpacks a feed.
  ///
  /// - Parameters:
  ///   - data: the compressed data.
  ///   - limit: maximum bytes of the result.
  /// - Returns: the bytes; nil if they are damaged or too many.
  /// - Throws: `APIError` if libarchive is missing.
  public static func ofFeed(_ data: Data, limit: Int) throws(APIError) -> Data? {
    do {
      return try unpacked(data, limit: limit)
    } catch ImportError.missingLibrary {
      throw .missingLibrary("\(ImportError.missingLibrary)")
    } catch {
      return nil
    }
  }
}
