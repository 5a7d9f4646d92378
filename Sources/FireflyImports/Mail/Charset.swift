import Foundation

/// Decodes text in other character sets than UTF-8, with iconv.
enum Charset {
  /// Decodes bytes; as UTF-8 or else Windows-1252 if the name is unknown or wrong.
  ///
  /// A byte order mark takes precedence over the name.
  static func decode(_ bytes: [UInt8], _ name: String?) -> String {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return decode(Array(bytes.dropFirst(3)), "utf-8") }
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]),
      let text = convert(bytes, from: "utf-16")
    {
      return text
    }
    let name = (name ?? "utf-8").lowercased()
    if name != "utf-8", name != "us-ascii", let text = convert(bytes, from: name) { return text }
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    return convert(bytes, from: "windows-1252") ?? convert(bytes, from: "iso-8859-1")
      ?? String(decoding: bytes, as: UTF8.self)
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
        return iconv(converter, &from, &left, &to, &room) >= 0 ? length - room : nil
      }
    }
    return written.map { String(decoding: output[..<$0], as: UTF8.self) }
  }
}
