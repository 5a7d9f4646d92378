import Foundation

/// Decodes the transfer encodings of mails (RFC 2045).
enum TransferEncoding {
  /// Decodes a body; unknown encodings change nothing.
  static func decode(_ bytes: ArraySlice<UInt8>, _ name: String?) -> [UInt8] {
    switch name?.trimmingCharacters(in: .whitespaces).lowercased() {
    case "quoted-printable": quotedPrintable(bytes)
    case "base64": base64(bytes)
    default: Array(bytes)
    }
  }

  /// Decodes quoted-printable; invalid sequences stay.
  ///
  /// - Parameters:
  ///   - bytes: the encoded bytes.
  ///   - isHeader: whether an underscore is a space, as in headers (RFC 2047).
  /// - Returns: the decoded bytes.
  static func quotedPrintable(_ bytes: ArraySlice<UInt8>, isHeader: Bool = false) -> [UInt8] {
    var output: [UInt8] = []
    output.reserveCapacity(bytes.count)
    var index = bytes.startIndex
    while index < bytes.endIndex {
      let byte = bytes[index]
      index += 1
      if byte == 0x5F, isHeader {
        output.append(0x20)
      } else if byte == 0x3D {
        let rest = bytes[index...].prefix(2)
        if let high = rest.first.flatMap(hex), let low = rest.dropFirst().first.flatMap(hex) {
          output.append(high << 4 | low)
          index += 2
        } else if let end = softBreak(bytes[index...]) {
          index = end
        } else {
          output.append(byte)
        }
      } else {
        output.append(byte)
      }
    }
    return output
  }

  /// Decodes base64; other characters are ignored.
  static func base64(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    Data(base64Encoded: Data(bytes), options: .ignoreUnknownCharacters).map(Array.init) ?? []
  }

  /// Returns the end of a soft line break after `=`.
  private static func softBreak(_ bytes: ArraySlice<UInt8>) -> Int? {
    let rest = bytes.drop { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }
    if rest.isEmpty { return bytes.endIndex }
    return rest.first == 0x0A ? rest.startIndex + 1 : nil
  }

  private static func hex(_ byte: UInt8) -> UInt8? {
    Character(UnicodeScalar(byte)).hexDigitValue.map(UInt8.init)
  }
}
