import Foundation

/// Decodes the transfer encodings of mails (RFC 2045).
enum TransferEncoding {
  /// Decodes a body; unknown encodings change nothing.
  static func decode(_ bytes: ArraySlice<UInt8>, _ name: String?) -> [UInt8] {
    switch name?.trimmingCharacters(in: .whitespaces).lowercased() {
    case "quoted-printable": quotedPrintable(bytes)
    case "base64": base64Lines(bytes)
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

  /// Decodes base64, as far as it goes; other characters are ignored.
  static func base64(_ bytes: some Collection<UInt8>) -> [UInt8] {
    var code = bytes.filter(isBase64)
    // The rest of what was cut short: a single letter has no whole byte.
    if code.count % 4 == 1 { code.removeLast() }
    code += Array(repeating: padding, count: (4 - code.count % 4) % 4)
    return Data(base64Encoded: Data(code)).map(Array.init) ?? []
  }

  /// Decodes the lines of a body in base64.
  ///
  /// Mailing lists append texts, which are no base64: after the last line of it, a text goes on as it is.
  private static func base64Lines(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    var end = bytes.startIndex
    for line in ByteLines(bytes) {
      let code = line.withoutBreak.drop { $0 == 0x20 }
      guard let last = code.lastIndex(where: { $0 != 0x20 && $0 != 0x09 }) else { continue }
      let letters = code[...last].drop(while: isBase64)
      guard letters.allSatisfy({ $0 == padding }) else { break }
      end = line.endIndex
      if !letters.isEmpty { break }
    }
    let data = base64(bytes[..<end])
    let rest = bytes[end...].drop { $0 <= 0x20 }
    guard !rest.isEmpty, data.areText else { return data }
    return data.isEmpty ? Array(rest) : data + [0x0A, 0x0A] + rest
  }

  private static let padding = UInt8(ascii: "=")

  private static func isBase64(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2B, 0x2F: true
    default: false
    }
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
