import Foundation

/// Decodes text in other character sets than UTF-8, with iconv.
public enum Charset {
  /// Supersets of character sets, which mails and pages use under the names of the smaller ones.
  private static let supersets = [
    "iso-8859-1": "windows-1252", "gb2312": "gb18030", "gbk": "gb18030", "euc-kr": "cp949",
    "ks_c_5601-1987": "cp949", "shift_jis": "cp932", "iso-2022-jp": "iso-2022-jp-3",
  ]

  /// Returns the character set that a header or the beginning of a page names; nil for none.
  ///
  /// - Parameters:
  ///   - text: the header or the beginning.
  ///   - word: the word before the name, in lower case.
  /// - Returns: the name in lower case.
  static func named(in text: String, after word: String = "charset=") -> String? {
    let text = text.lowercased()
    let name = text.firstRange(of: word).map { range in
      text[range.upperBound...].drop { $0 == "\"" || $0 == "'" }
        .prefix { $0.isLetter || $0.isNumber || "-_".contains($0) }
    }
    return name.flatMap { $0.isEmpty ? nil : String($0) }
  }

  /// Whether each byte of a character set may be a character of its own, so that any text is valid.
  public static func isSingleByte(_ name: String) -> Bool {
    let name = name.lowercased()
    return ["iso-8859", "windows-125", "koi8", "cp125", "latin", "mac", "us-ascii"].contains {
      name.hasPrefix($0)
    }
  }

  /// Decodes bytes; as UTF-8 or else Windows-1252 if the name is unknown or wrong.
  ///
  /// A byte order mark takes precedence over the name. Invalid bytes become U+FFFD.
  ///
  /// - Parameters:
  ///   - bytes: the text.
  ///   - name: the name of its character set; nil for UTF-8.
  /// - Returns: the text.
  public static func decode(_ bytes: [UInt8], _ name: String?) -> String {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return decode(Array(bytes.dropFirst(3)), "utf-8") }
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]),
      let text = convert(bytes, from: "utf-16")
    {
      return text
    }
    let name = (name ?? "utf-8").lowercased()
    if name != "utf-8", name != "us-ascii",
      let text = supersets[name].flatMap({ convert(bytes, from: $0) })
        ?? convert(bytes, from: name), isMostlyValid(text)
    {
      return text
    }
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    let text = String(decoding: bytes, as: UTF8.self)
    return isMostlyValid(text) ? text : convert(bytes, from: "windows-1252") ?? text
  }

  /// Whether no more characters are replaced than others are beyond ASCII.
  private static func isMostlyValid(_ text: String) -> Bool {
    var balance = 0
    for scalar in text.unicodeScalars where !scalar.isASCII {
      balance += scalar == "\u{FFFD}" ? -1 : 1
    }
    return balance >= 0
  }

  private static func convert(_ bytes: [UInt8], from name: String) -> String? {
    let isPlain = name.utf8.allSatisfy {
      $0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A || $0 >= 0x30 && $0 <= 0x39 || "-_.:".utf8.contains($0)
    }
    guard isPlain, name.utf8.count <= 40, let converter = iconv_open("UTF-8", name),
      Int(bitPattern: converter) != -1
    else { return nil }
    defer { iconv_close(converter) }
    var output = [UInt8](repeating: 0, count: bytes.count * 4 + 16)
    let length = output.count
    var input = bytes.map { CChar(bitPattern: $0) }
    let written = input.withUnsafeMutableBufferPointer { input -> Int? in
      output.withUnsafeMutableBytes { output -> Int? in
        var (from, left) = (input.baseAddress, input.count)
        var (to, room) = (output.bindMemory(to: CChar.self).baseAddress, length)
        while iconv(converter, &from, &left, &to, &room) == -1 {
          guard [EILSEQ, EINVAL].contains(errno), left > 0, room > 2, let byte = from?.pointee
          else { return nil }
          for (place, byte) in "\u{FFFD}".utf8.enumerated() {
            to?[place] = CChar(bitPattern: byte)
          }
          (to, room) = (to.map { $0 + 3 }, room - 3)
          let skipped = min(left, width(of: UInt8(bitPattern: byte), in: name))
          (from, left) = (from.map { $0 + skipped }, left - skipped)
        }
        // Some converters keep the last character until here.
        return iconv(converter, nil, nil, &to, &room) == -1 ? nil : length - room
      }
    }
    return written.map { String(decoding: output[..<$0], as: UTF8.self) }
  }

  /// Returns how many bytes to skip for an invalid character.
  private static func width(of byte: UInt8, in name: String) -> Int {
    if name.hasPrefix("utf-16") { return 2 }
    if name.hasPrefix("utf-32") { return 4 }
    return name.hasPrefix("iso-2022") && (0x21...0x7E).contains(byte) ? 2 : 1
  }
}
