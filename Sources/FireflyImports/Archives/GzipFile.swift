import FireflyTransfer
import Foundation

/// Data compressed by gzip.
package enum GzipFile {
  /// Returns whether data begins like such a file.
  package static func isOne(_ data: Data) -> Bool { data.prefix(2).elementsEqual([0x1F, 0x8B]) }

  /// Unpacks data, all members of it.
  ///
  /// - Parameters:
  ///   - data: the compressed data.
  ///   - limit: maximum bytes of the result.
  /// - Returns: the bytes.
  package static func unpacked(_ data: Data, limit: Int) throws(ImportError) -> Data {
    let inflater = try Inflater()
    var output = Data()
    try inflater.add(data) { bytes throws(ImportError) in
      output.append(contentsOf: bytes)
      if output.count > limit { throw .tooLarge(limit: limit) }
    }
    try inflater.end()
    return output
  }

  /// Returns what unpacked data begins with, of the beginning of the compressed data.
  package static func beginning(of start: Data) -> Data {
    var output = Data()
    try? Inflater().add(start) { bytes in output.append(contentsOf: bytes) }
    return output
  }
}
