import Foundation

/// Decodes text in other character sets than UTF-8, with iconv.
package enum Charset {
  /// Supersets of character sets, which mails and pages use under the names of the smaller ones.
  private static let supersets = [
    "iso-8859-1": "windows-1252", "gb2312": "gb18030", "gbk": "gb18030", "euc-kr": "cp949",
    "ks_c_5601-1987": "cp949", "shift_jis": "cp932", "iso-2022-jp": "iso-2022-jp-3",
  ]

  /// Names that iconv doesn't know, from the labels of the WHATWG's Encoding Standard, and what it calls
  /// these character sets.
  private static let aliases = [
    "iso-8859-6": ["csiso88596e", "csiso88596i", "iso-8859-6-e", "iso-8859-6-i"],
    "iso-8859-7": ["sun_eu_greek"],
    "iso-8859-8": [
      "csiso88598e", "csiso88598i", "iso-8859-8-e", "iso-8859-8-i", "logical", "visual",
    ],
    "iso-8859-15": ["csisolatin9"], "koi8-r": ["koi", "koi8", "koi8_r"],
    "macintosh": ["x-mac-roman"], "mac-cyrillic": ["x-mac-cyrillic", "x-mac-ukrainian"],
    "cp874": ["dos-874", "iso-8859-11", "iso8859-11", "iso885911", "tis-620", "windows-874"],
    "windows-1250": ["x-cp1250"], "windows-1251": ["x-cp1251"], "windows-1252": ["x-cp1252"],
    "windows-1253": ["x-cp1253"], "windows-1254": ["x-cp1254"], "windows-1255": ["x-cp1255"],
    "windows-1256": ["x-cp1256"], "windows-1257": ["x-cp1257"], "windows-1258": ["x-cp1258"],
    "gb18030": [
      "chinese", "csgb2312", "csiso58gb231280", "gb_2312", "gb_2312-80", "gb2312_charset",
      "iso-ir-58", "x-gbk",
    ],
    "big5-hkscs": ["csbig5", "x-big5", "x-x-big5"],
    "euc-jp": ["x-euc-jp"], "cp932": ["ms932", "ms_kanji", "sjis", "windows-932", "x-sjis"],
    "cp949": [
      "csksc56011987", "iso-ir-149", "korean", "ks_c_5601-1989", "ksc5601", "ksc_5601",
      "windows-949", "x-euc-kr", "x-windows-949",
    ],
    "utf-8": ["unicode-1-1-utf-8", "unicode11utf8", "unicode20utf8", "utf8mb4", "x-unicode20utf8"],
    "utf-16le": ["iso-10646-ucs-2", "unicodefeff"], "utf-16be": ["unicodefffe"],
    "utf-7": ["unicode-1-1-utf-7"],
  ]

  private static let canonical: [String: String] = aliases.reduce(into: supersets) { names, entry in
    for alias in entry.value { names[alias] = entry.key }
  }

  /// Returns the character set that a header or the beginning of a text names; nil for none.
  ///
  /// - Parameters:
  ///   - text: the header, or the text.
  ///   - word: the word before the name, in lower case.
  ///   - limit: how many bytes of the text are searched.
  /// - Returns: the name in lower case.
  package static func named(
    in text: some Sequence<UInt8>, after word: String = "charset=", within limit: Int = 2_048
  ) -> String? {
    let text = String(decoding: Array(text.prefix(limit)), as: UTF8.self).lowercased()
    let name = text.firstRange(of: word).map { range in
      text[range.upperBound...].drop { "\"' ".contains($0) }
        .prefix { $0.isLetter || $0.isNumber || "-_.:".contains($0) }
    }
    return name.flatMap { $0.isEmpty ? nil : String($0) }
  }

  /// Whether each byte of a character set may be a character of its own, so that any text is valid.
  package static func isSingleByte(_ name: String) -> Bool {
    let name = name.lowercased()
    return ["iso-8859", "windows-125", "koi8", "cp125", "latin", "mac", "us-ascii"].contains {
      name.hasPrefix($0)
    }
  }

  /// Decodes bytes; as UTF-8 or else Windows-1252 if the name is unknown or wrong.
  ///
  /// A byte order mark takes precedence over the name, and so does valid UTF-8 over a character set of single bytes.
  /// Invalid bytes become U+FFFD.
  ///
  /// - Parameters:
  ///   - bytes: the text.
  ///   - name: the name of its character set; nil for UTF-8.
  /// - Returns: the text.
  package static func decode(_ bytes: [UInt8], _ name: String?) -> String {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return decode(Array(bytes.dropFirst(3)), "utf-8") }
    if hasMarkOfUTF16(bytes), let text = convert(bytes, from: "utf-16") { return text }
    let name = (name ?? "utf-8").lowercased()
    if name == "hz-gb-2312", let text = convert(unpacked(hz: bytes), from: "gb18030") {
      return text
    }
    // Many feeds and mails in UTF-8 are said to be in Latin-1 or GB 2312. Hardly any text in these is valid UTF-8 by
    // chance.
    let likely =
      name.hasPrefix("utf-") || bytes.allSatisfy { $0 < 0x80 }
      ? nil : String(validating: bytes, as: UTF8.self)
    if let likely, isSingleByte(name) || isHardlyChance(likely) { return likely }
    if name != "utf-8", name != "us-ascii",
      let text = canonical[name].flatMap({ convert(bytes, from: $0) })
        ?? convert(bytes, from: name), isMostlyValid(text)
    {
      return likely != nil && text.unicodeScalars.contains("\u{FFFD}") ? likely ?? text : text
    }
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    let text = String(decoding: bytes, as: UTF8.self)
    return isMostlyValid(text) ? text : convert(bytes, from: "windows-1252") ?? text
  }

  /// Whether bytes may be a text in any character set but UTF-16 without a byte order mark: no text has a NUL.
  package static func isText(_ bytes: Data) -> Bool {
    hasMarkOfUTF16(bytes) || !bytes.prefix(8_192).contains(0)
  }

  /// Whether the character set of a text is no guess: by a byte order mark, or because it is valid UTF-8.
  package static func isEvident(in bytes: Data) -> Bool {
    hasMarkOfUTF16(bytes) || String(validating: bytes, as: UTF8.self) != nil
  }

  private static func hasMarkOfUTF16(_ bytes: some Sequence<UInt8>) -> Bool {
    bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF])
  }

  /// Whether a character set is known by a name.
  package static func isKnown(_ name: String) -> Bool {
    let name = name.lowercased()
    return name == "hz-gb-2312" || convert([], from: canonical[name] ?? name) != nil
  }

  /// Returns text of HZ, which has Chinese between `~{` and `~}` in bytes of ASCII (RFC 1843), as GB 2312.
  private static func unpacked(hz bytes: [UInt8]) -> [UInt8] {
    var (output, isChinese, place): ([UInt8], Bool, Int) = ([], false, 0)
    while place < bytes.count {
      let (byte, next) = (bytes[place], place + 1 < bytes.count ? bytes[place + 1] : 0)
      place += 1
      // Chinese ends with its line at the latest.
      if byte == 0x0A { isChinese = false }
      switch (byte, next) {
      case (0x7E, 0x7B), (0x7E, 0x7D):
        isChinese = next == 0x7B
        place += 1
      case (0x7E, 0x7E) where !isChinese:
        output.append(byte)
        place += 1
      case (0x7E, 0x0A) where !isChinese: place += 1
      default: output.append(isChinese && byte > 0x20 ? byte | 0x80 : byte)
      }
    }
    return output
  }

  /// Whether a text that is valid UTF-8 is hardly so by chance, in a character set of several bytes a letter.
  ///
  /// One in six common characters of GB 2312 has two bytes that are a letter in UTF-8, and words of four such as
  /// 踏踏实实 repeat them: five of them are no chance, nor are letters of three bytes, nor those of Western Europe within a word: `José`.
  private static func isHardlyChance(_ text: String) -> Bool {
    let long = text.unicodeScalars.count { $0.value >= 0x800 }
    let short = text.unicodeScalars.count { !$0.isASCII } - long
    let words = text.split { !$0.isLetter }.filter { $0.utf8.contains { $0 >= 0x80 } }
    return long > short || short > 4
      || !words.isEmpty
        && words.allSatisfy { word in
          word.unicodeScalars.allSatisfy { $0.value < 0x100 }
            && word.utf8.contains { (0x61...0x7A).contains($0) }
        }
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
